import { type AuditAction, auditActions, type ReadChannel } from '@debrief/contract';
import { visibleText } from '../../ui/text/visible.ts';

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
  machine_key_issued: 'Gave a machine its key',
  machine_key_rotated: 'Exchanged the key of a machine',
  machine_key_rotation_asked: 'Asked a machine to exchange its key',
  machine_key_revoked: 'Revoked the key of a machine',
  machine_keys_required: 'Made machines use their own key',
  machine_keys_not_required: 'Let machines use the organization secret again',
  environment_author_set: 'Said whose machine it is',
  environment_author_cleared: 'Took a machine from its author',
  environment_sessions_given: 'Gave earlier sessions of a machine to its author',
  claim_requested: 'Asked for a machine',
  claim_accepted: 'Gave a machine to who asked for it',
  claim_declined: 'Kept a machine from who asked for it',
  terminal_signed_in: 'Signed in at a terminal',
  terminal_signed_out: 'Signed out at a terminal',
  installation_created: 'Added an agent',
  installation_changed: 'Changed an agent',
  session_read: 'Read a session',
  finding_decided: 'Judged a finding',
  finding_decision_withdrawn: 'Took back the judgement of a finding',
  rule_quieted: 'Made a rule quiet',
  rule_restored: 'Made a rule heard again',
  findings_policy_changed: 'Changed the rules of findings',
  session_renamed: 'Gave a session another title',
  session_labelled: 'Labelled a session',
  session_unlabelled: 'Took a label off a session',
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

/** What of a session was shown. */
const channels: Record<ReadChannel, string> = {
  session: 'its page',
  events: 'events',
  transcript: 'transcript',
  outline: 'outline',
  brief: 'brief',
  changes: 'changes',
  find: 'a find',
  findings: 'findings',
  stream: 'live',
  search: 'search results',
  export: 'an export',
  ahead: 'fetched ahead, not opened',
};

export const channelWords = (channel: string): string =>
  Object.hasOwn(channels, channel) ? channels[channel as ReadChannel] : visibleText(channel);

/** A server may be newer than this page: what it does not know is shown by its name. */
export const auditWords = (action: string): string =>
  isKnown(action) ? words[action] : action.replaceAll('_', ' ');

const isKnown = (action: string): action is AuditAction => auditActions.includes(action as AuditAction);
