import { Type } from 'typebox';
import { id } from '../../field.ts';
import { EnvironmentAnswer, ExchangeKey, IssuedKey } from '../../machine/environment.ts';
import { MachinePolicy } from '../../organization.ts';
import { type Route, route } from '../../route.ts';

const environmentId = Type.Object({ environmentId: id('`env_…`') });

/** Extensions: the key a machine has of its own. */
export const machineKeyRoutes = {
  exchangeKey: route({
    method: 'POST',
    path: '/v1/environments/{environmentId}/key',
    credential: 'secret',
    content: 'none',
    registers: true,
    summary: "Exchange the organization secret for the machine's own key, or that key for another one",
    params: environmentId,
    body: ExchangeKey,
    responses: { 201: IssuedKey },
    errors: ['environment_not_found', 'environment_revoked', 'machine_key_exists'],
  }),
  rotateKey: route({
    method: 'POST',
    path: '/v1/organizations/me/environments/{environmentId}/key/rotation',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Have the machine exchange its key (its author, or an admin)',
    params: environmentId,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found', 'not_yours'],
  }),
  revokeKey: route({
    method: 'DELETE',
    path: '/v1/organizations/me/environments/{environmentId}/key',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: "Revoke the machine's key (its author, or an admin)",
    params: environmentId,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found', 'not_yours'],
  }),
  getMachinePolicy: route({
    method: 'GET',
    path: '/v1/organizations/me/machine-policy',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Whether machines have to use their own key',
    responses: { 200: MachinePolicy },
    errors: [],
  }),
  setMachinePolicy: route({
    method: 'PUT',
    path: '/v1/organizations/me/machine-policy',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Say whether machines have to use their own key',
    body: MachinePolicy,
    responses: { 200: MachinePolicy },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
