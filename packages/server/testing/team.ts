import type { Client, Role } from '@debrief/contract';
import { newId } from '../src/domain/id.ts';
import type { TestServer } from './server.ts';

export interface Person {
  subject: string;
  email: string;
  token: string;
  client: Client;
}

/** An organization as a team would have it, made through the API only. */
export interface Team {
  organizationId: string;
  owner: Person;
  secret: string;
  secretId: string;
  machine: Client;
  environmentId: string;
  installationId: string;
  sessionId: string;
}

export async function aPerson(server: TestServer): Promise<Person> {
  const subject = newId('usr');
  const email = `${subject.slice(4).toLowerCase()}@example.com`;
  const token = await server.issuer.token({ subject, email });
  return { subject, email, token, client: server.client(token) };
}

export async function aTeam(server: TestServer, name = 'Acme'): Promise<Team> {
  const owner = await aPerson(server);
  const { organizationId } = await owner.client.createOrganization({ name });
  const { secret, secretId } = await owner.client.issueSecret({ label: 'first' });
  const machine = server.client(secret);
  const { environmentId } = await machine.registerEnvironment({
    hostname: `${name} laptop`,
    platform: 'linux',
    serviceCliVersion: '1.0.0',
  });
  const { installationId } = await machine.registerInstallation({ environmentId, agentId: 'claude-code' });
  const { sessionId } = await machine.openSession({
    environmentId,
    agentInstallationId: installationId,
    title: `${name} session`,
  });
  return { organizationId, owner, secret, secretId, machine, environmentId, installationId, sessionId };
}

/** Invites somebody and has them accept by signing in. */
export async function joinTeam(
  server: TestServer,
  team: Team,
  role: Role,
): Promise<Person & { userId: string }> {
  const person = await aPerson(server);
  const { userId } = await team.owner.client.inviteMember({ email: person.email, role });
  await person.client.getOrganization();
  return { ...person, userId };
}
