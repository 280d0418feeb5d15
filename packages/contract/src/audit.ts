import { type Static, Type } from 'typebox';
import { choice, cursor, id, instant, nextCursor, timestamp } from './field.ts';
import { limits } from './limits.ts';

/** What the audit log records (docs/api.md, Extensions). */
export const auditActions = [
  'sign_in',
  'sign_in_failed',
  'password_changed',
  'organization_created',
  'organization_renamed',
  'member_invited',
  'member_activated',
  'invitation_link_issued',
  'member_role_changed',
  'member_removed',
  'account_disabled',
  'account_enabled',
  'secret_issued',
  'secret_revoked',
  'environment_revoked',
  'machine_key_issued',
  'machine_key_rotated',
  'machine_key_rotation_asked',
  'machine_key_revoked',
  'machine_keys_required',
  'machine_keys_not_required',
  'environment_author_set',
  'environment_author_cleared',
  'environment_sessions_given',
  'claim_requested',
  'claim_accepted',
  'claim_declined',
  'terminal_signed_in',
  'terminal_signed_out',
  'installation_created',
  'installation_changed',
  'session_read',
  'session_renamed',
  'session_labelled',
  'session_unlabelled',
  'finding_decided',
  'finding_decision_withdrawn',
  'findings_policy_changed',
  'rule_quieted',
  'rule_restored',
  'session_deleted',
  'link_added',
  'link_removed',
  'integration_created',
  'integration_removed',
  'thread_opened',
  'thread_resolved',
  'comment_edited',
  'comment_deleted',
  'review_submitted',
  'review_withdrawn',
  'review_dismissed',
  'assignee_added',
  'assignee_removed',
  'policy_changed',
  'sample_loaded',
  'sample_removed',
  'user_deleted',
  'organization_deleted',
  'role_denied',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: timestamp,
  action: Type.String(),
  outcome: choice(['ok', 'refused']),
  actorId: Type.Optional(Type.String({ description: 'User or secret id; absent for the operator.' })),
  targetId: Type.Optional(Type.String()),
  targetTitle: Type.Optional(Type.String({ description: 'Of a session that is still there: its title.' })),
  ip: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
  channel: Type.Optional(Type.String({ description: 'With `session_read`: what of the session was shown.' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const ListAudit = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.auditPage.default}; more than ${limits.auditPage.max} is clamped.`,
    }),
  ),
  cursor: Type.Optional(cursor),
  action: Type.Optional(choice(auditActions)),
  actorId: Type.Optional(id('`usr_…` or `sec_…`')),
  from: Type.Optional(instant),
  to: Type.Optional(instant),
  order: Type.Optional(
    choice(
      ['newest', 'oldest'],
      'Default `newest`. A program that reads on from where it was takes `oldest`.',
    ),
  ),
});
export type ListAudit = Static<typeof ListAudit>;

export const AuditPage = Type.Object({ entries: Type.Array(AuditEntry), nextCursor });
export type AuditPage = Static<typeof AuditPage>;
