import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditAction, Verdict } from '@debrief/contract';
import { deleteOrganization, deleteSession, deleteUser } from '../../src/domain/erasure/deletion.ts';
import { isDemoted } from '../../src/domain/findings/policy.ts';
import { newId } from '../../src/domain/id.ts';
import { deliverDue } from '../../src/domain/outbox/delivery.ts';
import { aCommit } from '../links/link.ts';
import { aSession } from '../record.ts';
import { refusedWith } from '../request.ts';
import type { TestServer } from '../server.ts';
import { joinTeam, type Team } from '../team.ts';
import { legalHoldDeeds } from './legal-hold-deeds.ts';
import { ownDataDeeds } from './own-data-deeds.ts';

/** The entry a deed must leave; an id that cannot be known before is absent. */
export interface Expected {
  actorId?: string | undefined;
  targetId?: string | undefined;
  outcome?: 'refused';
}

type Deed = (server: TestServer, team: Team) => Promise<Expected>;

const ownerOf = async ({ owner }: Team): Promise<string> =>
  (await owner.client.getOrganization()).ownerUserId;

const invited = async (team: Team) => {
  const email = `${newId('usr').slice(4).toLowerCase()}@example.com`;
  return (await team.owner.client.inviteMember({ email })).userId;
};

const aKnownCommit = async ({ machine, sessionId }: Team): Promise<string> => {
  const commit = aCommit('audited');
  await machine.reportCommits({ sessionId, commits: [commit] });
  return commit.sha;
};

/** The owner holds a session of their own. */
const anOwnHold = async (team: Team): Promise<void> => {
  const { environmentId, sessionId } = team;
  await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team), earlier: true });
  await team.owner.client.holdSession({ sessionId, hold: '1h' });
};

/** Somebody asks the owner for a session that is for reviewers. */
const anAccessRequest = async (server: TestServer, team: Team) => {
  const { environmentId, sessionId } = team;
  const member = await joinTeam(server, team, 'member');
  await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team), earlier: true });
  await team.owner.client.setAccessPolicy({ visibility: 'reviewers', hold: 'none', repositories: [] });
  await member.client.askAccess({ sessionId });
  return member;
};

const aKeyedMachine = async ({ machine }: Team) => {
  const machineId = newId('env');
  const { environmentId } = await machine.registerEnvironment({
    hostname: 'keyed',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    machineId,
  });
  return machine.exchangeKey({ environmentId, machineId });
};

/** Somebody asks for the machine of the team, whose author is its owner. */
const aRequest = async (server: TestServer, team: Team) => {
  const { environmentId } = team;
  await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team) });
  const asking = await joinTeam(server, team, 'member');
  const { code } = await team.machine.issueClaim({ environmentId });
  await asking.client.claimEnvironment({ code });
  return asking;
};

const aThread = async ({ owner, sessionId }: Team) =>
  (await owner.client.openThread({ sessionId, anchor: { sequence: 0 }, body: 'Why?' })).thread;

const aComment = async (team: Team) => {
  const { threadId, comments } = await aThread(team);
  return { sessionId: team.sessionId, threadId, commentId: comments[0]?.commentId as string };
};

/** Others have called the rule wrong 29 times in sessions of two authors; the owner's own decision is the thirtieth. */
async function quieted(server: TestServer, team: Team): Promise<string> {
  const { store } = server.running.context;
  const { organizationId, environmentId, installationId } = team;
  const people = await Promise.all([1, 2, 3].map(() => joinTeam(server, team, 'member')));
  await team.owner.client.setAuthor({ environmentId, userId: people[0]?.userId as string, earlier: true });
  for (let n = 0; n < 29; n++) {
    const authorUserId = people[n % 3]?.userId as string;
    const session = aSession({ organizationId, environmentId, installationId, authorUserId });
    await store.session.open(session, undefined);
    const decidedBy = people[(n + 1) % 3]?.userId as string;
    await store.finding.decide(
      {
        ...{ organizationId, sessionId: session.sessionId, rule: 'git.force-push', sequence: 1 },
        ...{ verdict: 'wrong', note: null, decidedBy, decidedAt: 1 },
      },
      isDemoted,
    );
  }
  await decideSome(team, 'wrong');
  return ownerOf(team);
}

const forced = ({ sessionId }: Team) => ({ sessionId, findingId: 'git.force-push.1' });

