import type { TranscriptEntry } from '@debrief/contract';
import type { Static } from 'typebox';
import { figuresWithoutContent, isHeld, withoutContent as recordOf } from '../../domain/access/reader.ts';
import type { Context } from '../../domain/context.ts';
import { findingId } from '../../domain/findings/finding.ts';
import { linksOfSession } from '../../domain/link/linked.ts';
import type { ListedSession } from '../../domain/records.ts';
import { readingAt } from '../../domain/session/reading.ts';
import type { Figures } from '../../domain/session/statistics.ts';
import type { Row, TableRows } from './tables.ts';

type Entry = Static<typeof TranscriptEntry>;
type Add = <Name extends keyof TableRows>(table: Name, row: Row<Name>) => void;

const atOnce = { entries: 200, bytes: 1024 * 1024, turns: 500 };
const maxLanes = 1000;
const billionths = 1e9;

/**
 * Everything of one session, row by row. Text is in it: the writer leaves out what was not asked for. Of one that its
 * author has not shared yet there is its record alone: what is written here is given to others.
 */
export async function addRows(context: Context, session: ListedSession, add: Add): Promise<void> {
  if (isHeld(session, context.clock())) {
    addSession(withoutContent(session), add);
    return;
  }
  addSession(session, add);
  await addTurns(context, session, add);
  await addEntries(context, session, add);
  await addFindings(context, session, add);
  await addLinks(context, session, add);
  await addReviews(context, session, add);
}

const withoutContent = (session: ListedSession): ListedSession => ({
  ...recordOf(session),
  figures: session.figures === null ? null : figuresWithoutContent(session.figures),
});

const keyOf = ({ organizationId, sessionId }: ListedSession) => ({
  organization_id: organizationId,
  session_id: sessionId,
});

const timeOf = (given: string | number | null | undefined): Date | null => {
  if (given === null || given === undefined) return null;
  const time = new Date(given);
  // Records may say anything.
  return Number.isNaN(time.getTime()) ? null : time;
};

function addSession(session: ListedSession, add: Add): void {
  const { figures, high, medium, low } = session;
  const known = figures === null ? undefined : (JSON.parse(figures) as Figures);
  add('sessions', {
    ...keyOf(session),
    agent_id: session.agentId,
    status: session.status,
    secret_environment: session.secretEnvironment,
    environment_id: session.environmentId,
    author_user_id: session.authorUserId,
    repository: session.repository,
    started_at: timeOf(session.startedAt),
    ended_at: timeOf(session.endedAt),
    events: session.eventCount,
    ...(known && {
      ...{ prompts: known.prompts, tools: known.tools, errors: known.errors, denials: known.denials },
      ...{ edits: known.edits, files: known.files },
      ...{ lines_added: known.linesAdded, lines_removed: known.linesRemoved },
      ...{ tokens_input: known.tokens.input, tokens_output: known.tokens.output },
      ...{ tokens_cache_read: known.tokens.cacheRead, tokens_cache_write: known.tokens.cacheWrite },
      ...{ cost_usd: known.costUsd, cost_is_partial: known.costIsPartial },
      ...{ active_ms: known.activeMs, outcome: known.outcome?.kind },
    }),
    ...{ high, medium, low },
    title: known?.title ?? session.title,
    git_branch: session.gitBranch,
  });
}

async function addTurns({ store }: Context, session: ListedSession, add: Add): Promise<void> {
  for (let from = 0; ; from += atOnce.turns) {
    const { turns } = await store.transcript.turns(session.sessionId, from, atOnce.turns);
    for (const { turn, start, usage, from: begun, to, answer } of turns) {
      add('turns', {
        ...keyOf(session),
        ...{ turn, sequence: start?.sequence, started_at: timeOf(begun), ended_at: timeOf(to) },
        ...{ requests: usage.requests, tokens_input: usage.input, tokens_output: usage.output },
        ...{ tokens_cache: usage.cache, cost_usd: usage.cost / billionths, prompt: start?.text, answer },
      });
    }
    if (turns.length < atOnce.turns) return;
  }
}

