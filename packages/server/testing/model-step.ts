import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Call, Called } from './caller.ts';
import type { OrganizationModel, SecretModel } from './model.ts';

/** What the commands act on: the server, seen by the owner of one organization. */
export interface Organization {
  call: Call;
  token: string;
}

export type Step = fc.AsyncCommand<OrganizationModel, Organization>;

export const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export const step = (
  name: string,
  given: object,
  ready: (model: Readonly<OrganizationModel>) => boolean,
  run: (model: OrganizationModel, real: Organization) => Promise<void>,
): Step => ({ check: ready, run, toString: () => `${name}${JSON.stringify(given)}` });

export function assertRefused(answer: Called, code: string, what: string): void {
  assert.equal(answer.body.code, code, `${what}: ${answer.status} ${answer.text}`);
}

/** Calls with a secret; a revoked one is refused before anything else (A3), and then nothing is left to compare. */
export async function withSecret(
  real: Organization,
  secret: SecretModel,
  ...call: [method: string, path: string, json?: unknown, headers?: Record<string, string>]
): Promise<Called | undefined> {
  const answer = await real.call(secret.secret, ...call);
  if (secret.revokedAt === undefined) return answer;
  assertRefused(answer, 'secret_revoked', call[1]);
  return undefined;
}

export const at = fc.nat(7);
export const me = '/v1/organizations/me';
export const always = () => true;
