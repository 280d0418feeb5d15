import { readableConditions } from '../../domain/access/reader.ts';
import type { FailedIn, FailureStore, RepeatedFailureRecord } from '../../domain/lesson/ports.ts';
import type { OpenDatabase } from '../database.ts';

/** A session that goes on from another has its beginning, too: what failed there failed once. */
const isFirst = `not exists (select 1 from projection.session_statistics p
  where p.session_id = f.session_id and p.whole is not null)`;

/** What did not work in sessions; the projection has it of each session in rows (packages/lessons/src/failure.ts). */
export const failureStore = ({ rows, engine }: OpenDatabase): FailureStore => ({
  async repeated(organizationId, { from, to, reader, repository, fewest, limit }) {
    const values: unknown[] = [organizationId, from, to];
    const place = (value: unknown) => `$${values.push(value)}`;
    // SQLite takes the tables of a "cross join" as they stand: those of a repository are few.
    const joined =
      engine === 'sqlite' && repository !== undefined
        ? 'sessions s cross join projection.session_failures f'
        : 'projection.session_failures f join sessions s';
    const where = [
      "s.organization_id = $1 and s.secret_environment = 'live' and s.repository is not null",
      's.started_at > $2 and s.started_at <= $3 and f.started_at > $2 and f.started_at <= $3',
      ...(repository === undefined ? ['f.organization_id = $1'] : [`s.repository = ${place(repository)}`]),
      isFirst,
      ...readableConditions(reader, place),
    ].join(' and ');
    const found = await rows<RepeatedFailureRecord>(
      `select f.kind, f.command, s.repository, count(*) as sessions, sum(f.times) as times
        from ${joined} on s.session_id = f.session_id where ${where}
        group by f.kind, f.command, s.repository having count(*) >= ${place(fewest)}
        order by 4 desc, f.command, f.kind, s.repository limit ${place(limit)}`,
      values,
    );
    return found.map((one) => ({ ...one, sessions: Number(one.sessions), times: Number(one.times) }));
  },

  async failedIn(organizationId, { kind, command, repository }, { from, to, reader, limit }) {
    const values: unknown[] = [organizationId, from, to, repository, kind, command];
    const place = (value: unknown) => `$${values.push(value)}`;
    const readable = readableConditions(reader, place).map((one) => ` and ${one}`);
    const found = await rows<FailedIn>(
      `select f.session_id as "sessionId", f.sequence, s.title, s.started_at as "startedAt"
        from sessions s ${engine === 'sqlite' ? 'cross join' : 'join'} projection.session_failures f
          on f.session_id = s.session_id
        where s.organization_id = $1 and s.started_at > $2 and s.started_at <= $3 and s.repository = $4
          and s.secret_environment = 'live' and f.kind = $5 and f.command = $6 and ${isFirst}${readable.join('')}
        order by s.started_at desc, s.session_id desc limit ${place(limit)}`,
      values,
    );
    return found.map((one) => ({
      ...one,
      sequence: Number(one.sequence),
      startedAt: Number(one.startedAt),
    }));
  },
});
