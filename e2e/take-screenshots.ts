import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { visitor } from './browser.ts';
import { smallSession } from './small-session.ts';
import { aTeam } from './team.ts';

/**
 * `node e2e/take-screenshots.ts FOLDER`: every page in light, dark and at phone width, on the sample sessions.
 * For looking at after a change, and for the README.
 */
const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

await using team = await aTeam();
await team.api.loadSample();
await team.machine.send({ agentId: 'claude-code', records: smallSession(), gitBranch: 'feat/retry' });
await team.api.inviteMember({ email: 'jonas@example.com', role: 'admin' });
await team.owner.page.waitForTimeout(4_000);
const { sessions } = await team.api.listSessions({ secretEnvironment: 'test' });
const longest = sessions.sort((a, b) => b.eventCount - a.eventCount)[0];
const pages: Record<string, string> = {
  sessions: '/sessions?kind=all',
  session: `/sessions/${longest?.sessionId}`,
  search: '/sessions?kind=all&q=test',
  environments: '/environments',
  agents: '/agents',
  members: '/members',
  secrets: '/secrets',
  audit: '/audit',
  organization: '/organization',
  connect: '/connect',
};
const state = await team.owner.context.storageState();
for (const [look, options] of Object.entries(looks)) {
  const { page, context } = await visitor(team.browser, team.server.url, { ...options, storageState: state });
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(team.server.url + path);
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await context.close();
}
