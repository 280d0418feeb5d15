import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import { joinTeam } from '../../../testing/team.ts';
import { aTenant, randomTarget, type Tenant } from '../../../testing/tenants.ts';
import { removeSession } from '../../domain/erasure/deletion.ts';
import { newId } from '../../domain/id.ts';
import { notify } from '../../domain/review/notification.ts';
import { saveView } from '../../domain/saved-view/saved-view.ts';

/** The routes about people × who asks × whose record it is: the exact answer, by a rule written apart (R17). */

const callers = ['nobody', 'secret', 'stranger', 'member', 'author', 'admin', 'owner'] as const;
type Caller = (typeof callers)[number];
type Whose = 'own' | 'foreign' | 'random';

interface Target {
  environmentId: string;
  sessionId: string;
  doomedSessionId: string;
  /** Deleted by the author. */
  erasedSessionId: string;
  /** A line in the author's inbox. */
  notificationId: string;
  /** A view that the author has saved. */
  viewId: string;
  userId: string;
  code: string;
}

interface Probe {
  request(target: Target): [method: string, path: string, json?: object];
  /** With a secret instead of a sign-in. */
  bySecret?: boolean;
  /** Who may, of those who are signed in. */
  may: readonly Caller[];
  /** What those are told who are signed in and may not. */
  refusal?: [number, string];
  success: number;
  missing?: string;
}

const me = '/v1/organizations/me';
const members = ['member', 'author', 'admin', 'owner'] as const;
const admins = ['admin', 'owner'] as const;
const inCharge = ['author', 'admin', 'owner'] as const;
const denied: [number, string] = [403, 'insufficient_role'];

const probes: Record<string, Probe> = {
  issueClaim: {
    request: ({ environmentId }) => ['POST', `/v1/environments/${environmentId}/claims`],
    bySecret: true,
    may: [],
    success: 201,
    missing: 'environment_not_found',
  },
  getAuthor: {
    request: ({ environmentId }) => ['GET', `/v1/environments/${environmentId}/author`],
    bySecret: true,
    may: [],
    success: 200,
    missing: 'environment_not_found',
  },
  getClaim: {
    request: ({ code }) => ['GET', `${me}/claims/${code}`],
    may: members,
    success: 200,
    missing: 'claim_not_found',
  },
  setAuthor: {
    request: ({ environmentId, userId }) => ['PUT', `${me}/environments/${environmentId}/author`, { userId }],
    may: admins,
    refusal: denied,
    success: 200,
    missing: 'environment_not_found',
  },
  renameSession: {
    request: ({ sessionId }) => ['PUT', `${me}/sessions/${sessionId}/title`, { title: 'Another' }],
    may: members,
    success: 200,
    missing: 'session_not_found',
  },
  listTitles: {
    request: ({ sessionId }) => ['GET', `${me}/sessions/${sessionId}/titles`],
    may: members,
    success: 200,
    missing: 'session_not_found',
  },
  previewRedaction: {
    request: ({ sessionId }) => [
      'POST',
      `${me}/sessions/${sessionId}/redactions/preview`,
      { text: 'hush-hush' },
    ],
    may: inCharge,
    refusal: denied,
    success: 200,
    missing: 'session_not_found',
  },
  redactSession: {
    request: ({ sessionId }) => [
      'POST',
      `${me}/sessions/${sessionId}/redactions`,
      { text: 'hush-hush', reason: 'Not for here.' },
    ],
    may: inCharge,
    refusal: denied,
    success: 200,
    missing: 'session_not_found',
  },
  listRedactions: {
    request: ({ sessionId }) => ['GET', `${me}/sessions/${sessionId}/redactions`],
    may: members,
    success: 200,
    missing: 'session_not_found',
  },
  listReaders: {
    request: ({ sessionId }) => ['GET', `${me}/sessions/${sessionId}/readers`],
    may: inCharge,
    refusal: denied,
    success: 200,
    missing: 'session_not_found',
  },
  listInbox: { request: () => ['GET', `${me}/inbox?state=all`], may: members, success: 200 },
  readInbox: { request: () => ['POST', `${me}/inbox/read`, {}], may: members, success: 200 },
  getInboxSettings: { request: () => ['GET', `${me}/notification-settings`], may: members, success: 200 },
  changeInboxSettings: {
    request: () => ['PATCH', `${me}/notification-settings`, { digest: true }],
    may: members,
    success: 200,
  },
  listViews: { request: () => ['GET', `${me}/views`], may: members, success: 200 },
  saveView: {
    request: () => ['POST', `${me}/views`, { name: 'Mine', search: 'author=usr_1' }],
    may: members,
    success: 201,
  },
  changeNotification: {
    request: ({ notificationId }) => ['PATCH', `${me}/inbox/${notificationId}`, { state: 'read' }],
    may: ['author'],
    // Not even an owner learns that a colleague's line is there.
    refusal: [404, 'notification_not_found'],
    success: 200,
    missing: 'notification_not_found',
  },
};

