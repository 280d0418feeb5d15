import { parseShell, resolvePath, type SimpleCommand } from '@debrief/shell';
import type { Tool } from '@debrief/transcript';
import { fileKind, guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import { isOkZero } from '../runs/agents.ts';
import { withoutWrapping } from '../runs/answer/answer.ts';
import { type CallAround, moreOfFiles, moreOfProcess, runsAsTests, runsOfCall } from '../runs/of-call.ts';
import { type TreeMove, treeMove } from '../state/tree-move.ts';
import { type Act, type Base, type Command, clipped, type Edit } from './act.ts';
import { inContext } from './context.ts';
import { deedOf, deedsOf } from './deeds/classify.ts';
import { hasFlag, operandsOf } from './deeds/deed.ts';
import { gitCommand } from './deeds/git-command.ts';
import { interpreters, programText } from './deeds/program-text.ts';
import { signsOfLines } from './edit.ts';
import { dependencyLines } from './manifest.ts';
import { isScript } from './script.ts';
import { type ScriptedLines, scriptedLines } from './scripted-lines.ts';
import { stateActsOf } from './state-acts.ts';
import { scriptsWrittenBy } from './written.ts';

/** Where they fail nothing is there that was not. */
const placing = /^(?:cp|mv|ln|install)$/;
const maxActs = 200;
const maxScripts = 3;

/** What one shell call did. A call that was denied or interrupted did nothing. */
export function shellActs(call: Tool, { root, agent }: Surroundings): { acts: Act[]; isWhole: boolean } {
  const script = scriptOf(call.input) ?? call.title;
  // Where the record does not tell the repository, the folder of the call is the nearest to it.
  const around = { root: root ?? folderOf(call.input), agent };
  const cwd = folderOf(call.input) ?? around.root;
  const { commands, isWhole } = parseShell(script, { cwd, readsWindows: true });
  const at = { sequence: call.sequences[0] ?? 0, ...(call.lane !== undefined && { lane: call.lane }) };
  const acts: Act[] = [];
  const bare = withoutWrapping(call);
  const known = {
    script,
    root: around.root,
    okIsZero: isOkZero(around.agent),
    movesTree: (command: SimpleCommand) => moveOf(command, bare, around.root) !== undefined,
  };
  const isRead = commands.length === 0 || scriptOf(call.input) === undefined;
  const more = isRead ? moreOfProcess(call, at) : [];
  if (more.length > 0) return { acts: more, isWhole: true };
  const own = runsOfCall(call, commands, at, known);
  const runs = own.length > 0 ? own : moreOfFiles(call, commands, at);
  const last = commands.at(-1);
  for (const command of inContext(commands)) {
    if (acts.length >= maxActs) break;
    acts.push(commandAct(command, bare, at, around.root));
    const isLast = command.position === last?.position || commands.length === 1;
    acts.push(
      ...deedsOf(command, bare, isLast, at, around).filter(
        ({ rule, target }) =>
          (rule !== 'git.discard' || !isPutBack(commands, command)) &&
          (rule !== 'fs.overwrite-env' || !isOnlyIfMissing(commands, command, target)),
      ),
      ...commitsOf(command, bare, at, runs),
      ...(call.outcome === 'error' && isLast ? [] : packagesOf(command, at)),
      ...(isLast && call.outcome === 'error' && commands.length === 1 && placing.test(command.name)
        ? []
        : softEdits(command, at, around)),
      ...stateActsOf(command, bare, at, around),
      ...scriptsWrittenBy(command, at, around),
    );
  }
  return { acts: [...acts, ...runs, ...scriptsOf(call, commands, at, known)], isWhole };
}

/** `git diff > x.patch && git checkout -- . && git apply x.patch`: the same is there again at the end of the call. */
function isPutBack(commands: readonly SimpleCommand[], discard: SimpleCommand): boolean {
  const at = commands.indexOf(discard);
  const kept = commands
    .slice(0, at)
    .filter((command) => gitCommand(command)?.verb === 'diff')
    .flatMap(({ redirections }) => redirections.filter(({ operator }) => operator === '>'))
    .map(({ target }) => target.value);
  return commands
    .slice(at + 1)
    .some(
      (command) =>
        (gitCommand(command)?.verb === 'apply' || command.name === 'patch') &&
        [...valuesOf(command), ...readFrom(command)].some((word) => kept.includes(word)),
    );
}

/** `[ -f .env ] || cp .env.example .env` writes over nothing. */
const isOnlyIfMissing = (commands: readonly SimpleCommand[], writing: SimpleCommand, file: string): boolean =>
  commands
    .filter(({ position }) => position < writing.position)
    .some(
      ({ name, args, chain }) =>
        /^(?:test|\[\[?)$/.test(name) &&
        args.some(({ value }) => value === file) &&
        (args.some(({ value }) => value === '!') || !writing.isAfterSuccess || chain !== writing.chain),
    );

/** Under the name that the rules know it by, and git without its own options: `git -C x commit` is `git commit`. */
function commandAct(command: SimpleCommand, call: Tool, at: Base, root: string | undefined): Command {
  const found = gitCommand(command);
  const words = found
    ? ['git', found.verb, ...valuesOf(found.command)]
    : [command.name, ...valuesOf(command), ...readFrom(command)];
  const isTold = call.outcome === 'ok' || call.outcome === 'error';
  const move = found && moveOf(command, call, root);
  return {
    kind: 'command',
    ...at,
    line: clipped(words.join(' '), 160),
    ...(isTold && { isOk: call.outcome === 'ok' }),
    ...(move && { move }),
  };
}

/** What a command of git did to the tree of the session. */
function moveOf(command: SimpleCommand, call: Tool, root: string | undefined): TreeMove | undefined {
  const found = gitCommand(command);
  if (!found || command.isRemote || !isSameTree(found.command.cwd, root)) return undefined;
  const move = treeMove(found.verb, found.command, call.output);
  return move?.what === 'to' && call.outcome === 'error' ? undefined : move;
}

/** In the repository of the session, and not in a second checkout of it. */
const isSameTree = (cwd: string | undefined, root: string | undefined): boolean =>
  cwd === undefined || root === undefined || `${cwd}/`.startsWith(`${root}/`) || root.startsWith(`${cwd}/`);

/** `psql < reset.sql` runs what the file says. */
const readFrom = ({ redirections }: SimpleCommand): string[] =>
  redirections.filter(({ operator }) => operator === '<').map(({ target }) => target.value.slice(0, 160));

const valuesOf = ({ args }: SimpleCommand): string[] =>
  args.slice(0, 40).map(({ value }) => value.slice(0, 160));

export function scriptOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  const { command, cmd, script } = record(input);
  const given = command ?? cmd ?? script;
  if (typeof given === 'string') return given;
  // Codex gives the words: `["bash", "-lc", "npm test"]`.
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined;
  const [shell, flag, text] = given as string[];
  return given.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell ?? '') && /^-[a-z]*c$/.test(flag ?? '')
    ? text
    : given.map(quoted).join(' ');
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

export function folderOf(input: unknown): string | undefined {
  const { workdir, cwd, dir_path, directory } = record(input);
  return [workdir, cwd, dir_path, directory].find(
    (one): one is string => typeof one === 'string' && /^(?:\/|[A-Za-z]:[\\/])/.test(one),
  );
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function commitsOf(command: SimpleCommand, call: Tool, at: Base, runs: readonly Act[]): Act[] {
  const found = gitCommand(command);
  if (found?.verb === 'fetch' || found?.verb === 'pull' || found?.verb === 'clone')
    return [{ kind: 'fetch', ...at }];
  if (found?.verb !== 'commit' || call.outcome !== 'ok' || hasFlag(found.command, '--dry-run')) return [];
  const ranTests = runs.some((run) => run.kind === 'run' && run.of === 'tests' && run.from === 'hook');
  const hash = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\]/m.exec(call.output ?? '')?.[1];
  return [{ kind: 'commit', ...at, ranTests, ...(hash && { hash }) }];
}

/** Programs of the team's own; the policy may say that they run its tests. */
function scriptsOf(call: Tool, commands: readonly SimpleCommand[], at: Base, known: CallAround): Act[] {
  return commands
    .filter(isScript)
    .slice(0, maxScripts)
    .flatMap((command): Act[] => {
      const line = clipped([command.name, ...command.args.map(({ value }) => value)].join(' '), 120);
      const [run] = runsAsTests(call, commands, command, known);
      return run ? [{ kind: 'script', ...at, line, run }] : [];
    });
}

const writers = new Set(['tee', 'sponge']);
const mayWrite = (program: string): boolean =>
  /^(?:tee|sponge|g?sed|sd|yq|awk|perl|mv|cp|ln|install|patch|git|jscodeshift|codemod|ed|ex|fd|fdfind|comby|ast-grep|sg|gofmt|2to3|gopls)$/.test(
    program,
  ) || interpreters.test(program);
const formatters = /^(?:prettier|gofmt|goimports|black|rustfmt|clang-format)$/;

const writing =
  /(?:\bopen\(\s{0,4}["']([^"'\n]{1,200})["'],\s{0,4}["'][wa]|(?:writeFile|appendFile)(?:Sync)?\(\s{0,4}["'`]([^"'`\n]{1,200})|File\.write\(\s{0,4}["']([^"'\n]{1,200})|Path\(\s{0,4}["']([^"'\n]{1,200})["']\)\.write_)/g;

const rewrites =
  /\.write_text\(|\bopen\(\s{0,4}[A-Za-z_][\w.]{0,40},\s{0,4}["']w["']|writeFile(?:Sync)?\(\s{0,4}[A-Za-z_]\w{0,40}\s{0,4},|File\.write\(\s{0,4}[a-z_]\w{0,40}\s{0,4},/;
const replaces = /\.replace(?:All)?\(|\bre\.subn?\(|\.g?sub!?\(/;

/** `python3 -c "open('x', 'w').write(…)"`. */
function writtenByProgram(command: SimpleCommand): string[] {
  const text = programText(command);
  if (text === undefined) return [];
  // A loop over files that replaces something in each.
  if (rewrites.test(text) && replaces.test(text) && !writing.test(text)) return ['.'];
  writing.lastIndex = 0;
  return [...text.matchAll(writing)].slice(0, 5).map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? '');
}

/** Files a command writes: they outdate a test run, and what they got is not recorded. */
/** Into the tree: not only into the index, and not only to see whether it would fit. */
const isApplied = (command: SimpleCommand, verb: string | undefined): boolean =>
  command.name === 'git' &&
  verb === 'apply' &&
  !hasFlag(command, '--cached', '--check', '--stat', '--numstat', '--summary');

function packagesOf(command: SimpleCommand, at: Base): Act[] {
  const path =
    command.redirections.find(({ operator }) => operator === '>>')?.target.value ??
    (/^(?:g?sed|perl|tee)$/.test(command.name) ? operandsOf(command).at(-1)?.value : undefined);
  if (path === undefined || !/\.(?:txt|toml|json|mod|exs|yaml|gradle|kts)$|Gemfile$|Pipfile$/.test(path))
    return [];
  const { added, removed } = scriptedLines(command);
  const deed = added.length > 0 ? dependencyLines(path, added, removed) : undefined;
  return deed ? [deedOf(deed, clipped(`${command.name} ${path}`), at)] : [];
}

function softEdits(command: SimpleCommand, at: Base, around: Surroundings): Edit[] {
  if (command.isRemote || (command.redirections.length === 0 && !mayWrite(command.name))) return [];
  const paths: string[] = [];
  for (const { operator, target } of command.redirections) {
    if (/^(?:>|>>|>\||&>|&>>)$/.test(operator) && target.isKnown) paths.push(target.value);
  }
  const operands = operandsOf(command)
    .filter(({ isKnown }) => isKnown)
    .map(({ value }) => value);
  if (writers.has(command.name)) paths.push(...operands);
  const inPlace = editedInPlace(command, operands);
  paths.push(...inPlace);
  if (command.name === 'mv' || command.name === 'cp') {
    const target = operandsOf(command).at(-1);
    if (target?.isKnown) paths.push(target.value);
  }
  const link = command.name === 'ln' || command.name === 'install' ? operandsOf(command).at(-1) : undefined;
  if (link?.isKnown && /^[/~]/.test(link.value)) paths.push(link.value);
  if (command.name === 'patch' || isApplied(command, operands[0])) paths.push('.');
  paths.push(...writtenByProgram(command));
  if (formatters.test(command.name) && !isCodemod(command)) return [];
  const lines = scriptedLines(command);
  const isTold = lines.added.length + lines.removed.length > 0;
  return paths
    .filter((path) => !path.startsWith('/dev/') && !/^\d$/.test(path))
    .slice(0, 20)
    .flatMap((path): Edit[] => {
      const whole = resolvePath(command.cwd ?? around.root, path);
      const place = placeOf(whole, around);
      if (place === 'temporary' || place === 'build' || place === 'agent' || place === 'unknown') return [];
      const guard = guardOf(path);
      const isOutside = around.root !== undefined && (place === 'home' || place === 'system');
      return [
        {
          kind: 'edit',
          ...at,
          path: (isOutside ? (whole ?? path) : path).slice(0, 400),
          file: fileKind(path),
          ...(guard && { guard }),
          change: 'update',
          added: 0,
          removed: 0,
          isSoft: true,
          ...(inPlace.includes(path) && { isInPlace: true as const }),
          isCosmetic: false,
          isOutside,
          ...(isTold ? signalsOf(path, lines) : { signals: [] }),
        },
      ];
    });
}

/** They rewrite code wherever they find what they look for. */
function isCodemod(command: SimpleCommand): boolean {
  switch (command.name) {
    case 'jscodeshift':
    case 'codemod':
    case 'ed':
    case 'ex':
      return !hasFlag(command, '-d', '--dry', '--dry-run');
    case 'fd':
    case 'fdfind': {
      const words = command.args.map(({ value }) => value);
      return (
        hasFlag(command, '-x', '-X', '--exec', '--exec-batch') && words.some((word) => /^-\w?i/.test(word))
      );
    }
    case 'comby':
      return hasFlag(command, '-i', '-in-place', '--in-place');
    case 'ast-grep':
    case 'sg':
      return hasFlag(command, '-U', '--update-all');
    case 'gofmt':
      return hasFlag(command, '-r') && hasFlag(command, '-w');
    case '2to3':
      return hasFlag(command, '-w', '--write');
    case 'rope':
    case 'gopls':
      return operandsOf(command)[0]?.value === 'rename' && hasFlag(command, '-w', '-write');
    default:
      return false;
  }
}

const feeds = new Set(['xargs', 'parallel', 'find', 'fd', 'fdfind']);
/** `sed -i -e 's/a/b/' file`: what it does is no operand. */
const isProgramGiven = ({ name, args }: SimpleCommand): boolean =>
  /^g?sed$/.test(name) && args.some(({ value }) => /^(?:--expression|--file)=/.test(value));

/** Files that are edited where they lie. `find src -name "*.js" -exec` reaches below `src`, too. */
function editedInPlace(command: SimpleCommand, operands: readonly string[]): string[] {
  const { name } = command;
  const isInPlace =
    (/^g?sed$/.test(name) && hasFlag(command, '-i', '--in-place')) ||
    (/^(?:perl|ruby)$/.test(name) && hasFlag(command, '-i')) ||
    (name === 'yq' && hasFlag(command, '-i', '--inplace')) ||
    (name === 'awk' && command.args.some(({ value }) => value === 'inplace'));
  if (isCodemod(command)) return ['.'];
  if (!isInPlace && name !== 'sd') return [];
  const files = operands.slice(name === 'sd' || name === 'awk' ? 2 : isProgramGiven(command) ? 0 : 1);
  // `grep -rl x | xargs sed -i …`: which files they are another command says.
  const isElsewhere = files.length === 0 && command.wrappers.some((one) => feeds.has(one));
  if (
    isElsewhere ||
    operandsOf(command)
      .slice(1)
      .some(({ isKnown }) => !isKnown)
  )
    return ['.'];
  return command.wrappers.includes('find') ? files.map((path) => path.replace(/\/\*(?!\*)/, '/**/*')) : files;
}

/** Where only a piece of a line is known, nothing is said of how much there was before. */
function signalsOf(
  path: string,
  { added, removed }: ScriptedLines,
): Pick<Edit, 'signals' | 'suppressions' | 'words'> {
  const { signals, suppressions, words } = signsOfLines(path, added, removed);
  return { signals, ...(suppressions > 0 && { suppressions }), ...(words.length > 0 && { words }) };
}
