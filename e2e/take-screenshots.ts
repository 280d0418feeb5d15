import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { visitor } from './browser.ts';
import { everyState, lostPart } from './reading/every-state.ts';
import { startServer } from './server.ts';
import { createAccount } from './sign-in.ts';
import { smallSession } from './small-session.ts';
import { aTeam } from './team.ts';

/**
 * `node e2e/take-screenshots.ts FOLDER [PAGE…]`: every page, or those named, in light, dark and at phone width, on the
 * sample sessions. For looking at after a change. `node e2e/take-screenshots.ts --readme` renews the README's pictures.
 */
/** Pictures of the README by the screenshot they are made of. */
const readme: Record<string, string> = {
  'sessions-light': 'sessions',
  'session-light': 'session',
  'session-dark': 'session-dark',
  'changes-light': 'changes',
  'reviewing-light': 'reviewing',
};
const [given = 'screenshots', ...named] = process.argv.slice(2);
const isReadme = given === '--readme';
const folder = isReadme ? mkdtempSync(join(tmpdir(), 'debrief-readme-')) : given;
const wanted = isReadme ? ['sessions', 'session', 'changes', 'reviewing'] : named;
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
mkdirSync(folder, { recursive: true });

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

await using team = await aTeam();
await team.api.loadSample();
const discussed = await team.machine.send({
  agentId: 'claude-code',
  records: smallSession(),
  gitBranch: 'feat/retry',
});
const states = await team.machine.send({ agentId: 'claude-code', records: everyState() });
const incomplete = await team.machine.send({
  agentId: 'claude-code',
  records: [...smallSession(), lostPart],
});
const jonas = await team.join('jonas@example.com', 'admin');
// Titles and figures are folded in the background.
while ((await team.api.listSessions({})).sessions.some(({ statistics }) => !statistics)) await sleep(100);
const { sessions } = await team.api.listSessions({ secretEnvironment: 'test' });
const longest = sessions.sort((a, b) => b.eventCount - a.eventCount)[0];
await discuss(discussed);
const risky = sessions.find(({ statistics }) => statistics?.title?.includes('Refunds ignore'));
const pages: Record<string, string> = {
  account: '/account',
  sessions: '/sessions?kind=all',
  'sessions-by-day': '/sessions?kind=all&group=day&has=edits',
  'sessions-by-repository': '/sessions?kind=all&group=repository',
  session: `/sessions/${longest?.sessionId}`,
  reviewing: `/sessions/${discussed}#t1`,
  changes: `/sessions/${longest?.sessionId}?view=changes`,
  states: `/sessions/${states}`,
  'folded-turns': `/sessions/${states}`,
  decisions: `/sessions/${states}`,
  subagent: `/sessions/${states}`,
  find: `/sessions/${states}?find=retry`,
  raw: `/sessions/${states}#1`,
  incomplete: `/sessions/${incomplete}`,
  today: '/reviews',
  turn: '/reviews?tab=turn',
  inbox: '/inbox',
  'inbox-settings': '/inbox?tab=settings',
  risk: '/sessions?kind=all&sort=risk',
  findings: `/sessions/${risky?.sessionId}`,
  rules: '/rules',
  search: '/sessions?kind=all&q=test',
  environments: '/environments',
  agents: '/agents',
  members: '/members',
  secrets: '/secrets',
  audit: '/audit',
  organization: '/organization',
  connect: '/connect',
};
/** What is done on a page before its picture is taken. */
const before: Record<string, (page: Page) => Promise<void>> = {
  'folded-turns': (page) => page.keyboard.press('Z'),
  decisions: (page) => page.keyboard.press('i'),
  async subagent(page) {
    const entry = page.locator('[data-kind="subagent"]').first();
    await entry.scrollIntoViewIfNeeded();
    await entry.getByRole('button').first().click();
  },
  raw: (page) => page.keyboard.press('r'),
};
const state = await team.owner.context.storageState();
for (const [look, options] of Object.entries(looks)) {
  if (isReadme && look === 'phone') continue;
  const { page, context, watch } = await visitor(team.browser, team.server.url, {
    ...options,
    storageState: state,
  });
  for (const [name, path] of Object.entries(pages).filter(([one]) => isWanted(one))) {
    await page.goto(team.server.url + path);
    await watch.quiet();
    await before[name]?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
  }
  await context.close();
}

