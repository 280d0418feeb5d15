import type { Act } from '@debrief/findings';

/** `not run`: a check that could not start, or had nothing to run. `failed`: any other command. */
export type FailureKind = 'failed' | 'not run';

/** A command that did not work in a session: a check that did not start, or what failed at least every second time. */
export interface Failure {
  kind: FailureKind;
  /** Its first words, as `commandHead` has them: whatever else stood there is not kept. */
  command: string;
  /** Where first. */
  sequence: number;
  times: number;
}

const most = 20;

const programName = /^[A-Za-z][\w.+-]{0,30}$/;
const subcommand = /^[a-z][a-z0-9:_-]{0,30}$/;
/** Behind these the next word says what is done. */
const goesOn = new Set(['run', 'exec', 'x', 'dlx', 'compose', 'pr', 'issue', 'tool']);

/**
 * What a command is called among others: `npm run lint`, `docker compose up`, `go test`. Nothing but names, so that what a
 * session read cannot speak through it.
 */
export function commandHead(line: string): string | undefined {
  const [first = '', second = '', third = ''] = line.slice(0, 200).split(' ', 3);
  const program = (first.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/, '');
  if (!programName.test(program)) return undefined;
  if (!subcommand.test(second)) return program;
  return goesOn.has(second) && subcommand.test(third)
    ? `${program} ${second} ${third}`
    : `${program} ${second}`;
}

/** Programs that also fail to say "no", or whose words are names of files: their failure teaches nothing. */
const answers = new Set(
  (
    'grep egrep rg ag find fd ls cat head tail test diff cmp which type command cd echo printf sed awk sleep kill ' +
    'pkill pgrep rm rmdir cp mv mkdir touch chmod chown ln stat wc sort export source set unset true false exit timeout'
  ).split(' '),
);
const asks =
  /^git (?:diff|grep|log|show|rev-parse|merge-base|show-ref|check-ignore|ls-files|ls-remote|cat-file)$/;

const isTelling = (head: string): boolean =>
  head.includes(' ') && !answers.has(head.split(' ')[0] ?? '') && !asks.test(head);

/** Each call that ran one command, and each check, with what it is called. */
function* triesOf(acts: readonly Act[]): Generator<Omit<Failure, 'times'> & { isFailure: boolean }> {
  const alone = new Map<number, number>();
  for (const act of acts)
    if (act.kind === 'command') alone.set(act.sequence, (alone.get(act.sequence) ?? 0) + 1);
  // Of a check the run says how it went; one that found fault did its work.
  const checks = new Set(acts.flatMap((act) => (act.kind === 'run' ? act.sequence : [])));
  for (const act of acts) {
    const { sequence } = act;
    if (act.kind === 'run' && act.from === 'session' && !act.isOneOff) {
      const command = commandHead(act.command);
      if (command !== undefined)
        yield { kind: 'not run', command, sequence, isFailure: act.result === 'not run' };
    } else if (act.kind === 'command' && !checks.has(sequence) && alone.get(sequence) === 1) {
      const command = commandHead(act.line);
      if (command !== undefined && isTelling(command))
        yield { kind: 'failed', command, sequence, isFailure: act.isOk === false };
    }
  }
}

/** What did not work in a session, the most frequent first. */
export function failuresIn(acts: readonly Act[]): Failure[] {
  const tried = new Map<string, Failure & { tries: number }>();
  for (const { isFailure, ...one } of triesOf(acts)) {
    const name = `${one.kind} ${one.command}`;
    const known = tried.get(name) ?? { ...one, times: 0, tries: 0 };
    tried.set(name, known);
    known.tries++;
    if (isFailure && known.times++ === 0) known.sequence = one.sequence;
  }
  return [...tried.values()]
    .filter(({ kind, times, tries }) => times > 0 && (kind === 'not run' || times * 2 >= tries))
    .sort((a, b) => b.times - a.times || a.sequence - b.sequence)
    .slice(0, most)
    .map(({ tries: _, ...failure }) => failure);
}

/** Where a command of this name was tried first. */
export function firstTry(acts: readonly Act[], command: string): number | undefined {
  for (const one of triesOf(acts)) if (one.command === command) return one.sequence;
  return undefined;
}
