import {
  DebriefError,
  type EntryAnswer,
  type GetOutline,
  type GetSkeleton,
  type GetTranscript,
  limits,
  type Outline,
  type Skeleton,
  type TranscriptWindow,
  type Turn,
} from '@debrief/contract';
import { addUsage, type ClippedEntry, noUsage, type TurnUsage } from '@debrief/transcript';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { KeptItems, KeptJson, type PartlyKept } from './kept-json.ts';
import { readableSession, readingAt, readingOf, toRead } from './reading.ts';
import type { LaneRecord, TurnRecord } from './transcript-ports.ts';

export async function getTranscript(
  context: Context,
  actor: MemberActor,
  input: GetTranscript & { sessionId: string },
): Promise<PartlyKept<TranscriptWindow>> {
  if (input.at !== undefined && input.from !== undefined) {
    throw new DebriefError('validation_error', 'at and from cannot be given together.');
  }
  const session = await readableSession(context, actor, input.sessionId, 'transcript');
  const { sessionId } = session;
  const { transcript } = context.store;
  const { reading, foldedAt } = await readingAt(context, session);
  const limit = Math.min(input.limit ?? limits.transcriptWindow.default, limits.transcriptWindow.max);
  const found = input.at === undefined ? undefined : await transcript.locate(sessionId, input.at, input.lane);
  const lane = found?.lane ?? input.lane ?? 0;
  // Around the entry: what led to it is shown above it.
  const from = found ? Math.max(0, found.index - Math.floor(limit / 3)) : (input.from ?? 0);
  const { foldedTo } = reading;
  const { bytes } = limits.transcriptWindow;
  const { total, json } = await transcript.window(sessionId, {
    lane,
    from,
    limit,
    bytes,
    foldedTo,
    foldedAt,
  });
  return {
    ...reading,
    lane,
    from,
    total,
    ...(found && { index: found.index }),
    entries: new KeptItems(json),
  };
}

export async function getSkeleton(
  context: Context,
  actor: MemberActor,
  input: GetSkeleton & { sessionId: string },
): Promise<PartlyKept<Skeleton>> {
  const session = await readableSession(context, actor, input.sessionId, 'transcript');
  const { transcript } = context.store;
  const reading = await readingOf(context, session);
  const lane = input.lane ?? 0;
  const parts = await transcript.skeleton(session.sessionId, lane, input.from ?? 0);
  return {
    ...reading,
    lane,
    total: await transcript.total(session.sessionId, lane),
    parts: parts.map((part) => new KeptJson(part)),
  };
}

export async function getEntry(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string; entryId: string },
): Promise<PartlyKept<EntryAnswer>> {
  const session = await readableSession(context, actor, input.sessionId, 'transcript');
  const { transcript } = context.store;
  const found = /^[1-9]\d{0,14}\.\d{1,9}$/.test(input.entryId)
    ? await transcript.entry(session.sessionId, input.entryId)
    : undefined;
  if (!found) throw new DebriefError('entry_not_found', 'No such entry in this session.');
  const reading = await readingOf(context, session);
  const { lane, index, entry } = found;
  const stored = JSON.parse(entry) as ClippedEntry;
  const place = { ...reading, lane, index };
  if (!stored.clipped) return { ...place, entry: new KeptJson(entry), isWhole: true };
  const whole = await transcript.whole(callerOf(actor), toRead(session), entry);
  return { ...place, entry: new KeptJson(whole ?? entry), isWhole: whole !== undefined };
}

const maxLanes = 1000;

export async function getOutline(
  context: Context,
  actor: MemberActor,
  input: GetOutline & { sessionId: string },
): Promise<Outline> {
  const session = await readableSession(context, actor, input.sessionId, 'outline');
  const { sessionId } = session;
  const { transcript } = context.store;
  const reading = await readingOf(context, session);
  const from = input.from ?? 0;
  const limit = Math.min(input.limit ?? limits.outlineTurns.default, limits.outlineTurns.max);
  const { turns, total: totalTurns } = await transcript.turns(sessionId, from, limit);
  const { lanes, total: totalLanes } = await transcript.lanes(sessionId, maxLanes);
  return {
    ...reading,
    from,
    totalTurns,
    turns: turns.map(presentTurn),
    totalLanes,
    lanes: withInner(lanes).map(({ lane, id, entry, parent, total, usage }) => ({
      lane,
      agentId: id.slice(0, 300).toWellFormed(),
      entry,
      parent,
      total,
      ...(usage && { tokens: tokensOf(usage), ...costOf(usage) }),
    })),
    total: await transcript.total(sessionId, 0),
  };
}

/** What a sub-agent started counts as its own too. A lane is numbered after the one it was started in. */
function withInner(lanes: readonly LaneRecord[]): LaneRecord[] {
  const summed = lanes.map((lane) => ({ ...lane, ...(lane.usage && { usage: { ...lane.usage } }) }));
  for (const { parent, usage } of summed.toReversed()) {
    const outer = summed[parent - 1];
    if (!outer || !usage) continue;
    outer.usage ??= noUsage();
    addUsage(outer.usage, usage);
  }
  return summed;
}

const tokensOf = ({ input, output, cache }: TurnUsage) => ({
  input: atLeastZero(input),
  output: atLeastZero(output),
  cache: atLeastZero(cache),
});

const costOf = ({ requests, unpriced, cost }: TurnUsage) => ({
  ...(requests > unpriced && { costUsd: atLeastZero(cost / 1000) / 1e6 }),
  costIsPartial: unpriced > 0,
});

/** Records may say anything; a count that was taken back twice must not show below nothing. */
const atLeastZero = (value: number): number => Math.max(0, Math.round(value));

function presentTurn({ turn, start, counts, usage, from, to, answer }: TurnRecord): Turn {
  const { files, ...rest } = counts;
  const numbers = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, atLeastZero(value)]),
  ) as Omit<typeof counts, 'files'>;
  const durationMs = from !== undefined && to !== undefined ? Date.parse(to) - Date.parse(from) : undefined;
  return {
    turn,
    ...(start && { prompt: start }),
    ...numbers,
    files: Object.keys(files).length,
    requests: atLeastZero(usage.requests),
    tokens: tokensOf(usage),
    ...costOf(usage),
    ...(from !== undefined && { startedAt: from }),
    ...(to !== undefined && { endedAt: to }),
    ...(durationMs !== undefined && { durationMs: atLeastZero(durationMs) }),
    ...(answer !== undefined && { answer }),
  };
}
