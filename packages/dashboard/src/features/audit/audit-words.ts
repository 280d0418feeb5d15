import { type AuditAction, auditActions } from '@debrief/contract';

/** What happened, as somebody would say it who does not know the names of the API. */
const words: Record<AuditAction, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  password_changed: 'Changed the password',
  organization_created: 'Created the organization',
  organization_renamed: 'Renamed the organization',
  member_invited: 'Invited a member',
  member_activated: 'Accepted an invitation',
  invitation_link_issued: 'Made an invitation link',
  member_role_changed: 'Changed the role of a member',
  member_removed: 'Removed a member',
  account_disabled: 'Disabled an account',
  account_enabled: 'Enabled an account',
  secret_issued: 'Issued a secret',
  secret_revoked: 'Revoked a secret',
  environment_revoked: 'Revoked an environment',
  environment_author_set: 'Said whose machine it is',
  environment_author_cleared: 'Took a machine from its author',
  installation_created: 'Added an agent',
  installation_changed: 'Changed an agent',
  session_read: 'Read a session',
  finding_decided: 'Judged a finding',
  finding_decision_withdrawn: 'Took back the judgement of a finding',
  rule_quieted: 'Made a rule quiet, with what others decided',
  rule_restored: 'Made a rule heard again',
  findings_policy_changed: 'Changed the rules of findings',
  session_deleted: 'Deleted a session',
  link_added: 'Linked a commit to a session',
  link_removed: 'Removed the link of a commit',
  integration_created: 'Added an integration',
  integration_removed: 'Removed an integration',
  thread_opened: 'Opened a thread',
  thread_resolved: 'Resolved a thread',
  comment_edited: 'Changed a comment',
  comment_deleted: 'Deleted a comment',
  review_submitted: 'Submitted a review',
  review_withdrawn: 'Withdrew a review',
  review_dismissed: 'Dismissed a review',
  assignee_added: 'Asked a member to review',
  assignee_removed: 'Released a member from a review',
  policy_changed: 'Changed the rules of reviews',
  sample_loaded: 'Loaded the sample sessions',
  sample_removed: 'Removed the sample sessions',
  user_deleted: 'Deleted a person',
  organization_deleted: 'Deleted the organization',
  role_denied: 'Tried something the role does not allow',
};

/** A server may be newer than this page: what it does not know is shown by its name. */
export const auditWords = (action: string): string =>
  isKnown(action) ? words[action] : action.replaceAll('_', ' ');

const isKnown = (action: string): action is AuditAction => auditActions.includes(action as AuditAction);
