import {
  claimSubject,
  claimVersion,
  DebriefError,
  fileVersion,
  limits,
  type ReviewRules,
  type SetTick,
  type Tick,
  type TickAnswer,
  type TickKind,
  ticksNeeded,
} from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import type { TickRecord } from './records.ts';
import { about, discussedSession, ringReview } from './session.ts';

export const presentTick = ({ tickedAt, ...tick }: TickRecord): Tick => ({
  ...tick,
  tickedAt: iso(tickedAt),
});

/** What a session has that can be ticked: its versions by their names. */
export interface Tickable {
  parts: Record<TickKind, ReadonlyMap<string, string>>;
  /** False while there may be more: not everything is folded. */
  isWhole: boolean;
}

/** So many files of a session are counted; nobody reads more. */
const maxFiles = 10_000;

/** Undefined where nobody can say: nothing is folded yet, or the session cannot be read. */
export async function tickableOf(
  { store }: Pick<Context, 'store'>,
  actor: MemberActor,
  { sessionId, eventCount }: Pick<SessionRecord, 'sessionId' | 'eventCount'>,
): Promise<Tickable | undefined> {
  const state = await store.transcript.state(sessionId);
  if (!state || state.isUnreadable) return undefined;
  const asked = { from: 0, limit: maxFiles };
  const { files } = await store.transcript.changedFiles(callerOf(actor), sessionId, asked);
  const claims = (await store.judgement.find(sessionId))?.claims ?? [];
  return {
    parts: {
      file: new Map(files.map((file) => [file.path, fileVersion(file)])),
      claim: new Map(claims.map((claim) => [claimSubject(claim), claimVersion(claim)])),
    },
    isWhole: state.foldedTo >= eventCount,
  };
}

export type CountedTicks = Record<TickKind, { ticked: number; of: number }>;

/** How many of them a member has ticked as they are now. */
export async function countedTicks(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
): Promise<CountedTicks | undefined> {
  const known = await tickableOf(context, actor, session);
  if (!known) return undefined;
  const ticks = await context.store.review.ticks(session.sessionId, actor.userId);
  const count = (kind: TickKind) => {
    const parts = known.parts[kind];
    const valid = ticks.filter((tick) => tick.kind === kind && parts.get(tick.subject) === tick.version);
    return { ticked: valid.length, of: parts.size };
  };
  return { file: count('file'), claim: count('claim') };
}

/** What the policy asks and is not ticked yet keeps from accepting, and is named. */
export function refuseUnticked(asked: ReviewRules['ticks'], counted: CountedTicks | undefined): void {
  if (!asked || !counted) return;
  const missing = [
    missingOf(asked.files, counted.file, 'file', 'files'),
    missingOf(asked.claims, counted.claim, 'claim', 'claims'),
  ].filter((words) => words !== undefined);
  if (missing.length === 0) return;
  throw new DebriefError(
    'not_read',
    `Before accepting, your team asks you to tick ${missing.join(', and ')}.`,
  );
}

function missingOf(percent: number, { ticked, of }: CountedTicks['file'], one: string, many: string) {
  const wanted = ticksNeeded(percent, of);
  if (ticked >= wanted) return undefined;
  return `${wanted === of ? (of === 1 ? `the ${one}` : `all ${of} ${many}`) : `${wanted} of ${of} ${many}`} (${ticked} so far)`;
}

const nouns: Record<TickKind, string> = {
  file: 'the session changed no such file.',
  claim: 'there is no such claim in the session.',
};

/** A deed that the team sees. What is ticked has to be there; taking a tick back needs nothing. */
export async function setTick(
  context: Context,
  actor: MemberActor,
  input: SetTick & { sessionId: string },
): Promise<TickAnswer> {
  const session = await discussedSession(context, actor, input.sessionId);
  const { kind, subject, version, ticked } = input;
  const at = context.clock();
  const tick: TickRecord = { userId: actor.userId, kind, subject, version, tickedAt: at };
  if (ticked) {
    const known = await tickableOf(context, actor, session);
    if (known?.isWhole && !known.parts[kind].has(subject)) {
      throw new DebriefError('validation_error', `subject: ${nouns[kind]}`);
    }
  }
  const { review } = context.store;
  const result = ticked
    ? await review.tick(about(context, session, at), tick, { ticks: limits.ticks })
    : await review.untick(about(context, session, at), tick);
  if (result === 'gone') throw sessionNotFound();
  if (result === 'limit') {
    throw new DebriefError('limit_reached', `A member may tick at most ${limits.ticks} things in a session.`);
  }
  ringReview(context, session, result.told);
  return ticked ? { tick: presentTick(tick) } : {};
}
