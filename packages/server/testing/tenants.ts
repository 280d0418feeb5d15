import { type AgentId, agentIds } from '@debrief/contract';
import { newId } from '../src/domain/id.ts';
import type { TestServer } from './server.ts';
import { aPerson, aTeam, joinTeam, type Team } from './team.ts';

/** Two organizations with one of everything in each, and every credential a request may come with. */

export const credentialNames = [
  'none',
  'garbage',
  'other secret',
  'other owner',
  'revoked',
  'test',
  'live',
  'no-organization',
  'invited-only',
  'member',
  'admin',
  'owner',
  'expired',
  'wrong audience',
  'wrong issuer',
  'alg none',
  'HS256 with the public key',
  'unknown kid',
] as const;
export type CredentialName = (typeof credentialNames)[number];

/** Records that are there to be read, and ones that are there to be closed or revoked. */
export interface Target {
  environmentId: string;
  installationId: string;
  sessionId: string;
  doomedSecretId: string;
  doomedEnvironmentId: string;
  doomedSessionId: string;
}

export interface Tenant {
  team: Team;
  target: Target;
  /** What must never be seen by the other organization. */
  marks: string[];
}

export async function aTenant(server: TestServer, name: string): Promise<Tenant> {
  const marker = `${name}-${newId('org').slice(4)}`;
  const team = await aTeam(server, marker);
  const { owner, machine, environmentId, installationId, sessionId } = team;
  const doomed = await owner.client.issueSecret({ label: `${marker} doomed` });
  const { environmentId: doomedEnvironmentId } = await machine.registerEnvironment({
    hostname: `${marker} doomed`,
    platform: 'linux',
    serviceCliVersion: '1.0.0',
  });
  const opening = { environmentId, agentInstallationId: installationId, title: `${marker} doomed` };
  const { sessionId: doomedSessionId } = await machine.openSession(opening);
  await machine.appendEvents({ sessionId, events: [{ eventType: 'x', payload: { marker } }] });
  const target = {
    environmentId,
    installationId,
    sessionId,
    doomedSecretId: doomed.secretId,
    doomedEnvironmentId,
    doomedSessionId,
  };
  return {
    team,
    target,
    marks: [marker, owner.email, team.organizationId, team.secretId, ...Object.values(target)],
  };
}

export const randomTarget = (): Target => ({
  environmentId: newId('env'),
  installationId: newId('ins'),
  sessionId: newId('ses'),
  doomedSecretId: newId('sec'),
  doomedEnvironmentId: newId('env'),
  doomedSessionId: newId('ses'),
});

/** A credential by name; those that a request may use up are made anew each time. */
export async function credentialsOf(
  server: TestServer,
  own: Tenant,
  other: Tenant,
): Promise<(name: CredentialName) => Promise<string | undefined>> {
  const { team } = own;
  const { issuer } = server;
  const { subject, email } = team.owner;
  const revoked = await team.owner.client.issueSecret({});
  await team.owner.client.revokeSecret({ secretId: revoked.secretId });
  const fixed = new Map<CredentialName, string | undefined>([
    ['none', undefined],
    ['garbage', 'garbage'],
    ['other secret', other.team.secret],
    ['other owner', other.team.owner.token],
    ['revoked', revoked.secret],
    ['test', (await team.owner.client.issueSecret({ environment: 'test' })).secret],
    ['live', team.secret],
    ['member', (await joinTeam(server, team, 'member')).token],
    ['admin', (await joinTeam(server, team, 'admin')).token],
    ['owner', team.owner.token],
    ['expired', await issuer.token({ subject, email, expiresIn: -60 })],
    ['wrong audience', await issuer.token({ subject, email, audience: 'https://other.test' })],
    ['wrong issuer', await issuer.token({ subject, email, issuer: 'https://idp.other.test' })],
    ['alg none', issuer.unsignedToken({ subject, email })],
    ['HS256 with the public key', await issuer.symmetricToken({ subject, email })],
    ['unknown kid', await issuer.strangerToken({ subject, email })],
  ]);
  return async (name) => {
    if (fixed.has(name)) return fixed.get(name);
    const person = await aPerson(server);
    if (name === 'invited-only') await team.owner.client.inviteMember({ email: person.email });
    return person.token;
  };
}

/** An agent of the catalog for a credential, so that no two of them ask for the same installation. */
export const agentFor = (name: CredentialName): AgentId =>
  agentIds[(credentialNames.indexOf(name) + 3) % agentIds.length] as AgentId;
