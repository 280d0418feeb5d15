import type { TestIssuer } from '../../packages/server/testing/issuer.ts';
import { call } from './answer.ts';

export interface Team {
  organizationId: string;
  secret: string;
  secretId: string;
  environmentId: string;
  installationId: string;
  subject: string;
  /** A fresh token of the owner: runs may last longer than one. */
  token(): Promise<string>;
}

/** An organization with a secret and a registered machine, made over the API. */
export async function createTeam(url: string, issuer: TestIssuer, name = 'Faults'): Promise<Team> {
  const subject = `owner-${Math.random().toString(36).slice(2)}`;
  const email = `${subject}@example.com`;
  const token = () => issuer.token({ subject, email });
  const send = async (path: string, credential: string, body: unknown) => {
    const answer = await call(url, { path, credential, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const { organizationId } = await send('/v1/organizations', await token(), { name });
  const { secret, secretId } = await send('/v1/organizations/me/secrets', await token(), { label: 'faults' });
  const { environmentId } = await send('/v1/environments', secret, {
    hostname: 'faults',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
  });
  const { installationId } = await send(`/v1/environments/${environmentId}/agents`, secret, {
    agentId: 'claude-code',
  });
  return { organizationId, secret, secretId, environmentId, installationId, subject, token };
}
