import { type Static, Type } from 'typebox';
import { choice, cursor, id, nextCursor, printable, text, timestamp } from './field.ts';
import { limits } from './limits.ts';

const count = Type.Integer({ minimum: 0 });
const lane = Type.Integer({
  minimum: 0,
  description: '0 is the main conversation; each sub-agent has its own.',
});

/** Extension: how far what is shown here follows the events. */
const reading = {
  state: choice(
    ['current', 'behind', 'unreadable'],
    '`behind`: folded up to `foldedTo` only, more is to come. `unreadable`: the records could not be folded; the raw events can still be read.',
  ),
  foldedTo: Type.Integer({ minimum: 0, description: 'The last sequence that is counted here.' }),
  eventCount: count,
};
export const Reading = Type.Object(reading);
export type Reading = Static<typeof Reading>;

/** An entry as packages/transcript makes it, without a sub-agent's own entries. */
export const TranscriptEntry = Type.Object(
  {
    id: Type.String({ description: 'Sequence and running number, such as `412.1`; stable.' }),
    kind: Type.String(),
    sequences: Type.Array(Type.Integer({ minimum: 1 })),
    clipped: Type.Optional(
      Type.Record(Type.String(), count, {
        description: 'Fields that were cut, and the characters each of them has in truth.',
      }),
    ),
  },
  { additionalProperties: true },
);
export type TranscriptEntry = Static<typeof TranscriptEntry>;

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

/** One character stands for each kind and outcome in a skeleton. */
export const skeletonCodes = {
  kinds: {
    prompt: 'p',
    reply: 'r',
    thinking: 't',
    plan: 'l',
    subagent: 'a',
    compaction: 'c',
    interruption: 'i',
    approval: 'v',
    decision: 'd',
    error: 'e',
    notice: 'n',
    'notice:context': 'x',
    unknown: 'u',
    'tool:shell': 'S',
    'tool:edit': 'E',
    'tool:write': 'W',
    'tool:read': 'R',
    'tool:search': 'F',
    'tool:web': 'N',
    'tool:todo': 'L',
    'tool:mcp': 'M',
    'tool:task': 'A',
    'tool:question': 'Q',
    'tool:other': 'O',
  },
  outcomes: { running: 'r', ok: 'o', error: 'e', denied: 'd', interrupted: 'i', unknown: 'u' },
} as const;

/** Bits of a flag; a flag is one digit of base64url. */
export const skeletonFlags = {
  error: 1,
  denied: 2,
  edit: 4,
  retracted: 8,
  decision: 16,
  clipped: 32,
} as const;

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

const turnTokens = Type.Object({ input: count, output: count, cache: count });

export const TranscriptLane = Type.Object({
  lane,
  agentId: Type.String({ description: "The agent's own name of the sub-agent." }),
  entry: Type.String({ description: 'Id of the entry that stands for the sub-agent in its parent.' }),
  parent: Type.Integer({ minimum: 0, description: 'Lane that entry is in.' }),
  total: count,
  tokens: Type.Optional(turnTokens),
  costUsd: Type.Optional(
    Type.Number({ description: 'Like `tokens`: of the sub-agent and of those it started itself.' }),
  ),
  costIsPartial: Type.Optional(Type.Boolean()),
});
export type TranscriptLane = Static<typeof TranscriptLane>;

export const Turn = Type.Object({
  turn: Type.Integer({ minimum: 0 }),
  prompt: Type.Optional(
    Type.Object({
      id: Type.String(),
      index: count,
      sequence: count,
      origin: Type.String(),
      text: Type.String({ description: 'First line, at most 300 characters.' }),
    }),
  ),
  entries: count,
  steps: count,
  edits: count,
  files: Type.Integer({ minimum: 0, description: 'Files changed.' }),
  errors: count,
  denials: count,
  decisions: count,
  subagents: count,
  compactions: count,
  commits: count,
  requests: count,
  tokens: turnTokens,
  costUsd: Type.Optional(Type.Number()),
  costIsPartial: Type.Boolean(),
  startedAt: Type.Optional(timestamp),
  endedAt: Type.Optional(timestamp),
  durationMs: Type.Optional(count),
  answer: Type.Optional(
    Type.String({ description: 'First line of the last reply, at most 300 characters.' }),
  ),
});
export type Turn = Static<typeof Turn>;