/** Two members talk about a session: a question on an edit, an answer, a review, somebody asked to look. */
async function discuss(sessionId: string): Promise<void> {
  const { api } = team;
  const his = team.server.client(jonas.watch.token() ?? '');
  const { users } = await api.listMembers();
  const userId = (email: string) => users.find((user) => user.email === email)?.userId ?? '';
  const { environments } = await api.listEnvironments();
  const [environment] = environments.filter(({ displayName }) => displayName === 'mira@workbench');
  if (environment)
    await api.setAuthor({
      environmentId: environment.environmentId,
      userId: userId('owner@example.com'),
      earlier: true,
    });
  const { entries } = await api.getTranscript({ sessionId, lane: 0, from: 0, limit: 50 });
  const edit = entries.find((entry) => entry.kind === 'tool' && 'changes' in entry);
  const question = await his.openThread({
    sessionId,
    anchor: {
      sequence: edit?.sequences[0] ?? 1,
      ...(edit && { entry: edit.id }),
      part: 'change',
      path: '/home/mira/shop/src/queue.ts',
    },
    body: `Does \`backOff\` give up at some point, @${userId('owner@example.com')}? A server that is down for a day would keep **every** upload waiting.`,
    idempotencyKey: 'question',
  });
  await api.addComment({
    sessionId,
    threadId: question.thread.threadId,
    body: 'After ten tries. I add that to the description.',
    idempotencyKey: 'answer',
  });
  await his.openThread({
    sessionId,
    anchor: { sequence: 0 },
    body: 'FYI: the same loop is in the mobile app.',
    idempotencyKey: 'note',
  });
  await his.submitReview({
    sessionId,
    outcome: 'follow_up',
    throughSequence: 12,
    body: 'The limit belongs into the documentation.',
    idempotencyKey: 'review',
  });
  await api.assignReviewer({ sessionId, userId: userId('jonas@example.com') });
}

/** Before there is an organization. */
async function takeWelcome(): Promise<void> {
  await using server = await startServer();
  const { page, context } = await visitor(team.browser, server.url);
  await createAccount(page, server.setupLink, 'owner@example.com');
  if (page.url().includes('/idp/')) await page.goto(server.url);
  await page.getByRole('heading', { name: 'Welcome to Debrief' }).waitFor();
  for (const [look, options] of Object.entries(looks)) {
    await page.emulateMedia({ colorScheme: options.colorScheme });
    await page.setViewportSize('viewport' in options ? options.viewport : { width: 1360, height: 860 });
    await page.screenshot({ path: join(folder, `welcome-${look}.png`) });
  }
  await context.close();
}
/** As somebody who is not signed in. */
async function takeSignIn(): Promise<void> {
  for (const [look, options] of Object.entries(looks)) {
    const { page, context } = await visitor(team.browser, team.server.url, options);
    await page.goto(`${team.server.url}/sessions`);
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: join(folder, `sign-in-${look}.png`) });
    await context.close();
  }
}
/** WebP is a third of the size; the browser writes it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function renewReadme(): Promise<void> {
  const page = await team.browser.newPage();
  for (const [taken, name] of Object.entries(readme)) {
    const picture = await asWebp(page, readFileSync(join(folder, `${taken}.png`)));
    writeFileSync(join(import.meta.dirname, `../docs/images/${name}.webp`), picture);
    console.log(`docs/images/${name}.webp: ${(picture.length / 1024).toFixed(0)} KB`);
  }
  await page.close();
}
if (isReadme) await renewReadme();
if (isWanted('sign-in')) await takeSignIn();
if (isWanted('welcome')) await takeWelcome();
