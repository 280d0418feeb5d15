import assert from 'node:assert/strict';
import { it } from 'node:test';
import { send } from '../../../testing/request.ts';
import { onEveryEngine } from '../../../testing/suite.ts';
import {
  agentFor,
  aTenant,
  type CredentialName,
  credentialNames,
  credentialsOf,
  randomTarget,
  type Target,
} from '../../../testing/tenants.ts';
import { newId } from '../../domain/id.ts';

/** Every route × every credential × whose record it is: the exact answer, by a rule written apart (R17). */

interface Probe {
  number: number;
  kind: 'public' | 'secret' | 'jwt';
  min?: 'signed-in' | 'member' | 'admin';
  success: number;
  request(target: Target, name: CredentialName): [method: string, path: string, json?: object];
  /** What is not found when the record is another organization's; routes without one name no record. */
  missing?: string;
}

const me = '/v1/organizations/me';
const probes: Probe[] = [
  { number: 1, kind: 'public', success: 200, request: () => ['GET', '/health'] },
  { number: 2, kind: 'public', success: 200, request: () => ['GET', '/config'] },
  {
    number: 3,
    kind: 'jwt',
    min: 'signed-in',
    success: 201,
    request: () => ['POST', '/v1/organizations', { name: 'New' }],
  },
  { number: 4, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', me] },
  { number: 5, kind: 'jwt', min: 'admin', success: 200, request: () => ['PATCH', me, { name: 'Renamed' }] },
  { number: 6, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/members`] },
  {
    number: 7,
    kind: 'jwt',
    min: 'admin',
    success: 201,
    request: () => ['POST', `${me}/members`, { email: `${newId('usr')}@example.com` }],
  },
  { number: 8, kind: 'jwt', min: 'admin', success: 201, request: () => ['POST', `${me}/secrets`, {}] },
  { number: 9, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/secrets`] },
  {
    number: 10,
    kind: 'jwt',
    min: 'admin',
    success: 200,
    request: (target) => ['DELETE', `${me}/secrets/${target.doomedSecretId}`],
    missing: 'secret_not_found',
  },
  {
    number: 11,
    kind: 'secret',
    success: 201,
    request: () => [
      'POST',
      '/v1/environments',
      { hostname: 'new', platform: 'linux', serviceCliVersion: '1.0.0' },
    ],
  },
  {
    number: 12,
    kind: 'secret',
    success: 200,
    request: (target) => ['POST', `/v1/environments/${target.environmentId}/heartbeat`],
    missing: 'environment_not_found',
  },
  { number: 13, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/environments`] },
  {
    number: 14,
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: (target) => ['GET', `${me}/environments/${target.environmentId}`],
    missing: 'environment_not_found',
  },
  {
    number: 15,
    kind: 'jwt',
    min: 'admin',
    success: 200,
    request: (target) => ['DELETE', `${me}/environments/${target.doomedEnvironmentId}`],
    missing: 'environment_not_found',
  },
  { number: 16, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', '/v1/agents'] },
  { number: 17, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/agents`] },
  {
    number: 18,
    kind: 'jwt',
    min: 'admin',
    success: 201,
    request: ({ environmentId }, name) => [
      'POST',
      `${me}/agents`,
      { environmentId, agentId: agentFor(name) },
    ],
    missing: 'environment_not_found',
  },
  {
    number: 19,
    kind: 'jwt',
    min: 'admin',
    success: 200,
    request: (target) => ['PATCH', `${me}/agents/${target.installationId}`, { version: '2' }],
    missing: 'installation_not_found',
  },
  {
    number: 20,
    kind: 'secret',
    success: 201,
    request: (target) => ['POST', `/v1/environments/${target.environmentId}/agents`, { agentId: 'aider' }],
    missing: 'environment_not_found',
  },
  {
    number: 21,
    kind: 'secret',
    success: 201,
    request: ({ environmentId, installationId }) => [
      'POST',
      '/v1/sessions',
      { environmentId, agentInstallationId: installationId },
    ],
    missing: 'environment_not_found',
  },
  {
    number: 22,
    kind: 'secret',
    success: 200,
    request: (target) => [
      'POST',
      `/v1/sessions/${target.sessionId}/events`,
      { events: [{ eventType: 'x' }] },
    ],
    missing: 'session_not_found',
  },
  {
    number: 23,
    kind: 'secret',
    success: 200,
    request: (target) => ['POST', `/v1/sessions/${target.doomedSessionId}/complete`],
    missing: 'session_not_found',
  },
  { number: 24, kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/sessions`] },
  {
    number: 25,
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: (target) => ['GET', `${me}/sessions/${target.sessionId}`],
    missing: 'session_not_found',
  },
  {
    number: 26,
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: (target) => ['GET', `${me}/sessions/${target.sessionId}/events`],
    missing: 'session_not_found',
  },
];

type Whose = 'own' | 'foreign' | 'random';

const secrets = new Set<CredentialName>(['other secret', 'revoked', 'test', 'live']);
const sees = (name: CredentialName, whose: Whose) => whose === (name.startsWith('other') ? 'foreign' : 'own');

/** The answer by interface and decisions alone: status, and the code where it is a refusal. */
function expectedAnswer(probe: Probe, name: CredentialName, whose: Whose): [number, string?] {
  const found: [number, string?] =
    probe.missing && !sees(name, whose) ? [404, probe.missing] : [probe.success];
  if (probe.kind === 'public') return [200];
  if (name === 'none') return [401, 'missing_credentials'];
  if (probe.kind === 'secret') {
    if (name === 'garbage') return [401, 'invalid_secret'];
    if (name === 'revoked') return [401, 'secret_revoked'];
    // What the target names was made with a live secret; a session is walled off, an unclaimed machine is not (K8).
    const isWalled = name === 'test' && (probe.number === 22 || probe.number === 23);
    if (isWalled && found[0] === probe.success) return [401, 'wrong_secret_environment'];
    return secrets.has(name) ? found : [401, 'wrong_credential_type'];
  }
  if (secrets.has(name)) return [401, 'wrong_credential_type'];
  switch (name) {
    case 'expired':
      return [401, 'token_expired'];
    case 'no-organization':
      if (probe.number === 3) return [201];
      return probe.number === 16 ? [403, 'insufficient_role'] : [404, 'organization_not_found'];
    case 'invited-only':
      if (probe.number === 3) return [201];
      return probe.min === 'admin' ? [403, 'insufficient_role'] : found;
    case 'member':
      if (probe.min === 'admin') return [403, 'insufficient_role'];
      return probe.number === 3 ? [409, 'already_in_organization'] : found;
    case 'admin':
    case 'owner':
    case 'other owner':
      return probe.number === 3 ? [409, 'already_in_organization'] : found;
    default:
      return [401, 'invalid_token'];
  }
}

onEveryEngine('tenant matrix', (server, engine) => {
  it('R17 answers every case exactly and shows nothing of the other organization', async (test) => {
    const [own, other] = [await aTenant(server(), 'Own'), await aTenant(server(), 'Other')];
    const credentialOf = await credentialsOf(server(), own, other);
    const targets: Record<Whose, Target> = { own: own.target, foreign: other.target, random: randomTarget() };
    let cases = 0;
    const runCase = async (probe: Probe, name: CredentialName, whose: Whose) => {
      const [method, path, json] = probe.request(targets[whose], name);
      const credential = await credentialOf(name);
      const { status, code, text } = await send(server(), method, path, { credential, json });
      const [wantedStatus, wantedCode] = expectedAnswer(probe, name, whose);
      const label = `${probe.number} ${method} ${path} as ${name}, ${whose}: ${text.slice(0, 200)}`;
      assert.deepEqual([status, code], [wantedStatus, wantedCode], label);
      const { marks } = name.startsWith('other') ? own : other;
      // A request that names a foreign id may see that very id refused, never anything about it.
      for (const mark of marks) assert.ok(!text.includes(mark), `${mark} in ${label}`);
      cases++;
      return text;
    };
    await Promise.all(
      credentialNames.map(async (name) => {
        for (const probe of probes) {
          const mine = sees(name, 'own') ? 'own' : 'foreign';
          const theirs = mine === 'own' ? 'foreign' : 'own';
          await runCase(probe, name, mine);
          if (!probe.missing) continue;
          const [foreign, random] = [
            await runCase(probe, name, theirs),
            await runCase(probe, name, 'random'),
          ];
          assert.equal(foreign, random, `${probe.number} as ${name}`);
        }
      }),
    );
    test.diagnostic(`${engine}: ${cases} cases`);
    assert.equal(cases, credentialNames.length * (26 + 2 * 12));
  });

  it('H8 an id that was never issued and that no database can hold is not found, on every route that names one', async () => {
    const { team } = await aTenant(server(), 'Own');
    const unstorable = Object.fromEntries(
      Object.entries(randomTarget()).map(([name, id]) => [name, id.replace('_', '_%00')]),
    ) as unknown as Target;
    const named = probes.filter(({ missing }) => missing !== undefined);
    for (const probe of named) {
      const [method, path, json] = probe.request(unstorable, 'owner');
      const credential = probe.kind === 'secret' ? team.secret : team.owner.token;
      const { status, code } = await send(server(), method, path, { credential, json });
      assert.deepEqual([status, code], [404, probe.missing], `${method} ${path}`);
    }
    assert.equal(named.length, 12);
  });

  it('R17 no record of either organization was changed by the other', async () => {
    const [own, other] = [await aTenant(server(), 'Own'), await aTenant(server(), 'Other')];
    const before = await other.team.owner.client.listEnvironments();
    for (const [method, path, json] of probes.map((probe) => probe.request(other.target, 'owner'))) {
      for (const credential of [own.team.secret, own.team.owner.token]) {
        await send(server(), method, path, { credential, json });
      }
    }
    assert.deepEqual(await other.team.owner.client.listEnvironments(), before);
    const { session } = await other.team.owner.client.getSession({ sessionId: other.target.doomedSessionId });
    assert.equal(session.status, 'active');
    const { secrets } = await other.team.owner.client.listSecrets();
    assert.ok(secrets.every(({ status }) => status === 'active'));
  });
});
