import {
  type ChangedFile,
  type CheckedClaim,
  claimSubject,
  claimVersion,
  fileVersion,
  type Tick,
  type TickKind,
} from '@debrief/contract';

/** Something that can be ticked, as it is now. */
export interface Tickable {
  kind: TickKind;
  subject: string;
  version: string;
}

export const fileTick = (file: ChangedFile): Tickable => ({
  kind: 'file',
  subject: file.path,
  version: fileVersion(file),
});

export const claimTick = (claim: CheckedClaim): Tickable => ({
  kind: 'claim',
  subject: claimSubject(claim),
  version: claimVersion(claim),
});

const isOf = (tick: Tick, { kind, subject }: Tickable): boolean =>
  tick.kind === kind && tick.subject === subject;

/** Whether a member has ticked it as it is now, or as it was before it changed. */
export function tickState(
  ticks: readonly Tick[],
  userId: string | undefined,
  what: Tickable,
): 'none' | 'ticked' | 'changed' {
  const own = ticks.find((tick) => tick.userId === userId && isOf(tick, what));
  return !own ? 'none' : own.version === what.version ? 'ticked' : 'changed';
}

/** Others who have ticked it as it is now. */
export const tickedByOthers = (
  ticks: readonly Tick[],
  userId: string | undefined,
  what: Tickable,
): string[] =>
  ticks.flatMap((tick) =>
    tick.userId !== userId && isOf(tick, what) && tick.version === what.version ? [tick.userId] : [],
  );

/** How many of these a member has ticked as they are now; each counts once. Undefined where there are none. */
export function countTicked(
  ticks: readonly Tick[],
  userId: string | undefined,
  all: readonly Tickable[],
): { ticked: number; of: number } | undefined {
  const subjects = new Map(all.map((one) => [one.subject, one]));
  if (subjects.size === 0) return undefined;
  const ticked = [...subjects.values()].filter((one) => tickState(ticks, userId, one) === 'ticked');
  return { ticked: ticked.length, of: subjects.size };
}