/** Those that use up what they name: each caller gets a record of their own. */
const last: Record<string, Probe> = {
  removeSession: {
    request: ({ doomedSessionId }) => ['DELETE', `${me}/sessions/${doomedSessionId}`],
    may: inCharge,
    refusal: denied,
    success: 200,
    missing: 'session_not_found',
  },
  // Whoever did not delete it learns no more than of one that never was.
  getErasure: {
    request: ({ erasedSessionId }) => ['GET', `${me}/sessions/${erasedSessionId}/erasure`],
    may: inCharge,
    refusal: [404, 'session_not_found'],
    success: 200,
    missing: 'session_not_found',
  },
  removeView: {
    request: ({ viewId }) => ['DELETE', `${me}/views/${viewId}`],
    may: ['author'],
    refusal: [404, 'view_not_found'],
    success: 200,
    missing: 'view_not_found',
  },
  claimEnvironment: {
    request: ({ code }) => ['POST', `${me}/claims/${code}`],
    may: members,
    success: 200,
    missing: 'claim_not_found',
  },
  clearAuthor: {
    request: ({ environmentId }) => ['DELETE', `${me}/environments/${environmentId}/author`],
    may: admins,
    refusal: denied,
    success: 200,
    missing: 'environment_not_found',
  },
};

function expectedAnswer(probe: Probe, caller: Caller, whose: Whose): [number, string?] {
  const sees = whose === (caller === 'stranger' ? 'foreign' : 'own');
  if (caller === 'nobody') return [401, 'missing_credentials'];
  if (probe.bySecret) {
    if (caller !== 'secret') return [401, 'wrong_credential_type'];
    return sees ? [probe.success] : [404, probe.missing];
  }
  if (caller === 'secret') return [401, 'wrong_credential_type'];
  // A stranger is the owner of the other organization, and the author of its records.
  const role = caller === 'stranger' ? 'owner' : caller;
  const isRoleRoute = probe.may === admins;
  if (isRoleRoute && !probe.may.includes(role)) return probe.refusal as [number, string];
  if (probe.missing && !sees) return [404, probe.missing];
  const may = probe.may.includes(role) || (caller === 'stranger' && probe.may.includes('author'));
  return may ? [probe.success] : (probe.refusal as [number, string]);
}

onEveryEngine('the matrix of people', (server, engine) => {
  // A member has fifty at most, and one of the same name takes the place of the other.
  let views = 0;
  const prepare = async (tenant: Tenant, userId: string): Promise<Target> => {
    const { team, target } = tenant;
    const { environmentId, sessionId } = target;
    const { context } = server().running;
    await team.owner.client.setAuthor({ environmentId, userId, earlier: true });
    await notify(context, {
      organizationId: team.organizationId,
      sessionId,
      userId,
      reason: 'mentioned',
      by: newId('usr'),
    });
    const [line] = await context.store.notification.list(userId, { unread: true, now: Date.now(), limit: 1 });
    const { code } = await team.machine.issueClaim({ environmentId });
    const { sessionId: doomedSessionId } = await team.machine.openSession({
      environmentId,
      agentInstallationId: target.installationId,
    });
    const { sessionId: erasedSessionId } = await team.machine.openSession({
      environmentId,
      agentInstallationId: target.installationId,
    });
    const actor = {
      kind: 'member' as const,
      organizationId: team.organizationId,
      userId,
      role: 'member' as const,
    };
    await removeSession(context, actor, { sessionId: erasedSessionId });
    const { viewId } = await saveView(context, actor, { name: `View ${views++ % 20}`, search: 'a=1' });
    return {
      environmentId,
      sessionId,
      doomedSessionId,
      erasedSessionId,
      notificationId: line?.notificationId ?? '',
      viewId,
      userId,
      code,
    };
  };

  it('R17 answers every case exactly and shows nothing of the other organization', async (test) => {
    const [own, other] = [await aTenant(server(), 'Own'), await aTenant(server(), 'Other')];
    const author = await joinTeam(server(), own.team, 'member');
    const credentials: Record<Caller, string | undefined> = {
      nobody: undefined,
      secret: own.team.secret,
      stranger: other.team.owner.token,
      member: (await joinTeam(server(), own.team, 'member')).token,
      author: author.token,
      admin: (await joinTeam(server(), own.team, 'admin')).token,
      owner: own.team.owner.token,
    };
    const stranger = (await other.team.owner.client.getOrganization()).ownerUserId;
    const random = (): Target => ({
      ...randomTarget(),
      erasedSessionId: newId('ses'),
      notificationId: newId('ntf'),
      viewId: newId('viw'),
      userId: newId('usr'),
      code: '2345-6789',
    });
    let cases = 0;
    const run = async (name: string, probe: Probe, targets: Record<Whose, Target>) => {
      for (const caller of callers) {
        for (const whose of ['random', 'foreign', 'own'] as const) {
          if (!probe.missing && whose !== 'own') continue;
          // Who asks for a record that is there to be used up asks for a fresh one.
          const fresh = name in last && whose === 'own' && caller !== 'stranger';
          const target = fresh ? await prepare(own, author.userId) : targets[whose];
          const [method, path, json] = probe.request(target);
          const credential = credentials[caller];
          const { status, code, text } = await send(server(), method, path, { credential, json });
          const wanted = expectedAnswer(
            probe,
            caller,
            probe.missing ? whose : caller === 'stranger' ? 'foreign' : 'own',
          );
          const label = `${name} as ${caller}, ${whose}: ${text.slice(0, 200)}`;
          assert.deepEqual([status, status < 400 ? undefined : code], [wanted[0], wanted[1]], label);
          const { marks } = caller === 'stranger' ? own : other;
          for (const mark of marks) assert.ok(!text.includes(mark), `${mark} in ${label}`);
          cases++;
        }
      }
    };
    const targets = async (): Promise<Record<Whose, Target>> => ({
      own: await prepare(own, author.userId),
      foreign: await prepare(other, stranger),
      random: random(),
    });
    for (const [name, probe] of Object.entries({ ...probes, ...last }))
      await run(name, probe, await targets());
    test.diagnostic(`${engine}: ${cases} cases`);
    assert.equal(cases, callers.length * (16 * 3 + 6));
  });
});
