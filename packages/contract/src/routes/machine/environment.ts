import { Type } from 'typebox';
import { id } from '../../field.ts';
import {
  EnvironmentAnswer,
  EnvironmentList,
  Heartbeat,
  HeartbeatAnswer,
  RegisterEnvironment,
  RegisteredEnvironment,
} from '../../machine/environment.ts';
import { type Route, route } from '../../route.ts';

const environmentId = Type.Object({ environmentId: id('`env_…`') });

/** Machines. */
export const environmentRoutes = {
  registerEnvironment: route({
    number: 11,
    method: 'POST',
    path: '/v1/environments',
    credential: 'secret',
    content: 'none',
    registers: true,
    summary: 'Register or update a developer environment',
    body: RegisterEnvironment,
    responses: { 201: RegisteredEnvironment },
    errors: ['environment_revoked'],
  }),
  beat: route({
    number: 12,
    method: 'POST',
    path: '/v1/environments/{environmentId}/heartbeat',
    credential: 'secret',
    content: 'none',
    summary: 'Say that the environment is alive',
    params: environmentId,
    body: Heartbeat,
    responses: { 200: HeartbeatAnswer },
    errors: ['environment_not_found', 'environment_revoked'],
  }),
  listEnvironments: route({
    number: 13,
    method: 'GET',
    path: '/v1/organizations/me/environments',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'List developer environments',
    responses: { 200: EnvironmentList },
    errors: [],
  }),
  getEnvironment: route({
    number: 14,
    method: 'GET',
    path: '/v1/organizations/me/environments/{environmentId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Read one environment',
    params: environmentId,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found'],
  }),
  revokeEnvironment: route({
    number: 15,
    method: 'DELETE',
    path: '/v1/organizations/me/environments/{environmentId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Revoke an environment',
    params: environmentId,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found'],
  }),
} as const satisfies Record<string, Route>;
