import { type Static, Type } from 'typebox';
import { choice, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { FileEdit, Hunk } from './changes.ts';
import { count, reading } from './reading.ts';

export const GetFileAt = Type.Object({
  path: printable(limits.path),
  at: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'After all edits that began at or before this event; the end by default.',
    }),
  ),
  line: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The lines around this one; by default around what the last edit did.',
    }),
  ),
});
export type GetFileAt = Static<typeof GetFileAt>;

const ShownHunk = Type.Object({
  ...Hunk.properties,
  from: Type.Array(Type.Integer({ minimum: -1 }), {
    description:
      'For each of `lines` the place in `edits` of the edit that put it in; -1 for what no edit did.',
  }),
});

/** Extension: a file as of an event. */
export const FileAt = Type.Object({
  ...reading,
  file: Type.Optional(
    Type.Object({
      path: Type.String({ description: 'As it is called by then.' }),
      exists: Type.Boolean({ description: 'False once it was deleted.' }),
      isWhole: Type.Boolean({
        description:
          'Every line of the file is known. Otherwise those in `hunks` are; what is between is not recorded.',
      }),
      isUnplaced: Type.Boolean({ description: 'Where in the file the last edit stands is not recorded.' }),
      lost: Type.Optional(
        Type.Object(
          {
            sequence: count,
            by: choice(
              ['command', 'changed'],
              '`command`: a command wrote the file, and what it wrote is not recorded. `changed`: what was seen or done here does not fit what was known: something that is not recorded changed the file.',
            ),
          },
          { description: 'What was known before this event no longer counts.' },
        ),
      ),
      hunks: Type.Array(ShownHunk, {
        description:
          'The lines that are known, with what the last edit did to them; numbers of lines as in a difference.',
      }),
      edits: Type.Array(FileEdit, { description: 'Those that `from` names, and the last one.' }),
      last: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Place in `edits` of the last edit by then.' }),
      ),
      states: Type.Array(count, {
        description: 'The events at which an edit of the file began, first to last, also those to come.',
      }),
      rows: Type.Object(
        { first: count, shown: count, total: count },
        { description: 'Of all lines of the hunks: which are here, counted from 0.' },
      ),
      isCut: Type.Boolean({ description: 'There are more edits than were put together.' }),
    }),
  ),
});
export type FileAt = Static<typeof FileAt>;
