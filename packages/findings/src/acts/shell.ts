import { parseShell, resolvePath, type SimpleCommand } from '@debrief/shell';
import type { Tool } from '@debrief/transcript';
import { fileKind, guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import { type Act, type Base, type CheckKind, type Command, clipped, type Edit, type Run } from './act.ts';
import { inContext } from './context.ts';
import { deedsOf } from './deeds/classify.ts';
import { hasFlag, operandsOf } from './deeds/deed.ts';
import { gitCommand } from './deeds/git.ts';
import { isScript } from './script.ts';
import { stateActsOf } from './state-acts.ts';
import { readSummary, type Summary } from './summary-line.ts';
import { type Check, checkOf } from './test-command.ts';

const maxActs = 200;
const maxScripts = 3;

/** What one shell call did. A call that was denied or interrupted did nothing. */
export function shellActs(call: Tool, { root }: Surroundings): { acts: Act[]; isWhole: boolean } {
  const script = scriptOf(call.input) ?? call.title;
  // Where the record does not tell the repository, the folder of the call is the nearest to it.
  const around = { root: root ?? folderOf(call.input) };
  const { commands, isWhole } = parseShell(script, { cwd: folderOf(call.input) ?? around.root });
  const at = { sequence: call.sequences[0] ?? 0, ...(call.lane !== undefined && { lane: call.lane }) };
  const acts: Act[] = [];
  const summaryOf = summaryReader(call.output ?? '');
  const last = commands.at(-1);
  for (const command of inContext(commands)) {
    if (acts.length >= maxActs) break;
    acts.push(commandAct(command, call, at));
    const isLast = command.position === last?.position || commands.length === 1;
    acts.push(
      ...deedsOf(command, call, isLast, at, around),
      ...commitsOf(command, call, at, summaryOf),
      ...softEdits(command, at, around),
      ...stateActsOf(command, call, at, around),
    );
  }
  const checked = lastCheck(commands);
  if (checked) acts.push({ kind: 'run', ...at, ...runOf(call, checked.command, checked.check, summaryOf) });
  for (const command of commands.filter(isScript).slice(0, maxScripts)) {
    const line = clipped([command.name, ...command.args.map(({ value }) => value)].join(' '), 120);
    const run = runOf(call, command, { of: 'tests', scope: 'all' }, summaryOf);
    acts.push({ kind: 'script', ...at, line, run });
  }
  return { acts, isWhole };
}

/** Under the name that the rules know it by, and git without its own options: `git -C x commit` is `git commit`. */
function commandAct(command: SimpleCommand, call: Tool, at: Base): Command {
  const found = gitCommand(command);
  const words = found
    ? ['git', found.verb, ...valuesOf(found.command)]
    : [command.name, ...valuesOf(command)];
  const isTold = call.outcome === 'ok' || call.outcome === 'error';
  return {
    kind: 'command',
    ...at,
    line: clipped(words.join(' '), 160),
    ...(isTold && { isOk: call.outcome === 'ok' }),
  };
}

const valuesOf = ({ args }: SimpleCommand): string[] =>
  args.slice(0, 40).map(({ value }) => value.slice(0, 160));

type SummaryReader = (of: CheckKind) => Summary;

/** An output is long, and several commands of one call ask for its summary. */
function summaryReader(output: string): SummaryReader {
  const known = new Map<CheckKind, Summary>();
  return (of) => {
    const summary = known.get(of) ?? readSummary(output, of);
    known.set(of, summary);
    return summary;
  };
}

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
    (one): one is string => typeof one === 'string' && one.startsWith('/'),
  );
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The last check of the call decides: `npm run build && npm test` is a run of the tests. */
function lastCheck(commands: readonly SimpleCommand[]): { command: SimpleCommand; check: Check } | undefined {
  let found: { command: SimpleCommand; check: Check } | undefined;
  for (const command of commands) {
    const check = command.isRemote ? undefined : checkOf(command);
    if (check && (check.of === 'tests' || found?.check.of !== 'tests')) found = { command, check };
  }
  return found;
}

