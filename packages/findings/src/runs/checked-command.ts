import { resolvePath, type SimpleCommand } from '@debrief/shell';
import { clipped } from '../acts/act.ts';
import { isScript } from '../acts/script.ts';
import { insideOf } from '../place.ts';
import { has, operandsOf, option } from './check.ts';
import { checkOf } from './check-table.ts';
import { targetsOf } from './cover/targets.ts';
import type { Check, CheckedCommand } from './evidence.ts';
import { treeChange } from './work-tree.ts';

const maxChecks = 30;

/** What of a script checks something, in order. */
export function checkedCommands(
  commands: readonly SimpleCommand[],
  root: string | undefined,
  movesTree: (command: SimpleCommand) => boolean = () => false,
): CheckedCommand[] {
  const found: CheckedCommand[] = [];
  const isMoved = commands.some(movesTree);
  let movesBefore = 0;
  let state: CheckedCommand['state'];
  for (const [index, command] of commands.entries()) {
    if (found.length >= maxChecks) break;
    if (isMoved && movesTree(command)) movesBefore++;
    state = treeChange(command) ?? state;
    const inner = inContainer(command);
    const known = checkOf(inner);
    const check = known ?? byOutput(inner);
    if (!check) continue;
    const place = placeOf(inner, root) ?? packageOf(command);
    found.push({
      ...check,
      ...(known && place !== undefined && check.scope === 'all' && { scope: 'part' as const, suite: place }),
      command: clipped([inner.name, ...inner.args.map(({ value }) => value)].join(' '), 120),
      isSuccessImplied: command.isSuccessImplied && !has(command, ...endsWithZero),
      decidesExit: command.decidesExit,
      guardsChain: command.pipe.index === command.pipe.length - 1,
      isAfterSuccess: command.isAfterSuccess,
      chain: command.chain,
      isBackground: command.isBackground,
      ...shownOf(commands, index, check.tool),
      ...(isBlindTo(command, check.tool) && { isBlind: true as const }),
      ...exitLabel(commands, index),
      ...(state && { state }),
      ...(isMoved && { movesBefore }),
      ...elsewhere(inner, root),
      ...imageOf(command),
      ...(known && narrowedOf(inner, check, root)),
      ...leftOutBy(command, commands),
    });
  }
  return found;
}

/** Of tests the suite says it. */
function narrowedOf(
  command: SimpleCommand,
  { of, tool }: Check,
  root: string | undefined,
): Pick<CheckedCommand, 'narrowed'> {
  if (of === undefined || of === 'tests') return {};
  const narrowed = targetsOf(command, tool, root);
  return Object.keys(narrowed).length === 0 ? {} : { narrowed };
}

/** `SKIP=mypy git commit`, `LEFTHOOK_EXCLUDE=lint git push`, also when it was exported before. */
function leftOutBy(
  { assignments }: SimpleCommand,
  commands: readonly SimpleCommand[],
): Pick<CheckedCommand, 'leftOut'> {
  const exported = commands
    .filter(({ name }) => name === 'export' || name === '')
    .flatMap(({ args, assignments: own }) => [
      ...own,
      ...args.map(({ value }) => ({ name: value.split('=')[0] ?? '', value: value.split('=')[1] })),
    ]);
  const found = [...assignments, ...exported].find(
    ({ name, value }) =>
      /^(?:SKIP|LEFTHOOK_EXCLUDE|SKIP_HOOKS)$/.test(name) && value !== undefined && value !== '',
  );
  return found?.value === undefined ? {} : { leftOut: found.value.slice(0, 80) };
}

/** In a folder below the repository's: one package of it. */
function placeOf({ cwd }: SimpleCommand, root: string | undefined): string | undefined {
  const inside = cwd === undefined ? undefined : insideOf(cwd, root);
  return inside === undefined || inside === '.' ? undefined : `in ${inside.slice(0, 80)}`;
}

/** With these it ends with 0 whatever it finds. */
const endsWithZero = ['--exit-zero', '--no-fail', '--soft-fail', '--ignore-failures'];

/** `pnpm --filter web exec tsc` looks at one package, whatever it runs there. */
function packageOf(command: SimpleCommand): string | undefined {
  if (!/^(?:npm|pnpm|yarn|bun|turbo|nx|lerna)$/.test(command.name)) return undefined;
  const chosen = option(command, ['--filter', '-F', '--workspace', '-w', '--scope']);
  const [verb, name] = operandsOf(command);
  const one = chosen ?? (command.name === 'yarn' && verb === 'workspace' ? `workspace ${name}` : undefined);
  // `pnpm -w` is the root of them all, and a pattern may be all of them.
  return one === undefined || one.includes('*') || (command.name === 'pnpm' && one.startsWith('-w'))
    ? undefined
    : one.slice(0, 80);
}

