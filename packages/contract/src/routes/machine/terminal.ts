import { Type } from 'typebox';
import { id } from '../../field.ts';
import { IssuedTerminal, SignInTerminal, TerminalList } from '../../machine/terminal.ts';
import { type Route, route } from '../../route.ts';

/** Extensions: where a person is signed in with `debrief login`. */
export const terminalRoutes = {
  signInTerminal: route({
    method: 'POST',
    path: '/v1/organizations/me/terminals',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Get a token for a terminal, which reads what the caller may read and nothing else',
    body: SignInTerminal,
    responses: { 201: IssuedTerminal },
    errors: ['limit_reached'],
  }),
  listTerminals: route({
    method: 'GET',
    path: '/v1/organizations/me/terminals',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'The terminals the caller is signed in at',
    responses: { 200: TerminalList },
    errors: [],
  }),
  endTerminal: route({
    method: 'DELETE',
    path: '/v1/organizations/me/terminals/{terminalId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    terminal: true,
    summary: 'Sign a terminal out; a terminal may sign itself out',
    params: Type.Object({ terminalId: id('`trm_…`') }),
    responses: { 200: TerminalList },
    errors: ['terminal_not_found'],
  }),
  endTerminals: route({
    method: 'DELETE',
    path: '/v1/organizations/me/terminals',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Sign all terminals of the caller out',
    responses: { 200: TerminalList },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
