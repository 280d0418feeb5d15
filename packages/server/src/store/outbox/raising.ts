import type { OutboxStore, UnraisedSession } from '../../domain/outbox/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';
import { slices } from '../review/slices.ts';

type Raising = Pick<OutboxStore, 'unraised' | 'raise' | 'noteSilent'>;

const wants = (type: string) => `e.off_at is null and e.types like '% ${type} %'`;

/** What is found out by looking, not done by somebody: a row here says that it was told, and makes the outbox's. */
export const raisingStore = ({ db, engine, rows }: OpenDatabase): Raising => ({
  async unraised(since, limit) {
    const found = await rows<UnraisedSession>(
      `select s.session_id as "sessionId", s.organization_id as "organizationId", f.mark, f.folded_to as "foldedTo"
        from sessions s join projection.session_findings f on f.session_id = s.session_id
        left join judged_sessions j on j.session_id = s.session_id
        where s.started_at >= $1 and f.high + f.medium + f.low > 0
          and (j.session_id is null or j.mark <> f.mark or j.folded_to <> f.folded_to)
          and exists (select 1 from outbox_endpoints e where e.organization_id = s.organization_id
            and ${wants('finding.raised')} and s.updated_at >= e.created_at)
        order by s.started_at limit $2`,
      [since, limit],
    );
    return found.map((row) => ({ ...row, foldedTo: Number(row.foldedTo) }));
  },

  raise: ({ organizationId, sessionId, mark, foldedTo }, findings, at) =>
    db.transaction().execute(async (transaction) => {
      if (!(await lockSession(transaction, engine, sessionId, organizationId))) return;
      const judged = { sessionId, organizationId, mark, foldedTo };
      await transaction
        .insertInto('judgedSessions')
        .values(judged)
        .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(judged))
        .execute();
      const raised = findings.map((one) => ({ ...one, sessionId, organizationId, raisedAt: at }));
      for (const some of slices(raised)) {
        await transaction
          .insertInto('raisedFindings')
          .values(some)
          .onConflict((conflict) => conflict.columns(['sessionId', 'findingId']).doNothing())
          .execute();
      }
    }),

  async noteSilent(from, to) {
    const wanted = await rows<{ organizationId: string }>(
      `select distinct e.organization_id as "organizationId" from outbox_endpoints e where ${wants('session.silent')}`,
      [],
    );
    for (const { organizationId } of wanted) {
      await rows(
        `insert into silent_sessions (session_id, organization_id, event_count)
          select s.session_id, s.organization_id, s.event_count from sessions s
          where s.organization_id = $1 and s.status = 'active' and s.updated_at >= $2 and s.updated_at < $3
          on conflict (session_id) do update set event_count = excluded.event_count
          where silent_sessions.event_count <> excluded.event_count`,
        [organizationId, from, to],
      );
    }
  },
});
