import type { FoundMatch } from '@debrief/contract';
import type { Entry } from '@debrief/transcript';
import type {
  EditToRead,
  FoundFiles,
  FoundHit,
  NetFile,
  ReadAgain,
} from '../../domain/session/transcript-ports.ts';
import { answerQuestions } from '../../worker/worker-answer.ts';
import { changedFiles, netFile } from './changes.ts';
import { type FindQuery, findInEntry, findInPage, mayMatch } from './find.ts';
import { wholeEntry } from './whole.ts';

export type ReadingQuestion =
  | { kind: 'whole'; entries: readonly ReadAgain[] }
  | { kind: 'find'; query: FindQuery; pages: readonly { lane: number; page: number; body: Uint8Array }[] }
  | { kind: 'files'; pages: readonly Uint8Array[]; path?: string; from: number; limit: number }
  | { kind: 'net'; edits: readonly EditToRead[] }
  | {
      kind: 'find-whole';
      query: FindQuery;
      entries: readonly (ReadAgain & { lane: number; index: number })[];
    };

export type ReadingAnswer =
  | { kind: 'whole'; entries: (Entry | undefined)[] }
  | { kind: 'find'; hits: FoundHit[] }
  | ({ kind: 'files' } & FoundFiles)
  | ({ kind: 'net' } & NetFile)
  | { kind: 'find-whole'; matches: (FoundMatch | undefined)[] };

function answer(question: ReadingQuestion): ReadingAnswer {
  switch (question.kind) {
    case 'whole':
      return { kind: 'whole', entries: question.entries.map(readAgain) };
    case 'find':
      return {
        kind: 'find',
        hits: question.pages.flatMap(({ lane, page, body }) => findInPage(lane, page, body, question.query)),
      };
    case 'files':
      return { kind: 'files', ...changedFiles(question) };
    case 'net':
      return { kind: 'net', ...netFile(question.edits) };
    case 'find-whole':
      return {
        kind: 'find-whole',
        matches: question.entries.map((one) => {
          if (!mayMatch(one.events.map(({ payload }) => payload).join('\n'), question.query))
            return undefined;
          const whole = readAgain(one);
          return whole && findInEntry(whole, one.lane, one.index, question.query, one.stored);
        }),
      };
  }
}

const readAgain = ({ agentId, events, stored }: ReadAgain) => wholeEntry(agentId, events, stored);

answerQuestions<ReadingQuestion, ReadingAnswer>(answer);
