import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { TranscriptEntry } from './entry.ts';
import { count, lane, reading } from './reading.ts';

export const GetTranscript = Type.Object({
  lane: Type.Optional(lane),
  at: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Sequence: the window is laid around the entry that this event is part of. Without `lane` the entry is looked for in every lane.',
    }),
  ),
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Number of the first entry. Default 0. Not together with `at`.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.transcriptWindow.default}; more than ${limits.transcriptWindow.max} is clamped. A window also ends at ${limits.transcriptWindow.bytes} bytes.`,
    }),
  ),
});
export type GetTranscript = Static<typeof GetTranscript>;

export const TranscriptWindow = Type.Object({
  ...reading,
  lane,
  from: Type.Integer({ minimum: 0, description: 'Number of the first entry here.' }),
  total: Type.Integer({ minimum: 0, description: 'Entries of the lane.' }),
  index: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of the entry that `at` asked for.' })),
  entries: Type.Array(TranscriptEntry),
});
export type TranscriptWindow = Static<typeof TranscriptWindow>;

export const GetSkeleton = Type.Object({
  lane: Type.Optional(lane),
  from: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only from the part on that holds this entry. Default 0.' }),
  ),
});
export type GetSkeleton = Static<typeof GetSkeleton>;

export const Skeleton = Type.Object({
  ...reading,
  lane,
  total: count,
  parts: Type.Array(
    Type.Object({
      from: Type.Integer({ minimum: 0, description: 'Number of the first entry of the part.' }),
      kinds: Type.String({ description: 'A character per entry, as `skeletonCodes.kinds` says.' }),
      outcomes: Type.String({ description: 'A character per entry; `-` where there is none.' }),
      flags: Type.String({ description: 'A base64url digit per entry: bits as `skeletonFlags` says.' }),
      sequences: Type.Array(Type.Integer(), {
        description: 'Sequence of each entry, as the difference to the one before; the first is absolute.',
      }),
    }),
  ),
});
export type Skeleton = Static<typeof Skeleton>;

export const EntryAnswer = Type.Object({
  ...reading,
  lane,
  index: Type.Integer({ minimum: 0 }),
  entry: TranscriptEntry,
  isWhole: Type.Boolean({
    description:
      'False when the log no longer yields the fields named in `entry.clipped`; they are cut then.',
  }),
});
export type EntryAnswer = Static<typeof EntryAnswer>;
