import { Type } from 'typebox';
import { AgentList } from '../../agent.ts';
import { id } from '../../field.ts';
import {
  ChangeInstallation,
  CreateInstallation,
  InstallationAnswer,
  InstallationList,
  RegisteredInstallation,
  RegisterInstallation,
} from '../../machine/installation.ts';
import { type Route, route } from '../../route.ts';

const environmentId = Type.Object({ environmentId: id('`env_…`') });
const installationId = Type.Object({ installationId: id('`ins_…`') });

/** Coding agents, and where they are installed. */
export const installationRoutes = {
  listAgents: route({
    number: 16,
    method: 'GET',
    path: '/v1/agents',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'The catalog of coding agents',
    responses: { 200: AgentList },
    errors: [],
  }),
  listInstallations: route({
    number: 17,
    method: 'GET',
    path: '/v1/organizations/me/agents',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'List agent installations',
    responses: { 200: InstallationList },
    errors: [],
  }),
  createInstallation: route({
    number: 18,
    method: 'POST',
    path: '/v1/organizations/me/agents',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Add an agent installation',
    body: CreateInstallation,
    responses: { 201: InstallationAnswer },
    errors: ['environment_not_found', 'environment_revoked', 'installation_exists'],
  }),
  changeInstallation: route({
    number: 19,
    method: 'PATCH',
    path: '/v1/organizations/me/agents/{installationId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Change an agent installation',
    params: installationId,
    body: ChangeInstallation,
    responses: { 200: InstallationAnswer },
    errors: ['installation_not_found'],
  }),
  registerInstallation: route({
    number: 20,
    method: 'POST',
    path: '/v1/environments/{environmentId}/agents',
    credential: 'secret',
    content: 'none',
    summary: 'Register or update an installation from the command line',
    params: environmentId,
    body: RegisterInstallation,
    responses: { 201: RegisteredInstallation },
    errors: ['environment_not_found', 'environment_revoked'],
  }),
} as const satisfies Record<string, Route>;
