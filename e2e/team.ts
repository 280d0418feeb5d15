import type { Client } from '@debrief/contract';
import type { Browser } from 'playwright-core';
import { openBrowser, type Visitor, visitor } from './browser.ts';
import { connectMachine, type Machine } from './send-transcripts.ts';
import { type RunningServer, startServer } from './server.ts';
import { comeIn } from './sign-in.ts';

/** A server, an owner at a browser, and a machine that can send sessions. */
export interface Team {
  server: RunningServer;
  browser: Browser;
  owner: Visitor;
  /** The API as the owner. */
  api: Client;
  secret: string;
  machine: Machine;
  /** Somebody else of the organization, at a browser of their own. */
  join(email: string, role: 'admin' | 'member'): Promise<Visitor>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function aTeam(env: Record<string, string> = {}): Promise<Team> {
  const [server, browser] = await Promise.all([startServer(env, { isPrepared: true }), openBrowser()]);
  const owner = await visitor(browser, server.url);
  // By pages it takes as long as most tests; first-run.test.ts and roles.test.ts do.
  const api = server.client(await comeIn(owner.context, server, server.setupLink, 'owner@example.com'));
  await api.createOrganization({ name: 'Acme' });
  const { secret } = await api.issueSecret({ label: 'workbench' });
  const machine = await connectMachine(server.client(secret), {
    displayName: 'mira@workbench',
    repoRemote: 'git@example.com:acme/shop.git',
  });
  return {
    server,
    browser,
    owner,
    api,
    secret,
    machine,
    async join(email, role) {
      const { userId } = await api.inviteMember({ email, role });
      const { url = '' } = await api.inviteByLink({ userId, handOver: true });
      const person = await visitor(browser, server.url);
      await comeIn(person.context, server, url);
      await person.page.goto(`${server.url}/sessions`);
      await person.page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
      return person;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
