import { type Static, Type } from 'typebox';
import { exportParts } from '../bulk/export.ts';
import { choice, cursor, several } from '../field.ts';

/** What is stored of a member, by what it is of; the rows of each are in the download. */
export const ownDataKinds = [
  'membership',
  'sign_in',
  'account',
  'machine',
  'claim_request',
  'terminal',
  'token',
  'secret',
  'session',
  'title',
  'label',
  'comment',
  'thread',
  'mention',
  'review',
  'assignment',
  'asked_reviewer',
  'mark',
  'tick',
  'seen',
  'finding_decision',
  'link_decision',
  'pull_decision',
  'access_request',
  'redaction',
  'redaction_job',
  'deletion',
  'data_request',
  'organization_ending',
  'legal_hold_deed',
  'lesson',
  'lesson_version',
  'lesson_step',
  'view',
  'inbox_line',
  'inbox_settings',
  'mail_due',
  'mail_state',
  'policy_change',
  'integration',
  'endpoint',
  'told_deed',
  'deed',
  'reader',
] as const;
export type OwnDataKind = (typeof ownDataKinds)[number];

/** Extension: how much of each kind is stored of the caller. */
export const OwnData = Type.Object({
  stored: Type.Array(
    Type.Object({
      of: choice(ownDataKinds, 'docs/privacy.md says what each is.'),
      count: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type OwnData = Static<typeof OwnData>;

export const DownloadOwnData = Type.Object({
  cursor: Type.Optional(cursor),
  include: Type.Optional(
    several(choice(exportParts), 'Repeatable: only these beside the sessions. Default: all of them.'),
  ),
});
export type DownloadOwnData = Static<typeof DownloadOwnData>;

/** A line of the download that is none of an export. */
export const StoredLine = Type.Object(
  {
    kind: Type.Literal('stored'),
    of: choice(ownDataKinds),
    rows: Type.Array(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
        description: 'Columns as they are stored; times in ISO 8601.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type StoredLine = Static<typeof StoredLine>;

export const OwnDataLines = Type.String({
  description:
    'Lines of JSON, each with a `kind`. First `stored` (`of` and `rows`, some at a time): everything that is kept about the ' +
    'caller beside the content of their sessions. Then the lines of an export for each session they are the author of, ' +
    'held ones included, and `complete`. Where that is missing, ask again with the last `cursor`: the sessions go on there.',
});