/** In another folder, or told to look there: it may be a second checkout of the repository. */
function elsewhere(
  { cwd, args }: SimpleCommand,
  root: string | undefined,
): Pick<CheckedCommand, 'folder' | 'isElsewhere'> {
  if (cwd !== undefined && root !== undefined && cwd !== root)
    return {
      folder: cwd.slice(0, 200),
      ...(insideOf(cwd, root) === undefined && { isElsewhere: true as const }),
    };
  // `cargo test --manifest-path /tmp/base/Cargo.toml`, `make -C ../base test`, `pytest /tmp/base/tests`.
  const given = args
    .slice(0, 30)
    .map(({ value }) => value.replace(/^--?[\w-]{1,40}=/, ''))
    .find((value) => /^(?:\/|\.\.\/|~\/)[\w@.~/-]{2,200}$/.test(value) && !value.startsWith(`${root}/`));
  const path = given && (resolvePath(cwd ?? root, given) ?? given);
  return path ? { folder: path.slice(0, 200) } : {};
}

const hookVerbs = new Set(['commit', 'push', 'merge', 'rebase', 'cherry-pick', 'am', 'revert']);

function byOutput(command: SimpleCommand): (Check & Pick<CheckedCommand, 'isByOutput' | 'from'>) | undefined {
  const words = operandsOf(command);
  if (command.name === 'git')
    return words.some((word) => hookVerbs.has(word))
      ? { scope: 'all', isByOutput: true, from: 'hook' }
      : undefined;
  if (command.name === 'gh' && words[0] === 'run' && words[1] === 'view')
    return { scope: 'all', isByOutput: true, from: 'ci' };
  // `docker compose up --exit-code-from web` ends with what its tests ended with.
  if (containers.test(command.name) && words.includes('up') && has(command, ...endsWithOne))
    return { scope: 'all', isByOutput: true };
  return isScript(command) ? { scope: 'all', isByOutput: true } : undefined;
}

const endsWithOne = ['--exit-code-from', '--abort-on-container-exit', '--abort-on-container-failure'];
const containers = /^(?:docker|podman|docker-compose|nerdctl|kubectl|oc|lima|vagrant|devcontainer)$/;
const enters = new Set(['exec', 'run', 'ssh', 'shell']);

/** In a container that has what its image has, unless the repository is laid into it. */
function imageOf(command: SimpleCommand): Pick<CheckedCommand, 'inImage'> {
  if (!/^(?:docker|podman|docker-compose|nerdctl)$/.test(command.name)) return {};
  const words = operandsOf(command);
  const isCompose = command.name === 'docker-compose' || words[0] === 'compose';
  if (
    !words.slice(0, 4).includes('run') ||
    has(command, '-v', '--volume', '--mount', '--volumes-from', '--build')
  )
    return {};
  return { inImage: isCompose ? 'compose' : 'image' };
}

/** `docker compose exec app npm test` is `npm test`, elsewhere. */
function inContainer(command: SimpleCommand): SimpleCommand {
  if (!containers.test(command.name)) return command;
  const at = command.args.findIndex(({ value }) => enters.has(value));
  if (at < 0) return command;
  const rest = command.args.slice(at + 1, at + 40);
  const dashes = rest.findIndex(({ value }) => value === '--' || value === '-c');
  const from =
    dashes >= 0
      ? dashes + 1
      : rest.findIndex(
          (one, index) =>
            index > 0 && checkOf(asCommand(command, rest, index)) !== undefined && !one.value.startsWith('-'),
        );
  return from > 0 && rest[from] ? asCommand(command, rest, from) : command;
}

/** One word that holds a whole command, as after `sh -c`, is split at its spaces. */
function asCommand(command: SimpleCommand, words: SimpleCommand['args'], at: number): SimpleCommand {
  const [first, ...others] = words.slice(at);
  const parts = (first?.value ?? '').split(/\s+/).filter((one) => one !== '');
  const [name = '', ...args] = parts;
  return {
    ...command,
    name: name.slice(name.lastIndexOf('/') + 1),
    args: [...args.map((value) => ({ value, isKnown: true, hasGlob: false })), ...others],
    cwd: undefined,
  };
}

const passesOn = new Set(['tee', 'cat', 'ts', 'nl', 'stdbuf', 'unbuffer']);

function outputOf(
  commands: readonly SimpleCommand[],
  index: number,
): Pick<CheckedCommand, 'output' | 'lines' | 'file' | 'isBlind'> {
  const command = commands[index] as SimpleCommand;
  for (const { operator, descriptor, target } of command.redirections) {
    if (!/^(?:>|>>|>\||&>|&>>)$/.test(operator) || descriptor === 2) continue;
    if (target.value === '/dev/stdout' || target.value === '/dev/tty') continue;
    return target.value === '/dev/null' ? { output: 'away' } : ofFile(target.value, commands, index);
  }
  let lines: number | undefined;
  let isHead = false;
  let at = command.pipe.index;
  for (const next of commands.slice(index + 1, index + 1 + 20)) {
    if (at >= command.pipe.length - 1) break;
    if (next.pipe.length !== command.pipe.length || next.pipe.index !== at + 1) continue;
    at++;
    if (passesOn.has(next.name)) continue;
    const kept = next.name === 'head' || next.name === 'tail' ? linesKept(next) : undefined;
    if (kept === undefined) return { output: 'filtered', ...(hidesFailures(next) && blind) };
    if (next.name === 'head') isHead = true;
    lines = Math.min(lines ?? kept, kept);
  }
  if (at < command.pipe.length - 1) return { output: 'filtered' };
  return lines === undefined ? { output: 'shown' } : { output: 'lines', lines, ...(isHead && blind) };
}