export const GetOutline = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of the first turn. Default 0.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Turns. Default ${limits.outlineTurns.default}; more than ${limits.outlineTurns.max} is clamped.`,
    }),
  ),
});
export type GetOutline = Static<typeof GetOutline>;

export const Outline = Type.Object({
  ...reading,
  from: count,
  totalTurns: count,
  turns: Type.Array(Turn),
  totalLanes: count,
  lanes: Type.Array(TranscriptLane, { description: 'Of sub-agents, the first thousand.' }),
  total: Type.Integer({ minimum: 0, description: 'Entries of the main conversation.' }),
});
export type Outline = Static<typeof Outline>;

export const Hunk = Type.Object({
  oldStart: Type.Integer({ minimum: 0, description: '0 when the line is not known.' }),
  oldLines: count,
  newStart: count,
  newLines: count,
  lines: Type.Array(Type.String(), { description: "Each begins with ' ', '+' or '-'." }),
  edits: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), { description: 'Places in `edits` it came from.' }),
  ),
});

export const FileEdit = Type.Object({
  entry: Type.String(),
  lane,
  index: count,
  turn: count,
  sequence: count,
  change: choice(['add', 'update', 'delete', 'move', 'command']),
  path: Type.String(),
  movedTo: Type.Optional(Type.String()),
  added: count,
  removed: count,
  isRetracted: Type.Optional(
    Type.Boolean({ description: 'Taken back by the agent; not part of the net change.' }),
  ),
  hunks: Type.Optional(
    Type.Array(Hunk, { description: 'What this edit alone did; only where the net change is not known.' }),
  ),
});
export type FileEdit = Static<typeof FileEdit>;

export const ChangedFile = Type.Object({
  path: Type.String(),
  was: Type.Optional(Type.String({ description: 'The path it was moved from.' })),
  change: choice(['add', 'update', 'delete', 'move', 'command']),
  added: Type.Integer({ minimum: 0, description: 'Lines that the edits added, all together.' }),
  removed: count,
  edits: count,
  commands: Type.Integer({
    minimum: 0,
    description: 'Commands that changed it; what they changed is not recorded.',
  }),
  retracted: Type.Integer({
    minimum: 0,
    description: 'Edits that were taken back; they count nowhere else.',
  }),
  first: Type.String({ description: 'Id of the first entry that changed it.' }),
  last: Type.String(),
});
export type ChangedFile = Static<typeof ChangedFile>;

export const GetChanges = Type.Object({
  path: Type.Optional(printable(limits.path)),
  cursor: Type.Optional(cursor),
});
export type GetChanges = Static<typeof GetChanges>;

export const Changes = Type.Object({
  ...reading,
  files: Type.Array(ChangedFile, { description: 'In the order of their first change; one with `path`.' }),
  totalFiles: count,
  nextCursor,
  /** With `path` only. */
  file: Type.Optional(
    Type.Object({
      known: choice(
        ['net', 'partial', 'edits'],
        '`net`: `hunks` is the whole difference. `partial`: `hunks` is the difference as far as it is known, the rest is in `edits`. `edits`: the edits follow one another as they are.',
      ),
      change: choice(['add', 'update', 'delete', 'move', 'none', 'command']),
      hunks: Type.Array(Hunk),
      added: count,
      removed: count,
      edits: Type.Array(FileEdit),
      isCut: Type.Boolean({ description: 'There was more than an answer holds.' }),
    }),
  ),
});
export type Changes = Static<typeof Changes>;

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
