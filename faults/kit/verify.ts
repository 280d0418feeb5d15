import { call } from './answer.ts';
import type { Ledger, Sent } from './ledger.ts';
import type { Team } from './team.ts';

export interface Verdict {
  /** Acknowledged batches that cannot be read, or not where the answer said. */
  lost: number;
  /** Batches that are there more than once. */
  duplicated: number;
  /** Sequences missing from 1…eventCount, or a count that is not the number of events. */
  gaps: number;
  /** Keys with more than one distinct acknowledgement. */
  divergent: number;
  /** Answers no fault explains. */
  unexpected: number;
}

export const clean: Verdict = { lost: 0, duplicated: 0, gaps: 0, divergent: 0, unexpected: 0 };

interface ReadEvent {
  sequence: number;
  payload: { key: string; index: number };
}

/** Reads everything back over the API and compares it with the ledger. */
export async function verify(
  url: string,
  team: Team,
  ledger: Ledger,
  why: (problem: string) => void = () => {},
): Promise<Verdict> {
  const verdict = { ...clean, unexpected: ledger.unexpected.length };
  for (const one of ledger.unexpected.slice(0, 5)) why(`unexpected answer ${one}`);
  for (const [sessionId, sent] of ledger.sessions) {
    const events = await readSession(url, team, sessionId, lastAcknowledged(sent));
    judgeSequences(sessionId, events, verdict, why);
    judgeBatches(sessionId, events.list, sent, verdict, why);
  }
  return verdict;
}

const lastAcknowledged = (sent: Map<string, Sent>) =>
  Math.max(
    0,
    ...[...sent.values()].flatMap(({ answers }) => [...answers].map((body) => JSON.parse(body).lastSequence)),
  );

interface SessionContent {
  list: ReadEvent[];
  eventCount: number;
}

/** What is queued durably may take a moment to be readable; what is acknowledged must become so. */
export async function readSession(
  url: string,
  team: Team,
  sessionId: string,
  expected: number,
): Promise<SessionContent> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const credential = await team.token();
    const found = await get(url, `/v1/organizations/me/sessions/${sessionId}`, credential);
    const { eventCount } = found.session as { eventCount: number };
    if (eventCount < expected && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const list: ReadEvent[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/v1/organizations/me/sessions/${sessionId}/events?limit=500${cursor ? `&cursor=${cursor}` : ''}`;
      const page = (await get(url, path, credential)) as { events: ReadEvent[]; nextCursor: string | null };
      list.push(...page.events);
      cursor = page.nextCursor;
    } while (cursor);
    return { list, eventCount };
  }
}

async function get(url: string, path: string, credential: string) {
  for (let attempt = 0; ; attempt++) {
    const answer = await call(url, { path, credential }).catch(() => undefined);
    if (answer?.status === 200) return JSON.parse(answer.body);
    if (attempt >= 50) throw new Error(`${path}: ${answer?.status} ${answer?.body}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function judgeSequences(
  sessionId: string,
  { list, eventCount }: SessionContent,
  verdict: Verdict,
  why: (problem: string) => void,
): void {
  const wrong = list.filter((event, index) => event.sequence !== index + 1).length;
  verdict.gaps += wrong + Math.abs(eventCount - list.length);
  if (wrong || eventCount !== list.length) {
    why(`${sessionId}: ${wrong} sequences out of place, ${list.length} events, eventCount ${eventCount}`);
  }
}

function judgeBatches(
  sessionId: string,
  events: readonly ReadEvent[],
  sent: Map<string, Sent>,
  verdict: Verdict,
  why: (problem: string) => void,
): void {
  const found = new Map<string, ReadEvent[]>();
  for (const event of events) found.set(event.payload.key, [...(found.get(event.payload.key) ?? []), event]);
  for (const [key, batch] of sent) {
    const there = found.get(key) ?? [];
    found.delete(key);
    if (there.length > batch.count) {
      verdict.duplicated++;
      why(`${sessionId} ${key}: ${there.length} events of ${batch.count}`);
    }
    if (batch.answers.size > 1 || batch.first > 1) {
      verdict.divergent++;
      why(`${sessionId} ${key}: ${[...batch.answers].join(' / ')}, ${batch.first} times as the first`);
    }
    const whole =
      there.length >= batch.count &&
      there.every((event, index) => event.payload.index === index % batch.count);
    for (const body of batch.answers) {
      const { firstSequence, lastSequence } = JSON.parse(body);
      if (
        !whole ||
        there[0]?.sequence !== firstSequence ||
        lastSequence - firstSequence + 1 !== batch.count
      ) {
        verdict.lost++;
        why(
          `${sessionId} ${key}: acknowledged ${firstSequence}–${lastSequence}, found ${there.map((event) => event.sequence)}`,
        );
      }
    }
    if (batch.answers.size === 0 && there.length > 0 && !whole) {
      verdict.lost++;
      why(`${sessionId} ${key}: not acknowledged and half there`);
    }
  }
  for (const key of found.keys()) {
    verdict.duplicated++;
    why(`${sessionId} ${key}: never sent`);
  }
}
