import type { FoundMatch } from '@debrief/contract';
import type { ClippedEntry } from '@debrief/transcript';
import type { EventLog } from '../../../domain/session/log-ports.ts';
import type {
  AskedPlace,
  FileAtToRead,
  FileToRead,
  FoundFile,
  FoundFiles,
  FoundInPages,
  FoundPlace,
  SessionToRead,
} from '../../../domain/session/transcript-ports.ts';
import { wholeEntry } from '../whole.ts';
import { withEvents } from '../with-events.ts';
import { changedFiles, netFile } from './changes.ts';
import { findPlace } from './entry-place.ts';
import { editsOfFile, fileAsOf } from './file-at.ts';
import { type FindQuery, findInEntry, hitsInPage, mayMatch } from './find.ts';

/** The thread's side of reading.ts. It reads the events of a session itself: they may be many megabytes. */

export type ReadingQuestion =
  | { kind: 'whole'; session: SessionToRead; entry: string }
  | { kind: 'place'; session: SessionToRead; entry: string; asked: AskedPlace }
  | {
      kind: 'find';
      session: SessionToRead;
      query: FindQuery;
      start: number;
      milliseconds: number;
      pages: readonly { lane: number; page: number; body: Uint8Array }[];
    }
  | { kind: 'files'; pages: readonly Uint8Array[]; path?: string; from: number; limit: number }
  | ({ kind: 'net'; session: SessionToRead } & FileToRead)
  | { kind: 'file'; pages: readonly Uint8Array[]; path: string; at: number }
  | ({ kind: 'at'; session: SessionToRead } & FileAtToRead);

type ReadingLog = Pick<EventLog, 'read'>;

export async function answerReading(
  log: ReadingLog,
  question: ReadingQuestion,
): Promise<Uint8Array | FoundInPages | FoundFiles | FoundFile | FoundPlace | undefined> {
  switch (question.kind) {
    case 'whole': {
      const entry = await readAgain(log, question.session, JSON.parse(question.entry) as ClippedEntry);
      return entry && jsonBytes(entry);
    }
    case 'place':
      return findPlace(JSON.parse(question.entry) as ClippedEntry, question.asked, (stored) =>
        readAgain(log, question.session, stored),
      );
    case 'find':
      return find(log, question);
    case 'files':
      return changedFiles(question);
    case 'net':
      return jsonBytes(await netFile(question, (stored) => readAgain(log, question.session, stored)));
    case 'file':
      return editsOfFile(question);
    case 'at':
      return jsonBytes(await fileAsOf(question, (stored) => readAgain(log, question.session, stored)));
  }
}

/** In memory of its own, so that it can be handed over. */
function jsonBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

async function readAgain(log: ReadingLog, session: SessionToRead, stored: ClippedEntry) {
  const again = await withEvents(log, session, stored);
  return again && wholeEntry(again.agentId, again.events, stored);
}

async function find(
  log: ReadingLog,
  question: Extract<ReadingQuestion, { kind: 'find' }>,
): Promise<FoundInPages> {
  const { session, query, start, milliseconds, pages } = question;
  const until = performance.now() + milliseconds;
  const matches: FoundMatch[] = [];
  let looked = 0;
  for (const { lane, page, body } of pages) {
    for (const { index, entry, match } of hitsInPage(lane, page, body, query)) {
      if (index < start) continue;
      // At least one, so that whoever asks again gets further.
      if (looked++ > 0 && performance.now() > until) return { matches, stoppedAt: index };
      const found = match ?? (await findInWhole(log, session, { lane, index, entry, query }));
      if (found) matches.push(found);
    }
  }
  return { matches };
}

/** Looks through the cut fields of an entry. */
async function findInWhole(
  log: ReadingLog,
  session: SessionToRead,
  { lane, index, entry, query }: { lane: number; index: number; entry: ClippedEntry; query: FindQuery },
): Promise<FoundMatch | undefined> {
  const again = await withEvents(log, session, entry);
  if (!again) return undefined;
  if (!mayMatch(again.events.map(({ payload }) => payload).join('\n'), query)) return undefined;
  const whole = wholeEntry(again.agentId, again.events, entry);
  return whole && findInEntry(whole, lane, index, query, entry);
}
