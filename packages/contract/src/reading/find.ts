import { type Static, Type } from 'typebox';
import { cursor, id, nextCursor, printable, text } from '../field.ts';
import { limits } from '../limits.ts';
import { count, lane, reading } from './reading.ts';

export const FindInSession = Type.Object({
  q: text(limits.searchText, {
    min: 1,
    description: 'All words must occur in one text, in any case; "in quotes" means exactly this text.',
  }),
  kinds: Type.Optional(
    Type.Array(printable(40), {
      maxItems: 30,
      description: 'Repeatable: kinds of entries (`prompt`, `tool` …) or of tools (`tool:shell` …).',
    }),
  ),
  lane: Type.Optional(lane),
  after: Type.Optional({ ...cursor, description: 'Opaque position from `nextCursor`.' }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.findMatches.default}; more than ${limits.findMatches.max} is clamped.`,
    }),
  ),
});
export type FindInSession = Static<typeof FindInSession>;

export const FoundMatch = Type.Object({
  lane,
  index: count,
  entry: id('Of the entry.'),
  sequence: count,
  kind: Type.String(),
  part: Type.String({ description: 'Field of the entry: `text`, `output`, `title`, `input.command` …' }),
  start: Type.Integer({ minimum: 0, description: 'Of the match in that field, in UTF-16 units.' }),
  end: count,
  isClipped: Type.Boolean({ description: 'The match is in what was cut off: the whole entry has it.' }),
  snippet: Type.String(),
  matches: Type.Array(Type.Array(count, { minItems: 2, maxItems: 2 }), {
    description: 'Start and end of each match in `snippet`.',
  }),
});
export type FoundMatch = Static<typeof FoundMatch>;

export const FoundMatches = Type.Object({
  ...reading,
  matches: Type.Array(FoundMatch, {
    description: 'Main conversation first, then lane by lane, in reading order.',
  }),
  total: Type.Integer({ minimum: 0, description: 'Entries that match, as far as was searched.' }),
  isComplete: Type.Boolean({
    description:
      'False when the search ran out of time: `total` covers a part, and `nextCursor` goes on from there.',
  }),
  nextCursor,
});
export type FoundMatches = Static<typeof FoundMatches>;
