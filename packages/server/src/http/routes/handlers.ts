import type { Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import { holdSession, listHeld, releaseSession } from '../../domain/access/hold.ts';
import {
  holdOwnSession,
  previewOwnRedaction,
  redactOwnSession,
  releaseOwnSession,
  withdrawSession,
} from '../../domain/access/own-machine.ts';
import { getAccessPolicy, setAccessPolicy, setOwnHold } from '../../domain/access/policy.ts';
import { getPrivacy } from '../../domain/access/privacy.ts';
import { askAccess, decideAccess, listAccessRequests } from '../../domain/access/request.ts';
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
import { followAudit } from '../../domain/bulk/audit-feed.ts';
import { exportOrganization } from '../../domain/bulk/export.ts';
import { askEnding, getEnding, getEndingReceipt, withdrawEnding } from '../../domain/ending/ending.ts';
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
import { askGate } from '../../domain/gate/gate.ts';
import { getGatePolicy, setGatePolicy } from '../../domain/gate/policy.ts';
import { getInsights } from '../../domain/insights/insights.ts';
import {
  changeInstallation,
  createInstallation,
  listInstallations,
  registerInstallation,
} from '../../domain/installation.ts';
import { liftLegalHold, listLegalHolds, setLegalHold } from '../../domain/legal-hold/legal-hold.ts';
import { getLessonEffect, listLessonEffects, tryCheck } from '../../domain/lesson/effect.ts';
import { listKeptRules } from '../../domain/lesson/kept-rule.ts';
import { listRepeatedFailures } from '../../domain/lesson/repeated-failure.ts';
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
  addEndpoint,
  changeEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  retryDelivery,
  rotateEndpoint,
  testEndpoint,
} from '../../domain/outbox/endpoint.ts';
import { downloadOwnData, getOwnData } from '../../domain/own-data/own-data.ts';
import {
  askDeletion,
  decideDataRequest,
  listDataRequests,
  withdrawDataRequest,
} from '../../domain/own-data/request.ts';
import {
  cancelRedaction,
  confirmRedaction,
  listRedactionJobs,
  lookForWords,
} from '../../domain/redaction/job.ts';
import { listRedactions, previewRedaction, redactSession } from '../../domain/redaction/redaction.ts';
import { findSecrets } from '../../domain/redaction/secrets.ts';
import { getRetention, setRetention } from '../../domain/retention/retention.ts';
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
import { issueToken, listTokens, revokeToken } from '../../domain/token/token.ts';
import type { PublicRoutes } from '../pages/public.ts';
import { encoded } from './answer/lines.ts';
import { lastEventId } from './answer/stream.ts';
import { sendInPieces } from './answer/written-answer.ts';
import type { Handlers } from './handler.ts';
import { lessonHandlers } from './lesson/lesson-handlers.ts';
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
  getFindings: (context, actor, input) => getFindings(context, actor, input),
  decideFinding,
  withdrawDecision,
  listRules,
  backtestRule,
  offerTeamRules,
  tryCheck,
  getLessonEffect,
  listLessonEffects,
  listKeptRules,
  listRepeatedFailures,
  getFindingsPolicy,
  setFindingsPolicy,
  getInsights,
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
  async followAudit(context, actor, input) {
    return (await followAudit(context, actor, input)) as unknown as Output<Routes['followAudit']>;
  },
  async exportOrganization(context, actor, input, reply) {
    const lines = await exportOrganization(context, actor, input);
    return encoded(lines, reply) as unknown as Output<Routes['exportOrganization']>;
  },
  askDeletion,
  listDataRequests,
  decideDataRequest,
  withdrawDataRequest,
  getOwnData,
  async downloadOwnData(context, actor, input, reply) {
    const lines = await downloadOwnData(context, actor, input);
    return encoded(lines, reply) as unknown as Output<Routes['downloadOwnData']>;
  },
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
  issueToken,
  listTokens,
  revokeToken,
  setAuthor,
  clearAuthor,
  listReaders,
  getPrivacy,
  getAccessPolicy,
  setAccessPolicy,
  setOwnHold,
  listHeld,
  holdSession,
  releaseSession,
  holdOwnSession,
  releaseOwnSession,
  withdrawSession,
  previewOwnRedaction,
  redactOwnSession,
  askAccess,
  listAccessRequests,
  decideAccess,
  removeSession,
  getErasure,
  previewRedaction,
  redactSession,
  listRedactions,
  findSecrets,
  lookForWords,
  listRedactionJobs,
  confirmRedaction,
  cancelRedaction,
  listLegalHolds,
  setLegalHold,
  liftLegalHold,
  getRetention,
  setRetention,
  getEnding,
  askEnding,
  withdrawEnding,
  getEndingReceipt,
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
  addEndpoint,
  changeEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  retryDelivery,
  rotateEndpoint,
  testEndpoint,
  askGate,
  getGatePolicy,
  setGatePolicy,
  ...lessonHandlers,
});
