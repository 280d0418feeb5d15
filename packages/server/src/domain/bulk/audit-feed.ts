import { type AuditLine, type FollowAudit, limits } from '@debrief/contract';
import type { GateActor, MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso, present } from '../present.ts';
import type { AuditRecord } from '../records.ts';
import { ocsfEvent } from './ocsf.ts';

/** Lines of JSON, each with its end. The reader keeps the number of the last one and comes back with it. */
export async function followAudit(
  context: Context,
  { organizationId }: MemberActor | GateActor,
  { after = 0, limit = limits.auditFeed, format = 'ndjson', values = 'false' }: FollowAudit,
): Promise<string[]> {
  const most = Math.min(limit, limits.auditFeed);
  const entries = await context.store.audit.feed(organizationId, after, most);
  const emails = values === 'true' ? await emailsOf(context, organizationId) : undefined;
  return entries.map((entry) => {
    const line = auditLine(entry, emails);
    return `${JSON.stringify(format === 'ocsf' ? ocsfEvent(line, organizationId) : line)}\n`;
  });
}

/** Ids alone, unless e-mail addresses are there to be told: then all that is kept. */
function auditLine(
  { organizationId: _, feedNumber, at, ip, userAgent, ...entry }: AuditRecord & { feedNumber: number },
  emails: ReadonlyMap<string, string> | undefined,
): AuditLine {
  return present({
    number: feedNumber,
    ...entry,
    at: iso(at),
    ...(emails && { ip, userAgent, actorEmail: emails.get(entry.actorId ?? '') ?? null }),
  });
}

async function emailsOf(context: Context, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const members = await context.store.member.list(organizationId);
  return new Map(members.map(({ userId, email }) => [userId, email]));
}
