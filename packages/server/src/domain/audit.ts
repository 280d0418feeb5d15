import type { AuditAction, AuditPage, ListAudit } from '@debrief/contract';
import { limits } from '@debrief/contract';
import type { Actor, MemberActor } from './actor.ts';
import type { Context } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { newId } from './id.ts';
import { iso, present } from './present.ts';
import type { AuditRecord } from './records.ts';
import { sessionTitles } from './session/statistics.ts';

export interface Deed {
  action: AuditAction;
  organizationId?: string;
  actorId?: string;
  targetId?: string;
  outcome?: 'ok' | 'refused';
}

type Recording = Pick<Context, 'store' | 'clock' | 'request'>;

export async function record(context: Recording, deed: Deed): Promise<void> {
  await context.store.audit.add(auditRecord(context, deed));
}

export function auditRecord(context: Recording, deed: Deed): AuditRecord {
  return {
    auditId: newId('aud'),
    organizationId: deed.organizationId ?? null,
    at: context.clock(),
    action: deed.action,
    outcome: deed.outcome ?? 'ok',
    actorId: deed.actorId ?? null,
    targetId: deed.targetId ?? null,
    ip: context.request?.ip ?? null,
    userAgent: context.request?.userAgent?.slice(0, 256) ?? null,
    requestId: context.request?.requestId ?? null,
    channel: null,
  };
}

export const actorId = (actor: Actor): string | undefined =>
  actor.kind === 'member' ? actor.userId : actor.kind === 'secret' ? actor.secretId : undefined;

/** Records what a member did in their organization. */
export const recordDeed = (context: Context, actor: MemberActor, action: AuditAction, targetId: string) =>
  record(context, { action, organizationId: actor.organizationId, actorId: actor.userId, targetId });

export async function listAudit(context: Context, actor: MemberActor, input: ListAudit): Promise<AuditPage> {
  const limit = Math.min(input.limit ?? limits.auditPage.default, limits.auditPage.max);
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['number', 'string']);
  const { action, actorId: by, from, to, order } = input;
  const found = await context.store.audit.list(actor.organizationId, {
    limit: limit + 1,
    ...(action && { action }),
    ...(by && { actorId: by }),
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) }),
    ...(order === 'oldest' && { isOldestFirst: true }),
    ...(after && { after: { at: after[0] as number, auditId: after[1] as string } }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const targets = page.flatMap(({ targetId }) => (targetId?.startsWith('ses_') ? [targetId] : []));
  const titles = await sessionTitles(context, actor, targets);
  return {
    entries: page.map(({ organizationId: _, at, ...rest }) =>
      present({ ...rest, at: iso(at), targetTitle: titles.get(rest.targetId ?? '') ?? null }),
    ),
    nextCursor: found.length > limit && last ? encodeCursor([last.at, last.auditId]) : null,
  };
}
