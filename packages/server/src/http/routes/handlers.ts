import type { Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import { listAgents } from '../../domain/agent.ts';
import { listAudit } from '../../domain/audit.ts';
import {
  claimEnvironment,
  clearAuthor,
  getAuthor,
  getClaim,
  issueClaim,
  setAuthor,
} from '../../domain/author.ts';
import {
  beat,
  getEnvironment,
  listEnvironments,
  registerEnvironment,
  revokeEnvironment,
} from '../../domain/environment.ts';
import { removeSession } from '../../domain/erasure/deletion.ts';
import { getErasure } from '../../domain/erasure/erasure.ts';
import { backtestRule } from '../../domain/findings/backtest.ts';
import { getBrief } from '../../domain/findings/brief.ts';
import { decideFinding, withdrawDecision } from '../../domain/findings/disposition.ts';
import { getFindings } from '../../domain/findings/finding.ts';
import { getFindingsPolicy, setFindingsPolicy } from '../../domain/findings/findings-policy.ts';
import { offerTeamRules } from '../../domain/findings/offer.ts';
import { listRules } from '../../domain/findings/rule.ts';
import {
  changeInstallation,
  createInstallation,
  listInstallations,
  registerInstallation,
} from '../../domain/installation.ts';
import { decideClaim, listClaimRequests } from '../../domain/machine/claim-decision.ts';
import {
  exchangeKey,
  getMachinePolicy,
  revokeKey,
  rotateKey,
  setMachinePolicy,
} from '../../domain/machine/machine-key.ts';
import { endTerminal, endTerminals, listTerminals, signInTerminal } from '../../domain/machine/terminal.ts';
import { changeMember, inviteByLink, inviteMember, listMembers, removeMember } from '../../domain/member.ts';
import { createOrganization, getOrganization, renameOrganization } from '../../domain/organization.ts';
import {
  changeInboxSettings,
  changeNotification,
  getInboxSettings,
  listInbox,
  readInbox,
} from '../../domain/review/inbox.ts';
import { streamInbox } from '../../domain/review/inbox-stream.ts';
import { loadSample, removeSample } from '../../domain/sample/sample.ts';
import { listViews, removeView, saveView } from '../../domain/saved-view/saved-view.ts';
import { searchSessions } from '../../domain/search.ts';
import { issueSecret, listSecrets, revokeSecret } from '../../domain/secret.ts';
import { listReaders } from '../../domain/session/access.ts';
import { getChanges, getFileAt } from '../../domain/session/changes.ts';
import { completeSession } from '../../domain/session/completion.ts';
import { listEvents } from '../../domain/session/event.ts';
import { findInSession } from '../../domain/session/find.ts';
import { openSession } from '../../domain/session/opening.ts';
import { getSession, listTitles, renameSession } from '../../domain/session/session.ts';
import { listRepositories, listSessions } from '../../domain/session/session-list.ts';
import { streamEvents } from '../../domain/session/stream.ts';
import { getEntry, getOutline, getSkeleton, getTranscript } from '../../domain/session/transcript.ts';
import type { PublicRoutes } from '../pages/public.ts';
import { lastEventId } from './answer/stream.ts';
import { sendInPieces } from './answer/written-answer.ts';
import type { Handlers } from './handler.ts';
import { linkHandlers } from './link-handlers.ts';
import { reviewHandlers } from './review-handlers.ts';

const markReplayed = (reply: FastifyReply, replayed: boolean) => {
  if (replayed) reply.header('Idempotent-Replayed', 'true');
};

/** One line a route: each is the domain function of the same name. */
export const handlers = (service: PublicRoutes): Handlers => ({
  getHealth: () => service.health(),
  getConfig: () => service.config,
  createOrganization,
  getOrganization,
  renameOrganization,
  listMembers,
  inviteMember,
  issueSecret,
  listSecrets,
  revokeSecret,
  registerEnvironment,
  beat,
  listEnvironments,
  getEnvironment,
  revokeEnvironment,
  exchangeKey,
  rotateKey,
  revokeKey,
  getMachinePolicy,
  setMachinePolicy,
  listAgents,
  listInstallations,
  createInstallation,
  changeInstallation,
  registerInstallation,
  async openSession(context, actor, input, reply) {
    const { replayed, ...opened } = await openSession(context, actor, input);
    markReplayed(reply, replayed);
    return opened;
  },
  completeSession,
  listSessions,
  getSession,
  renameSession,
  listTitles,
  listRepositories,
  listEvents,
  searchSessions,
  getBrief,
  getFindings,
  decideFinding,
  withdrawDecision,
  listRules,
  backtestRule,
  offerTeamRules,
  getFindingsPolicy,
  setFindingsPolicy,
  async getTranscript(context, actor, input, reply) {
    return sendInPieces(reply, 'getTranscript', await getTranscript(context, actor, input));
  },
  getSkeleton,
  getEntry,
  getOutline,
  getChanges,
  getFileAt,
  findInSession,
  async streamEvents(context, actor, input, reply) {
    const { sessionId, content, entriesAfter, reviewAfter } = input;
    const last = lastEventId(reply.request);
    const from = content === 'entries' ? (last ?? entriesAfter) : entriesAfter;
    const follow = await streamEvents(context, actor, {
      sessionId,
      after: last ?? input.after ?? 0,
      ...(content && { content }),
      ...(from !== undefined && { entriesAfter: from }),
      ...(reviewAfter !== undefined && { reviewAfter }),
    });
    return follow as unknown as Output<Routes['streamEvents']>;
  },
  inviteByLink,
  changeMember,
  removeMember,
  loadSample,
  removeSample,
  listAudit,
  ...reviewHandlers,
  issueClaim,
  getAuthor,
  getClaim,
  claimEnvironment,
  listClaimRequests,
  decideClaim,
  signInTerminal,
  listTerminals,
  endTerminal,
  endTerminals,
  setAuthor,
  clearAuthor,
  listReaders,
  removeSession,
  getErasure,
  listInbox,
  changeNotification,
  readInbox,
  async streamInbox(context, actor) {
    return (await streamInbox(context, actor)) as unknown as Output<Routes['streamInbox']>;
  },
  getInboxSettings,
  changeInboxSettings,
  listViews,
  saveView,
  removeView,
  ...linkHandlers,
});