/** Nobody listens there. */
const anEndpoint = async ({ owner }: Team) =>
  (
    await owner.client.addEndpoint({
      kind: 'webhook',
      name: 'ours',
      url: 'https://192.0.2.1.invalid/',
      types: ['thread.opened'],
    })
  ).endpointId;

const aLesson = async ({ owner }: Team) =>
  (await owner.client.proposeLesson({ text: 'Run `make lint` before you commit.' })).lesson.lessonId;

const aReview = async ({ owner, sessionId }: Team) =>
  (await owner.client.submitReview({ sessionId, outcome: 'accepted', throughSequence: 0 })).review.reviewId;
/** A session that pushes over a branch, with a decision about that. */
async function decideSome(team: Team, verdict: Verdict = 'expected') {
  const { machine, owner, sessionId } = team;
  const call = {
    type: 'tool_use',
    id: 'call',
    name: 'Bash',
    input: { command: 'git push --force origin fix' },
  };
  const answer = { type: 'tool_result', tool_use_id: 'call', content: 'done' };
  await machine.appendEvents({
    sessionId,
    events: [
      { type: 'assistant', uuid: 'a', message: { id: 'a', role: 'assistant', content: [call] } },
      { type: 'user', uuid: 'b', message: { role: 'user', content: [answer] } },
    ].map((payload) => ({ eventType: payload.type, payload })),
  });
  const place = forced(team);
  for (const begun = Date.now(); (await owner.client.getFindings({ sessionId })).findings.length === 0; ) {
    assert.ok(Date.now() - begun < 20_000, 'not judged in time');
    await sleep(50);
  }
  await owner.client.decideFinding({ ...place, verdict });
  return place;
}

