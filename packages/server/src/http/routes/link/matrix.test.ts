import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aCommit, shaOf } from '../../../../testing/links/link.ts';
import { send } from '../../../../testing/request.ts';
import { onEveryEngine } from '../../../../testing/suite.ts';
import {
  aTenant,
  type CredentialName,
  credentialNames,
  credentialsOf,
  randomTarget,
} from '../../../../testing/tenants.ts';
import { newId } from '../../../domain/id.ts';

/** Every route of links × every credential × whose record it is, by a rule written apart. */

interface Target {
  sessionId: string;
  sha: string;
  integrationId: string;
  repository: string;
}

interface Probe {
  kind: 'secret' | 'jwt';
  min?: 'member' | 'admin';
  success: number;
  request(target: Target): [method: string, path: string, json?: object];
  missing?: string;
}

const me = '/v1/organizations/me';
const query = encodeURIComponent;

const probes: Probe[] = [
  {
    kind: 'secret',
    success: 200,
    request: ({ sessionId }) => ['POST', `/v1/sessions/${sessionId}/commits`, { commits: [] }],
    missing: 'session_not_found',
  },
  {
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: ({ sha }) => ['GET', `${me}/links?commit=${sha}`],
    missing: 'commit_not_found',
  },
  {
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: ({ sessionId }) => ['GET', `${me}/sessions/${sessionId}/links`],
    missing: 'session_not_found',
  },
  {
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: ({ sessionId, sha }) => ['PUT', `${me}/sessions/${sessionId}/links/${sha}`, {}],
    missing: 'session_not_found',
  },
  {
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: ({ sessionId, sha }) => ['DELETE', `${me}/sessions/${sessionId}/links/${sha}`],
    missing: 'session_not_found',
  },
  {
    kind: 'jwt',
    min: 'member',
    success: 200,
    request: ({ repository }) => ['GET', `${me}/repository?repository=${query(repository)}`],
    missing: 'repository_not_found',
  },
  { kind: 'jwt', min: 'member', success: 200, request: () => ['GET', `${me}/integrations`] },
  {
    kind: 'jwt',
    min: 'admin',
    success: 201,
    request: () => ['POST', `${me}/integrations`, { provider: 'github' }],
  },
];

type Whose = 'own' | 'foreign' | 'random';
const secrets = new Set<CredentialName>(['other secret', 'revoked', 'test', 'live']);
const sees = (name: CredentialName, whose: Whose) => whose === (name.startsWith('other') ? 'foreign' : 'own');

function expectedAnswer(probe: Probe, name: CredentialName, whose: Whose): [number, string?] {
  const found: [number, string?] =
    probe.missing && !sees(name, whose) ? [404, probe.missing] : [probe.success];
  if (name === 'none') return [401, 'missing_credentials'];
  if (probe.kind === 'secret') {
    if (name === 'garbage') return [401, 'invalid_secret'];
    if (name === 'revoked') return [401, 'secret_revoked'];
    // A test secret does not write to what a live one made.
    if (name === 'test' && sees(name, whose)) return [401, 'wrong_secret_environment'];
    return secrets.has(name) ? found : [401, 'wrong_credential_type'];
  }
  if (secrets.has(name)) return [401, 'wrong_credential_type'];
  if (name === 'expired') return [401, 'token_expired'];
  if (name === 'no-organization') return [404, 'organization_not_found'];
  if (name === 'member' || name === 'invited-only') {
    return probe.min === 'admin' ? [403, 'insufficient_role'] : found;
  }
  return ['admin', 'owner', 'other owner'].includes(name) ? found : [401, 'invalid_token'];
}

onEveryEngine('tenant matrix of links', (server) => {
  it('R17 answers every case exactly and shows nothing of the other organization', async () => {
    const [own, other] = [await aTenant(server(), 'Own'), await aTenant(server(), 'Other')];
    const credentialOf = await credentialsOf(server(), own, other);
    const targetOf = async ({ team }: typeof own, name: string): Promise<Target> => {
      const { sessionId } = await team.machine.openSession({
        environmentId: team.environmentId,
        agentInstallationId: team.installationId,
        repoRoot: `/srv/${name}`,
      });
      await team.machine.reportCommits({ sessionId, commits: [aCommit(name)] });
      const { integrationId } = await team.owner.client.createIntegration({ provider: 'gitlab' });
      return { sessionId, sha: shaOf(name), integrationId, repository: `${team.environmentId}:/srv/${name}` };
    };
    const targets: Record<Whose, Target> = {
      own: await targetOf(own, 'own'),
      foreign: await targetOf(other, 'foreign'),
      random: {
        sessionId: randomTarget().sessionId,
        sha: shaOf('random'),
        integrationId: newId('int'),
        repository: 'github.com/nobody/nothing',
      },
    };
    const runCase = async (probe: Probe, name: CredentialName, whose: Whose) => {
      const [method, path, json] = probe.request(targets[whose]);
      const credential = await credentialOf(name);
      const { status, code, text } = await send(server(), method, path, { credential, json });
      const label = `${method} ${path} as ${name}, ${whose}: ${text.slice(0, 200)}`;
      const [wantedStatus, wantedCode] = expectedAnswer(probe, name, whose);
      assert.deepEqual([status, code], [wantedStatus, wantedCode], label);
      const { marks } = name.startsWith('other') ? own : other;
      for (const mark of marks) assert.ok(!text.includes(mark), `${mark} in ${label}`);
      return text;
    };
    for (const name of credentialNames) {
      for (const probe of probes) {
        const mine = sees(name, 'own') ? 'own' : 'foreign';
        await runCase(probe, name, mine);
        if (!probe.missing) continue;
        const theirs = await runCase(probe, name, mine === 'own' ? 'foreign' : 'own');
        assert.equal(theirs, await runCase(probe, name, 'random'));
      }
    }
    const foreign = await send(server(), 'DELETE', `${me}/integrations/${targets.foreign.integrationId}`, {
      credential: own.team.owner.token,
    });
    assert.equal(foreign.code, 'integration_not_found');
    assert.equal((await other.team.owner.client.listIntegrations()).integrations.length >= 1, true);
  });
});
