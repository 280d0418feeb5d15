import { type Static, Type } from 'typebox';
import { printable } from '../field.ts';
import { limits } from '../limits.ts';

const RetentionDays = Type.Union([Type.Integer({ minimum: 1, maximum: limits.retentionDays }), Type.Null()], {
  description:
    'So many days after its end, and the last that came of it, a session is deleted; null: it is kept.',
});

/** Extension: how long sessions are kept where an organization says so, in place of what the server does. */
export const RetentionPolicy = Type.Object({
  days: Type.Optional({ ...RetentionDays, description: 'Of all sessions. Absent: what the server does.' }),
  repositories: Type.Array(
    Type.Object({
      repository: {
        ...printable(limits.path),
        description: 'Its remote as git has it, or `repository` of a session.',
      },
      days: RetentionDays,
    }),
    {
      maxItems: limits.retentionRepositories,
      description: 'Of one repository, longer or shorter: it takes the place of `days`.',
    },
  ),
});
export type RetentionPolicy = Static<typeof RetentionPolicy>;

export const Retention = Type.Object({
  policy: RetentionPolicy,
  serverDays: Type.Optional(
    Type.Integer({ minimum: 1, description: 'What the server does; absent: sessions are kept.' }),
  ),
});
export type Retention = Static<typeof Retention>;
