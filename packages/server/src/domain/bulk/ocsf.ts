import type { AuditAction, AuditLine } from '@debrief/contract';

/**
 * An entry of the audit log as an event of OCSF 1.4, all of the category Identity & Access Management: sign-ins are
 * Authentication (3002), what is done to an account is Account Change (3001), all else Entity Management (3004).
 */

const schemaVersion = '1.4.0';
const iam = 3;
const [accountChange, authentication, entityManagement] = [1, 2, 4] as const;

type Kind = readonly [
  classNumber: typeof accountChange | typeof authentication | typeof entityManagement,
  activity: number,
];

const other = 99;
const names: Record<number, Record<number, string>> = {
  [accountChange]: { 1: 'Create', 2: 'Enable', 3: 'Password Change', 5: 'Disable', 6: 'Delete', 99: 'Other' },
  [authentication]: { 1: 'Logon', 2: 'Logoff' },
  [entityManagement]: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete', 99: 'Other' },
};

const create: Kind = [entityManagement, 1];
const read: Kind = [entityManagement, 2];
const update: Kind = [entityManagement, 3];
const remove: Kind = [entityManagement, 4];

/** All others change something that is there. */
const kinds: Partial<Record<AuditAction, Kind>> = {
  legal_hold_set: create,
  legal_hold_lifted: remove,
  sign_in: [authentication, 1],
  sign_in_failed: [authentication, 1],
  terminal_signed_in: [authentication, 1],
  terminal_signed_out: [authentication, 2],
  password_changed: [accountChange, 3],
  member_invited: [accountChange, 1],
  member_activated: [accountChange, 2],
  invitation_link_issued: [accountChange, other],
  member_role_changed: [accountChange, other],
  member_removed: [accountChange, 6],
  account_disabled: [accountChange, 5],
  account_enabled: [accountChange, 2],
  user_deleted: [accountChange, 6],
  organization_created: create,
  organization_deleted: remove,
  organization_exported: read,
  secret_issued: create,
  secret_revoked: remove,
  environment_revoked: remove,
  machine_key_issued: create,
  machine_key_revoked: remove,
  token_issued: create,
  token_revoked: remove,
  installation_created: create,
  session_read: read,
  session_deleted: remove,
  link_added: create,
  link_removed: remove,
  integration_created: create,
  integration_removed: remove,
  endpoint_added: create,
  endpoint_removed: remove,
  endpoint_tested: read,
  thread_opened: create,
  comment_deleted: remove,
  review_submitted: create,
  review_withdrawn: remove,
  sample_loaded: create,
  sample_removed: remove,
  role_denied: [entityManagement, other],
};

/** What an id is of, by its prefix; the organization where a deed is about no record. */
const entityTypes: Record<string, string> = {
  ses: 'Session',
  usr: 'User',
  sec: 'Secret',
  env: 'Environment',
  ins: 'Installation',
  tok: 'Token',
  org: 'Organization',
};

export function ocsfEvent(line: AuditLine, organizationId: string): Record<string, unknown> {
  const { action, outcome, auditId, number, actorId, targetId, ip, userAgent, requestId, channel } = line;
  const [classNumber, activity] = kinds[action as AuditAction] ?? update;
  const classUid = iam * 1000 + classNumber;
  const isFailure = outcome === 'refused';
  const person = actorId && { uid: actorId, ...(line.actorEmail && { email_addr: line.actorEmail }) };
  const target = targetId ?? organizationId;
  const type = entityTypes[target.slice(0, 3)];
  return {
    activity_id: activity,
    activity_name: names[classNumber]?.[activity],
    category_uid: iam,
    category_name: 'Identity & Access Management',
    class_uid: classUid,
    type_uid: classUid * 100 + activity,
    severity_id: 1,
    status_id: isFailure ? 2 : 1,
    time: Date.parse(line.at),
    metadata: {
      version: schemaVersion,
      product: { name: 'Debrief', vendor_name: 'Debrief' },
      uid: auditId,
      sequence: number,
      event_code: action,
      tenant_uid: organizationId,
      ...(requestId && { correlation_uid: requestId }),
    },
    ...(person && { actor: { user: person } }),
    ...subjectOf(classNumber, { person, target, type }),
    ...(ip && { src_endpoint: { ip } }),
    ...(userAgent && { http_request: { user_agent: userAgent } }),
    ...(channel && { unmapped: { channel } }),
  };
}

function subjectOf(
  classNumber: Kind[0],
  { person, target, type }: { person: object | undefined | ''; target: string; type: string | undefined },
): Record<string, unknown> {
  const user = { uid: target };
  if (classNumber === entityManagement) return { entity: { uid: target, ...(type && { type }) } };
  if (classNumber === accountChange) return { user };
  return { user: person || user, service: { name: 'Debrief' } };
}