const blind = { isBlind: true as const };
const searches = /^(?:[ef]?grep|rg|ag|ack|awk)$/;
/** Words of a failure, and lines of a summary that has both numbers. */
const showsFailures =
  /fail|err|not ok|[✗✖×✘]|panic|summary|tests?:|test files|total|passed|passing|results?(?!s?: ?ok)|examples|specs|assertions|ran |tests? run|duration|exit/i;

/** `grep '^ok'` lets nothing through that failed, and `grep -v FAIL` takes it out. */
function hidesFailures({ name, args }: SimpleCommand): boolean {
  if (name === 'wc' || name === 'true') return true;
  if (!searches.test(name)) return false;
  const words = args.map(({ value }) => value);
  const said = words.filter((word) => !/^-\w{1,6}$/.test(word)).join(' ');
  if (words.some((word) => /^-\w{0,5}c\w{0,5}$|^--count$/.test(word))) return true;
  const isInverse = words.some((word) => /^-\w{0,5}v\w{0,5}$|^--invert-match$/.test(word));
  return isInverse ? /fail|error|not ok/i.test(said) : !showsFailures.test(said);
}

/** Runners that print no summary at their end. */
const printsNoEnd = (tool: string | undefined): boolean => tool === 'go' || tool === 'cargo';

/** A time limit whose exit code is lost in a pipe. */
const isBlindTo = ({ wrappers, pipe }: SimpleCommand, tool: string | undefined): boolean =>
  wrappers.includes('timeout') && pipe.length > 1 && pipe.index < pipe.length - 1 && printsNoEnd(tool);

/** `timeout 60 go test ./...; echo finished`: nobody can see whether the last package that is shown was the last. */
function shownOf(
  commands: readonly SimpleCommand[],
  index: number,
  tool: string | undefined,
): ReturnType<typeof outputOf> {
  const shown = outputOf(commands, index);
  const { wrappers, isSuccessImplied } = commands[index] as SimpleCommand;
  const isEndUnknown =
    wrappers.includes('timeout') &&
    printsNoEnd(tool) &&
    !isSuccessImplied &&
    exitLabel(commands, index).exitLabel === undefined;
  return isEndUnknown && shown.output === 'shown' ? { output: 'filtered' } : shown;
}

/** Programs that show what is in a file. */
export const readers = new Set(['cat', 'tail', 'head', 'grep', 'rg', 'less', 'sed', 'awk', 'bat', 'egrep']);

/** `npm test > test.log; tail -3 test.log` shows a part of it in the same call, `cat` all of it. */
function ofFile(
  file: string,
  commands: readonly SimpleCommand[],
  index: number,
): Pick<CheckedCommand, 'output' | 'file'> {
  const reader = commands
    .slice(index + 1, index + 1 + 20)
    .find(({ name, args }) => readers.has(name) && args.some(({ value }) => value === file));
  if (!reader) return { output: 'file', file: file.replace(/^\.\//, '').slice(0, 200) };
  return { output: reader.name === 'cat' && reader.pipe.length === 1 ? 'shown' : 'filtered' };
}

/** How many lines `head` and `tail` let through; undefined for bytes and for `tail -n +5`. */
function linesKept({ args }: SimpleCommand): number | undefined {
  const words = args.map(({ value }) => value);
  const joined = words.join(' ');
  const given = /^(?:-n ?|--lines[= ]|-)(\d{1,7})$/.exec(joined)?.[1];
  return given === undefined ? (words.length === 0 ? 10 : undefined) : Number(given);
}

/** `npm test; echo "exit: $?"`, and after a pipe only with `${PIPESTATUS[0]}`. */
function exitLabel(commands: readonly SimpleCommand[], index: number): Pick<CheckedCommand, 'exitLabel'> {
  const command = commands[index] as SimpleCommand;
  const next = commands[index + (command.pipe.length - command.pipe.index)];
  if (next?.name !== 'echo' || next.pipe.length > 1) return {};
  const said = next.args.map(({ value }) => value).join(' ');
  const asked = command.pipe.length > 1 ? /\$\{PIPESTATUS\[0\]\}/ : /\$(?:\?|\{\?\}|\{PIPESTATUS\[0\]\})/;
  const at = asked.exec(said)?.index;
  return at === undefined ? {} : { exitLabel: said.slice(0, at).slice(-60) };
}
