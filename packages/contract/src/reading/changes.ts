import { type Static, Type } from 'typebox';
import { choice, cursor, nextCursor, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { count, lane, reading } from './reading.ts';

export const Hunk = Type.Object({
  oldStart: Type.Integer({ minimum: 0, description: '0 when the line is not known.' }),
  oldLines: count,
  newStart: count,
  newLines: count,
  lines: Type.Array(Type.String(), {
    description: "Each begins with ' ', '+' or '-'; '\\\\' says that the line before it has no line break.",
  }),
  unsure: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      description:
        'Places in `lines` whose white space at the beginning is not the file’s own: the agent recorded only a rendered form.',
    }),
  ),
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
        '`net`: `hunks` is the whole difference, to the byte; a patch can be made of it. `partial`: `hunks` is the difference as far as it is known, the rest is in `edits`. `edits`: the edits follow one another as they are.',
      ),
      doubt: Type.Optional(
        choice(
          ['command', 'changed', 'unseen', 'rendered', 'redacted', 'cut'],
          'What keeps it from being `net`. `command`: a command wrote the file. `changed`: the file was changed in between by something that is not recorded. `unseen`: what an edit replaced is not recorded. `rendered`: white space is recorded only as it was shown. `redacted`: a secret was taken out. `cut`: there is more than an answer holds.',
        ),
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
