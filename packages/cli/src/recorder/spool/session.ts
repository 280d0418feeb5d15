import type { AgentId } from '@debrief/contract';
import type { Findings } from '@debrief/redaction';
import { addFindings, type Redacted } from './redaction-ledger.ts';

/** How far one source has been read. */
export interface SourcePlace {
  part: string;
  path: string;
  offset: number;
  /** Digest of the bytes just before `offset`: tells the same file grown from another one in its place. */
  fence: string;
  /** Sources rewritten in place: digest per record id. */
  rows?: Record<string, string>;
}

/** What the server is told when the session opens. Fixed with the first batch, so that a retry repeats it. */
export interface Opening {
  title?: string;
  repoRoot?: string;
  gitBranch?: string;
  /** When the session began, in the server's form. */
  startedAt?: string;
  /** Whether a record states it, or it is the time of the transcript's file. */
  startedAtSource?: 'record' | 'file';
}

/** Everything known about one agent session. Plain JSON: it is what is kept on disk. */
export interface SessionState {
  /** Ours, random per spool and session; batch keys derive from it. */
  id: string;
  agentId: AgentId;
  externalId: string;
  /** Number of the last batch in the journal, and of the last one the server has. */
  batch: number;
  acked: number;
  /** Batches up to this one are not sent any more: a person deleted the session they belong to. */
  forgotten?: number;
  /** Batches after this one are sent event by event, since the server refused one whole. */
  single?: number;
  places: SourcePlace[];
  cwd?: string;
  gitBranch?: string;
  /** What the repository is called everywhere, as it was told; null where its folder has no remote. */
  repoRemote?: string | null;
  version?: string;
  /** Debrief sessions this agent session has been through so far; each continues the one before. */
  leg: number;
  openedLeg: number;
  sessionId?: string;
  closed?: boolean;
  /** When the agent said that the session is over; later changes overrule it. */
  endedAt?: number;
  events: number;
  /** Rule → how often, over all events so far. */
  redactions?: Findings;
  /** Records held back by a pause since the last event. */
  held?: number;
  lastRecordAt?: number;
  /** Records since the last one that stated its time. */
  trailing?: number;
  lastChangeAt: number;
  /** When the first record was made; absent where it states no time, and in sessions that earlier versions began. */
  startedAt?: number;
  /** When the first batch was made: a later change of the file was seen as it happened. */
  firstReadAt?: number;
}

/** What a batch in the journal adds to its session's state. */
export interface Step {
  places: SourcePlace[];
  events: number;
  redacted?: Redacted[];
  /** Records held back by a pause after the batch's last event. */
  held?: number;
  leg: number;
  cwd?: string;
  gitBranch?: string;
  version?: string;
  endedAt?: number;
  lastRecordAt?: number;
  trailing?: number;
  lastChangeAt: number;
  startedAt?: number;
  firstReadAt?: number;
}

export const keyOf = (agentId: string, externalId: string): string => `${agentId}/${externalId}`;

export function newSession(id: string, agentId: AgentId, externalId: string): SessionState {
  return {
    id,
    agentId,
    externalId,
    batch: 0,
    acked: 0,
    places: [],
    leg: 1,
    openedLeg: 0,
    events: 0,
    lastChangeAt: 0,
  };
}

export function applyStep(state: SessionState, batch: number, step: Step): void {
  const { places, events, redacted, held = 0, leg, ...facts } = step;
  for (const place of places) setPlace(state, place);
  Object.assign(state, facts);
  if (leg > state.leg) {
    state.leg = leg;
    state.closed = false;
  }
  state.batch = batch;
  state.events += events;
  for (const { rules } of redacted ?? []) state.redactions = addFindings(state.redactions ?? {}, rules);
  state.held = held;
}

/** Row digests are a delta: only what the batch carried. */
export function setPlace(state: SessionState, place: SourcePlace): void {
  const index = state.places.findIndex((one) => one.part === place.part);
  const before = state.places[index];
  const rows = place.rows && { ...before?.rows, ...place.rows };
  const merged = rows ? { ...place, rows } : place;
  if (index < 0) state.places.push(merged);
  else state.places[index] = merged;
}

/** More records without a time than agents put at the end of a session. */
const maxTrailing = 8;

/**
 * When something last happened in the session. The records decide where they state their times: the file of a
 * session of last year may have been copied today. A change seen as it happened counts in any case.
 */
export function lastActivityOf(state: SessionState): number {
  const { lastRecordAt, lastChangeAt, firstReadAt, trailing = 0 } = state;
  const isHistory = firstReadAt !== undefined && lastChangeAt <= firstReadAt;
  return isHistory && lastRecordAt !== undefined && trailing <= maxTrailing ? lastRecordAt : lastChangeAt;
}

export const isPending = (state: SessionState): boolean => state.acked < state.batch;