/** One row for each action. What the identity provider records is in `sign-in-deeds.ts`. */
export const deeds: Partial<Record<AuditAction, Deed>> = {
  organization_created: async (_, team) => ({ actorId: await ownerOf(team), targetId: team.organizationId }),
  organization_renamed: async (_, team) => {
    await team.owner.client.renameOrganization({ name: 'Renamed' });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  member_invited: async (_, team) => ({ actorId: await ownerOf(team), targetId: await invited(team) }),
  invitation_link_issued: async (_, team) => {
    const userId = await invited(team);
    await team.owner.client.inviteByLink({ userId });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  member_activated: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    return { actorId: userId, targetId: userId };
  },
  member_role_changed: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await team.owner.client.changeMember({ userId, role: 'admin' });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  member_removed: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await team.owner.client.removeMember({ userId });
    return { actorId: await ownerOf(team), targetId: userId };
  },
  secret_issued: async (_, team) => ({ actorId: await ownerOf(team), targetId: team.secretId }),
  secret_revoked: async (_, team) => {
    await team.owner.client.revokeSecret({ secretId: team.secretId });
    return { actorId: await ownerOf(team), targetId: team.secretId };
  },
  environment_revoked: async (_, team) => {
    await team.owner.client.revokeEnvironment({ environmentId: team.environmentId });
    return { actorId: await ownerOf(team), targetId: team.environmentId };
  },
  machine_key_issued: async (_, team) => {
    const { environmentId } = await aKeyedMachine(team);
    return { actorId: team.secretId, targetId: environmentId };
  },
  machine_key_rotated: async (server, team) => {
    const { environmentId, machineKey } = await aKeyedMachine(team);
    const { machineKey: keys } = server.running.context.store;
    const before = (await keys.list(team.organizationId)).get(environmentId);
    await server.client(machineKey).exchangeKey({ environmentId });
    return { actorId: before?.secretId, targetId: environmentId };
  },
  machine_key_rotation_asked: async (_, team) => {
    const { environmentId } = await aKeyedMachine(team);
    await team.owner.client.rotateKey({ environmentId });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  machine_key_revoked: async (_, team) => {
    const { environmentId } = await aKeyedMachine(team);
    await team.owner.client.revokeKey({ environmentId });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  machine_keys_required: async (_, team) => {
    await team.owner.client.setMachinePolicy({ ownKeyOnly: true });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  machine_keys_not_required: async (_, team) => {
    await team.owner.client.setMachinePolicy({ ownKeyOnly: true });
    await team.owner.client.setMachinePolicy({ ownKeyOnly: false });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  environment_author_set: async (_, team) => {
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team) });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  environment_author_cleared: async (_, team) => {
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team) });
    await team.owner.client.clearAuthor({ environmentId });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  environment_sessions_given: async (_, team) => {
    const { environmentId } = team;
    await team.owner.client.setAuthor({ environmentId, userId: await ownerOf(team), earlier: true });
    return { actorId: await ownerOf(team), targetId: environmentId };
  },
  claim_requested: async (server, team) => {
    const { userId } = await aRequest(server, team);
    return { actorId: userId, targetId: team.environmentId };
  },
  claim_accepted: async (server, team) => {
    const { userId } = await aRequest(server, team);
    await team.owner.client.decideClaim({ environmentId: team.environmentId, userId, accept: true });
    return { actorId: await ownerOf(team), targetId: team.environmentId };
  },
  claim_declined: async (server, team) => {
    const { userId } = await aRequest(server, team);
    await team.owner.client.decideClaim({ environmentId: team.environmentId, userId, accept: false });
    return { actorId: await ownerOf(team), targetId: team.environmentId };
  },
  terminal_signed_in: async (_, team) => {
    const { terminalId } = await team.owner.client.signInTerminal({ machine: 'laptop' });
    return { actorId: await ownerOf(team), targetId: terminalId };
  },
  token_issued: async (_, team) => {
    const { tokenId } = await team.owner.client.issueToken({ name: 'my agent', scopes: ['sessions:read'] });
    return { actorId: await ownerOf(team), targetId: tokenId };
  },
  token_revoked: async (_, team) => {
    const { tokenId } = await team.owner.client.issueToken({ name: 'my agent', scopes: ['sessions:read'] });
    await team.owner.client.revokeToken({ tokenId });
    return { actorId: await ownerOf(team), targetId: tokenId };
  },
  terminal_signed_out: async (_, team) => {
    const { terminalId } = await team.owner.client.signInTerminal({ machine: 'laptop' });
    await team.owner.client.endTerminals();
    return { actorId: await ownerOf(team), targetId: terminalId };
  },
  installation_created: async (_, team) => {
    const { installation } = await team.owner.client.createInstallation({ agentId: 'codex' });
    return { actorId: await ownerOf(team), targetId: installation.installationId };
  },
  installation_changed: async (_, team) => {
    const { installationId } = team;
    await team.owner.client.changeInstallation({ installationId, status: 'disabled' });
    return { actorId: await ownerOf(team), targetId: installationId };
  },
  session_read: async (_, team) => {
    await team.owner.client.getSession({ sessionId: team.sessionId });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  finding_decided: async (_, team) => {
    await decideSome(team);
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  finding_decision_withdrawn: async (_, team) => {
    await team.owner.client.withdrawDecision(await decideSome(team));
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  findings_policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getFindingsPolicy();
    await team.owner.client.setFindingsPolicy({ ...policy, trustedHosts: ['example.com'] });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  rule_quieted: async (server, team) => ({
    actorId: await quieted(server, team),
    targetId: 'git.force-push',
  }),
  rule_restored: async (server, team) => {
    const actorId = await quieted(server, team);
    await team.owner.client.withdrawDecision(forced(team));
    return { actorId, targetId: 'git.force-push' };
  },
  session_renamed: async (_, team) => {
    await team.owner.client.renameSession({ sessionId: team.sessionId, title: 'Another one' });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  session_labelled: async (_, team) => {
    await team.owner.client.doMany({ deed: 'label', sessionIds: [team.sessionId], label: 'flaky' });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  session_unlabelled: async (_, team) => {
    const sessionIds = [team.sessionId];
    await team.owner.client.doMany({ deed: 'label', sessionIds, label: 'flaky' });
    await team.owner.client.doMany({ deed: 'unlabel', sessionIds, label: 'flaky' });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  session_redacted: async (_, team) => {
    const { sessionId } = team;
    await team.machine.appendEvents({
      sessionId,
      events: [{ eventType: 'user', payload: { said: 'hush-hush' } }],
    });
    await team.owner.client.redactSession({ sessionId, text: 'hush-hush', reason: 'Not for here.' });
    return { actorId: await ownerOf(team), targetId: sessionId };
  },
  sessions_redacted: async (_, team) => {
    const { client } = team.owner;
    const { jobId } = await client.lookForWords({ text: 'hush-hush' });
    while ((await client.listRedactionJobs()).jobs[0]?.state !== 'looked') await sleep(20);
    await client.confirmRedaction({ jobId, reason: 'Not for here.' });
    return { actorId: await ownerOf(team), targetId: jobId };
  },
  ...legalHoldDeeds,
  session_deleted: async (server, team) => {
    await deleteSession(server.running.context, team);
    return { targetId: team.sessionId };
  },
  link_added: async (_, team) => {
    const sha = await aKnownCommit(team);
    await team.owner.client.addLink({ sessionId: team.sessionId, sha });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  link_removed: async (_, team) => {
    const sha = await aKnownCommit(team);
    await team.owner.client.removeLink({ sessionId: team.sessionId, sha });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  integration_created: async (_, team) => {
    const { integrationId } = await team.owner.client.createIntegration({ provider: 'github' });
    return { actorId: await ownerOf(team), targetId: integrationId };
  },
  endpoint_added: async (_, team) => ({ actorId: await ownerOf(team), targetId: await anEndpoint(team) }),
  endpoint_changed: async (_, team) => {
    const endpointId = await anEndpoint(team);
    await team.owner.client.changeEndpoint({ endpointId, name: 'another' });
    return { actorId: await ownerOf(team), targetId: endpointId };
  },
  endpoint_removed: async (_, team) => {
    const endpointId = await anEndpoint(team);
    await team.owner.client.removeEndpoint({ endpointId });
    return { actorId: await ownerOf(team), targetId: endpointId };
  },
  endpoint_rotated: async (_, team) => {
    const endpointId = await anEndpoint(team);
    await team.owner.client.rotateEndpoint({ endpointId });
    return { actorId: await ownerOf(team), targetId: endpointId };
  },
  endpoint_tested: async (_, team) => {
    const endpointId = await anEndpoint(team);
    await team.owner.client.testEndpoint({ endpointId });
    return { actorId: await ownerOf(team), targetId: endpointId };
  },
  endpoint_switched_off: async (server, team) => {
    const endpointId = await anEndpoint(team);
    const { deliveryId } = await team.owner.client.testEndpoint({ endpointId });
    const { context } = server.running;
    // A receiver that says it is gone; the server's own round may have the endpoint for a moment.
    const gone = async () => ({ status: 410 });
    const outgoing = { refusal: () => undefined, post: gone, get: gone };
    const { signal } = new AbortController();
    const isOn = async () => (await team.owner.client.listEndpoints()).endpoints[0]?.isOn;
    for (const begun = Date.now(); await isOn(); ) {
      assert.ok(Date.now() - begun < 30_000, 'not switched off in time');
      await context.store.outbox.retry(endpointId, deliveryId);
      await context.store.outbox.change(team.organizationId, endpointId, { pausedUntil: 0 });
      await deliverDue(context, { outgoing, by: 'audit', firstPause: 1, signal, onError: assert.ifError });
    }
    return { targetId: endpointId };
  },
  gate_policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getGatePolicy();
    await team.owner.client.setGatePolicy({ ...policy, openThreads: 'fail' });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  organization_exported: async (_, team) => {
    await team.owner.client.exportOrganization({ include: ['links'] });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  ...ownDataDeeds,
  own_data_downloaded: async (_, team) => {
    await team.owner.client.downloadOwnData({});
    const actorId = await ownerOf(team);
    return { actorId, targetId: actorId };
  },
  lesson_proposed: async (_, team) => ({ actorId: await ownerOf(team), targetId: await aLesson(team) }),
  lesson_edited: async (_, team) => {
    const lessonId = await aLesson(team);
    await team.owner.client.editLesson({ lessonId, version: 1, text: 'Run `make check` first.' });
    return { actorId: await ownerOf(team), targetId: lessonId };
  },
  lesson_adopted: async (_, team) => {
    const lessonId = await aLesson(team);
    await team.owner.client.adoptLesson({ lessonId, version: 1 });
    return { actorId: await ownerOf(team), targetId: lessonId };
  },
  lesson_retired: async (_, team) => {
    const lessonId = await aLesson(team);
    await team.owner.client.retireLesson({ lessonId, reason: 'Nobody needs it.' });
    return { actorId: await ownerOf(team), targetId: lessonId };
  },
  lesson_policy_changed: async (_, team) => {
    await team.owner.client.setLessonPolicy({ adopters: 'members' });
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  delivery_retried: async (_, team) => {
    const endpointId = await anEndpoint(team);
    const { deliveryId } = await team.owner.client.testEndpoint({ endpointId });
    await team.owner.client.retryDelivery({ endpointId, deliveryId });
    return { actorId: await ownerOf(team), targetId: deliveryId };
  },
  integration_removed: async (_, team) => {
    const { integrationId } = await team.owner.client.createIntegration({ provider: 'gitlab' });
    await team.owner.client.removeIntegration({ integrationId });
    return { actorId: await ownerOf(team), targetId: integrationId };
  },
  thread_opened: async (_, team) => ({
    targetId: (await aThread(team)).threadId,
    actorId: await ownerOf(team),
  }),
  thread_resolved: async (_, team) => {
    const { sessionId } = team;
    const { threadId } = await aThread(team);
    await team.owner.client.changeThread({ sessionId, threadId, state: 'resolved' });
    return { actorId: await ownerOf(team), targetId: threadId };
  },
  comment_edited: async (_, team) => {
    const place = await aComment(team);
    await team.owner.client.editComment({ ...place, body: 'Why not?' });
    return { actorId: await ownerOf(team), targetId: place.commentId };
  },
  comment_deleted: async (_, team) => {
    const place = await aComment(team);
    await team.owner.client.deleteComment(place);
    return { actorId: await ownerOf(team), targetId: place.commentId };
  },
  review_submitted: async (_, team) => ({ targetId: await aReview(team), actorId: await ownerOf(team) }),
  review_withdrawn: async (_, team) => {
    const reviewId = await aReview(team);
    await team.owner.client.withdrawReview({ sessionId: team.sessionId, reviewId });
    return { actorId: await ownerOf(team), targetId: reviewId };
  },
  review_dismissed: async (_, team) => {
    const reviewId = await aReview(team);
    await team.owner.client.dismissReview({ sessionId: team.sessionId, reviewId, reason: 'Too early' });
    return { actorId: await ownerOf(team), targetId: reviewId };
  },
  assignee_added: async (_, { owner, sessionId, ...team }) => {
    const userId = await ownerOf({ owner, sessionId, ...team });
    await owner.client.assignReviewer({ sessionId, userId });
    return { actorId: userId, targetId: sessionId };
  },
  assignee_removed: async (_, { owner, sessionId, ...team }) => {
    const userId = await ownerOf({ owner, sessionId, ...team });
    await owner.client.assignReviewer({ sessionId, userId });
    await owner.client.removeReviewer({ sessionId, userId });
    return { actorId: userId, targetId: sessionId };
  },
  policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getPolicy();
    await team.owner.client.setPolicy(policy);
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  access_policy_changed: async (_, team) => {
    const { policy } = await team.owner.client.getAccessPolicy();
    await team.owner.client.setAccessPolicy(policy);
    return { actorId: await ownerOf(team), targetId: team.organizationId };
  },
  session_held: async (_, team) => {
    await anOwnHold(team);
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  session_released: async (_, team) => {
    await anOwnHold(team);
    await team.owner.client.releaseSession({ sessionId: team.sessionId });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  access_requested: async (server, team) => {
    const { userId } = await anAccessRequest(server, team);
    return { actorId: userId, targetId: team.sessionId };
  },
  access_granted: async (server, team) => {
    const { userId } = await anAccessRequest(server, team);
    await team.owner.client.decideAccess({ sessionId: team.sessionId, userId, granted: true });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  access_refused: async (server, team) => {
    const { userId } = await anAccessRequest(server, team);
    await team.owner.client.decideAccess({ sessionId: team.sessionId, userId, granted: false });
    return { actorId: await ownerOf(team), targetId: team.sessionId };
  },
  sample_loaded: async (_, team) => {
    await team.owner.client.loadSample();
    return { actorId: await ownerOf(team) };
  },
  sample_removed: async (_, team) => {
    await team.owner.client.loadSample();
    await team.owner.client.removeSample();
    return { actorId: await ownerOf(team) };
  },
  user_deleted: async (server, team) => {
    const { userId } = await joinTeam(server, team, 'member');
    await deleteUser(server.running.context, userId);
    return { targetId: userId };
  },
  organization_deleted: async (server, team) => {
    await deleteOrganization(server.running.context, team.organizationId);
    return { targetId: team.organizationId };
  },
  role_denied: async (server, team) => {
    const { client, userId } = await joinTeam(server, team, 'member');
    await assert.rejects(client.issueSecret({}), refusedWith('insufficient_role'));
    return { actorId: userId, outcome: 'refused' };
  },
};
