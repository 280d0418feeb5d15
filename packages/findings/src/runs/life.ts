import type { Act, Begun, More } from '../acts/act.ts';
import { conclude } from './conclude.ts';
import type { Report } from './evidence.ts';
import { asRun } from './of-call.ts';

interface Waiting {
  begun: Begun;
  reports: Report[];
  isCut: boolean;
  exitCode?: number | undefined;
  life: More['life'];
}

/**
 * Runs that ended in a later call stand where they ended; those that nobody saw end stand where they began, and prove
 * nothing but a failure that they showed.
 */
export function withEnds(acts: readonly Act[]): readonly Act[] {
  if (!acts.some(({ kind }) => kind === 'begun')) return acts;
  const waiting = new Map<string, Waiting>();
  const joined: Act[] = [];
  for (const act of acts) {
    if (act.kind === 'begun') {
      const life = act.isNoted ? 'ended' : 'running';
      const one: Waiting = { begun: act, reports: act.reports, isCut: false, life };
      if (act.process !== '') waiting.set(act.process, one);
      if (!act.isNoted) joined.push(...runsOf(one, act));
    } else if (act.kind === 'more') {
      const one = waiting.get(act.process) ?? titled(waiting, act.title);
      if (!one) continue;
      hear(one, act);
      if (one.life !== 'running' || act.reports.length > 0) joined.push(...runsOf(one, act));
    } else joined.push(act);
  }
  return joined;
}

/** The last that has the title and still runs, as far as is known. */
const titled = (waiting: ReadonlyMap<string, Waiting>, title: string | undefined): Waiting | undefined =>
  title === undefined
    ? undefined
    : [...waiting.values()].findLast(({ begun, life }) => begun.title === title && life === 'running');

function hear(one: Waiting, { reports, isCut, exitCode, life }: More): void {
  // A later read may show again what an earlier one showed.
  one.reports = [
    ...one.reports.filter((old) => !reports.some((again) => again.runner === old.runner)),
    ...reports,
  ].slice(-50);
  one.isCut ||= isCut;
  one.exitCode ??= exitCode;
  if (life !== 'running') one.life = life;
}

const runsOf = (
  { begun, reports, isCut, exitCode, life }: Waiting,
  { sequence }: { sequence: number },
): Act[] =>
  conclude(begun.checks, {
    // How many lines there were in all is not known, so `| tail -50` counts as a cut.
    ...{ life, isCut, reports, lines: Number.POSITIVE_INFINITY },
    ...(exitCode !== undefined && { exitCode }),
  }).map((facts) => asRun(facts, { sequence, ...(begun.lane !== undefined && { lane: begun.lane }) }));