async function addEntries(context: Context, session: ListedSession, add: Add): Promise<void> {
  const { transcript } = context.store;
  const { reading, foldedAt } = await readingAt(context, session);
  const asked = { limit: atOnce.entries, bytes: atOnce.bytes, foldedTo: reading.foldedTo, foldedAt };
  const { lanes } = await transcript.lanes(session.sessionId, maxLanes);
  for (const lane of [0, ...lanes.map((one) => one.lane)]) {
    for (let from = 0; ; ) {
      const { count, json } = await transcript.window(session.sessionId, { ...asked, lane, from });
      if (count === 0) break;
      const entries = JSON.parse(`[${Buffer.concat(json).toString()}]`) as Entry[];
      for (const entry of entries) addEntry(session, lane, entry, add);
      from += count;
    }
  }
}

function addEntry(session: ListedSession, lane: number, entry: Entry, add: Add): void {
  if (!('outcome' in entry)) return;
  const place = { entry_id: entry.id, sequence: entry.sequences[0], lane };
  const is_retracted = entry.retracted === true;
  add('calls', {
    ...keyOf(session),
    ...place,
    ...{ kind: entry.kind, tool: entry.tool, name: entry.name, outcome: entry.outcome },
    ...{ exit_code: entry.exitCode, duration_ms: entry.durationMs, called_at: timeOf(entry.at) },
    ...{ model: entry.model, is_retracted, title: entry.title, output: entry.output },
    input: entry.input === undefined ? null : JSON.stringify(entry.input),
  });
  const changes = entry.kind === 'tool' ? (entry.changes ?? []) : [];
  for (const { path, change, movedTo, added, removed } of changes) {
    add('edits', {
      ...keyOf(session),
      ...place,
      path,
      change,
      moved_to: movedTo,
      added,
      removed,
      is_retracted,
    });
  }
}

async function addFindings({ store }: Context, session: ListedSession, add: Add): Promise<void> {
  const { organizationId, sessionId } = session;
  const found = await store.judgement.find(sessionId);
  if (!found) return;
  const decisions = await store.finding.dispositions(organizationId, sessionId);
  const byId = new Map(decisions.map((one) => [findingId(one), one]));
  for (const one of found.findings) {
    const decided = byId.get(findingId(one));
    const { rule, severity, sequence, why } = one;
    const judged = { verdict: decided?.verdict, decided_by: decided?.decidedBy };
    add('findings', { ...keyOf(session), rule, severity, sequence, ...judged, why });
  }
  for (const { sequence, of, about, support, text } of found.claims) {
    add('claims', { ...keyOf(session), sequence, of, about, support, text });
  }
}

async function addLinks(context: Context, session: ListedSession, add: Add): Promise<void> {
  const { organizationId, sessionId } = session;
  const links = await linksOfSession(context, organizationId, sessionId);
  const shas = links.map(({ sha }) => sha);
  const commits = await context.store.commit.findAll(organizationId, shas);
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  for (const { sha, strength, byHand, lines } of links) {
    const commit = bySha.get(sha);
    const of = { commit_lines: commit?.lineCount, committed_at: timeOf(commit?.committedAt) };
    add('links', { ...keyOf(session), sha, strength, by_hand: byHand, lines, ...of });
  }
}

async function addReviews({ store }: Context, session: ListedSession, add: Add): Promise<void> {
  const picture = await store.review.picture(session.sessionId);
  for (const review of picture?.reviews ?? []) {
    add('reviews', {
      ...keyOf(session),
      ...{ review_id: review.reviewId, reviewer_id: review.reviewerId, outcome: review.outcome },
      ...{ through_sequence: review.throughSequence, is_own: review.isOwn, body: review.body },
      ...{ created_at: timeOf(review.createdAt), withdrawn_at: timeOf(review.withdrawnAt) },
    });
  }
}