function runOf(
  call: Tool,
  command: SimpleCommand,
  check: Check,
  summaryOf: SummaryReader,
): Omit<Run, 'kind' | keyof Base> {
  const summary = summaryOf(check.of);
  const exitSays = command.isSuccessImplied
    ? call.outcome === 'ok'
      ? 'passed'
      : call.outcome === 'error'
        ? 'failed'
        : 'unknown'
    : 'unknown';
  const isOk = call.outcome === 'ok' || call.exitCode === 0;
  // A run in the background has not ended when its call has.
  const result = command.isBackground ? 'unknown' : summary.result === 'unknown' ? exitSays : summary.result;
  return {
    of: check.of,
    scope: check.scope,
    command: clipped(call.title, 120),
    result,
    isMasked: isOk && summary.result === 'failed',
    ...(summary.passed !== undefined && { passed: summary.passed }),
    ...(summary.failed !== undefined && { failed: summary.failed }),
    ...(summary.failedNames && { failedNames: summary.failedNames }),
  };
}

function commitsOf(command: SimpleCommand, call: Tool, at: Base, summaryOf: SummaryReader): Act[] {
  const found = gitCommand(command);
  if (found?.verb === 'fetch' || found?.verb === 'pull' || found?.verb === 'clone')
    return [{ kind: 'fetch', ...at }];
  if (found?.verb !== 'commit' || call.outcome !== 'ok' || hasFlag(found.command, '--dry-run')) return [];
  const ranTests = summaryOf('tests').result !== 'unknown';
  const hash = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\]/m.exec(call.output ?? '')?.[1];
  return [{ kind: 'commit', ...at, ranTests, ...(hash && { hash }) }];
}

const writers = new Set(['tee', 'sponge']);
const formatters = /^(?:prettier|gofmt|goimports|black|rustfmt|clang-format)$/;

/** Files a command writes: they outdate a test run, and what they got is not recorded. */
function softEdits(command: SimpleCommand, at: Base, around: Surroundings): Edit[] {
  if (command.isRemote) return [];
  const paths: string[] = [];
  for (const { operator, target } of command.redirections) {
    if (/^(?:>|>>|>\||&>|&>>)$/.test(operator) && target.isKnown) paths.push(target.value);
  }
  const operands = operandsOf(command)
    .filter(({ isKnown }) => isKnown)
    .map(({ value }) => value);
  if (writers.has(command.name)) paths.push(...operands);
  if (command.name === 'sed' && hasFlag(command, '-i', '--in-place')) paths.push(...operands.slice(1));
  if (command.name === 'perl' && hasFlag(command, '-i')) paths.push(...operands.slice(1));
  if (command.name === 'mv' || command.name === 'cp') {
    const target = operandsOf(command).at(-1);
    if (target?.isKnown) paths.push(target.value);
  }
  if (command.name === 'patch' || (command.name === 'git' && operands[0] === 'apply')) paths.push('.');
  if (formatters.test(command.name)) return [];
  return paths
    .filter((path) => !path.startsWith('/dev/') && !/^\d$/.test(path))
    .slice(0, 20)
    .flatMap((path): Edit[] => {
      const whole = resolvePath(command.cwd ?? around.root, path);
      const place = placeOf(whole, around);
      if (place === 'temporary' || place === 'build' || place === 'agent' || place === 'unknown') return [];
      const guard = guardOf(path);
      return [
        {
          kind: 'edit',
          ...at,
          path: path.slice(0, 400),
          file: fileKind(path),
          ...(guard && { guard }),
          change: 'update',
          added: 0,
          removed: 0,
          isSoft: true,
          isCosmetic: false,
          isOutside: around.root !== undefined && (place === 'home' || place === 'system'),
          signals: [],
        },
      ];
    });
}
