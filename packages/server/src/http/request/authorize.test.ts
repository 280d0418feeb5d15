import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Role, type Route, routes } from '@debrief/contract';
import type { Actor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import type { AuditRecord } from '../../domain/records.ts';
import { authorize } from './authenticate.ts';

const member = (role: Role): Actor => ({ kind: 'member', organizationId: 'org_1', userId: 'usr_1', role });
const guest: Actor = {
  kind: 'guest',
  principal: { issuer: 'https://idp.test', subject: 's', emailVerified: true },
};

async function judge(row: Route, actor: Actor | undefined) {
  const noted: AuditRecord[] = [];
  const context = {
    clock: () => 5,
    store: { audit: { add: async (entry: AuditRecord) => void noted.push(entry) } },
  } as unknown as Context;
  const code = await authorize(context, row, actor).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );
  return { code, noted };
}

it('A10 a role has what its route asks for and less; a refusal of a member is noted', async () => {
  const { issueSecret, listSessions } = routes;
  assert.deepEqual([issueSecret.role, listSessions.role], ['admin', 'member']);
  for (const [row, role, code] of [
    [issueSecret, 'owner', 'allowed'],
    [issueSecret, 'admin', 'allowed'],
    [issueSecret, 'member', 'insufficient_role'],
    [listSessions, 'member', 'allowed'],
  ] as const) {
    const { code: found, noted } = await judge(row, member(role));
    assert.equal(found, code, role);
    const wanted = code === 'allowed' ? [] : [['role_denied', 'refused', 'org_1', 'usr_1', 5]];
    assert.deepEqual(
      noted.map(({ action, outcome, organizationId, actorId, at }) => [
        action,
        outcome,
        organizationId,
        actorId,
        at,
      ]),
      wanted,
    );
  }
});

it('A11 somebody without an organization has none to ask about, and no role elsewhere', async () => {
  assert.deepEqual(await judge(routes.listSessions, guest), { code: 'organization_not_found', noted: [] });
  assert.deepEqual(await judge(routes.listAgents, guest), { code: 'insufficient_role', noted: [] });
  assert.equal((await judge(routes.createOrganization, guest)).code, 'allowed', 'signed in is enough');
  assert.equal((await judge(routes.getConfig, undefined)).code, 'allowed', 'public');
});
