import { type Static, Type } from 'typebox';
import { AuditEntry } from '../audit.ts';
import { choice } from '../field.ts';
import { limits } from '../limits.ts';
import { closed } from '../route.ts';

export const FollowAudit = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The number of the last entry that the reader has; default 0, from the beginning.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default and at most ${limits.auditFeed}. Fewer lines say that there is nothing more for now.`,
    }),
  ),
  format: Type.Optional(
    choice(['ndjson', 'ocsf'], 'Default `ndjson`: entries as on the route of the log. `ocsf`: OCSF 1.4.'),
  ),
  values: Type.Optional(
    choice(
      ['true', 'false'],
      'With addresses, programs and e-mail addresses of people; default `false`: ids alone.',
    ),
  ),
});
export type FollowAudit = Static<typeof FollowAudit>;

/** A line of the feed. */
export const AuditLine = closed(
  Type.Object({
    number: Type.Integer({ minimum: 1, description: 'What `after` takes.' }),
    ...AuditEntry.properties,
    actorEmail: Type.Optional(Type.String()),
  }),
);
export type AuditLine = Static<typeof AuditLine>;

export const AuditFeed = Type.String({
  description:
    'A line of JSON for each entry, oldest first. Every entry has a number, given once; `after` is the number of the last ' +
    'one that the reader has: nothing is skipped and nothing comes twice, whoever writes at the same time. With `ndjson` a ' +
    'line has `number` and the fields of an audit entry, with `ocsf` it is an event of OCSF with the number as ' +
    '`metadata.sequence` and the id of the entry as `metadata.uid`.',
});
