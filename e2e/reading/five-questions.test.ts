import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { isPresent } from '../../packages/transcript/src/testing/corpus.ts';
import { aTeam, type Team } from '../team.ts';
import { type Answers, type Asked, madeUpSessions, realSessions } from './five-answers.ts';

let team: Team;
before(async () => {
  team = await aTeam();
});
after(async () => team[Symbol.asyncDispose]());

const screen = { width: 1440, height: 900 };

/** What the page says of the tests, in the words of the answers. */
const testWords: Record<Answers['tests'], RegExp> = {
  passed: /✓ Tests.*no edit recorded since/,
  failed: /✗ Tests.*failed/,
  'a part passed': /– Tests.*a part only/,
  'passed before the last edit': /– Tests.*edits? since/,
  'none ran': /^(?!.*[✓✗–?] Tests)/,
};

const part = async (brief: Locator, name: string): Promise<string> =>
  ((await brief.locator(`[data-part="${name}"]`).textContent()) ?? '').replaceAll(/\s+/g, ' ');

/** What of the answers the page does not say. */
async function notSaid(brief: Locator, { asked, changed, tests, tokens, act }: Answers): Promise<string[]> {
  const faults: string[] = [];
  const expect = (text: string, wanted: RegExp | string, what: string) => {
    if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text))
      faults.push(`${what}: “${text}”, wanted ${wanted}`);
  };
  expect(await part(brief, 'asked'), asked, 'asked');
  const { files, commits = 0, pullRequests = 0 } = changed;
  const shown = await part(brief, 'changed');
  const isNothing = files === 0 && commits === 0 && pullRequests === 0;
  expect(shown, isNothing ? 'No file was edited' : `${files} file`, 'changed');
  expect(shown, commits > 0 ? `${commits} commit` : /^(?!.*\d commits?\b)/, 'commits');
  expect(shown, pullRequests > 0 ? /pull/ : /^(?!.*\/pull\/)/, 'pull requests');
  expect(await part(brief, 'proved'), testWords[tests], 'tests');
  const cost = await part(brief, 'cost');
  expect(cost, /\$[\d.]|unknown|no usage|—|tokens/, 'cost');
  if (tokens !== undefined) {
    const exactly = new Intl.NumberFormat('en').format(tokens);
    const titles = await brief
      .locator('[data-part="cost"] [title$=" tokens"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
    expect(titles.join().replaceAll(/[\u2009\u00a0 ,](?=\d)/g, ','), exactly, 'tokens');
  }
  const outcome = (await brief.page().getByTestId('brief-outcome').textContent()) ?? '';
  const open = await part(brief, 'open');
  const rest = `${outcome} ${open} ${await part(brief, 'proved')}`;
  if (act) expect(rest, act, 'somebody has to act');
  else {
    // Findings of low severity are there for who wants to know; nobody has to act on them.
    expect(open, /^(?!.*(?:\bhigh\b|\bmedium\b|Waits for an answer|not done:))/, 'nobody has to act');
    expect(outcome, /^(?:Finished|Handed over)/, 'outcome');
  }
  return faults;
}

/** Until every event is in the brief. */
async function folded(sessionId: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { state, brief } = await team.api.getBrief({ sessionId });
    if (state === 'current' && brief) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${sessionId} was not folded`);
}

async function readBriefs(sessions: Iterable<Asked>): Promise<number> {
  const { page } = team.owner;
  await page.setViewportSize(screen);
  await page.goto(`${team.server.url}/sessions`);
  const faults: string[] = [];
  let count = 0;
  for (const { agent, name, records, answers } of sessions) {
    const sessionId = await team.machine.send({ agentId: agent, records });
    await folded(sessionId);
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/sessions/${sessionId}`);
    const reader = page.locator(`[data-session="${sessionId}"]`);
    const brief = reader.getByTestId('brief');
    await brief.waitFor();
    const box = await brief.boundingBox();
    if (!box || box.y + box.height > screen.height) faults.push(`${name}: not on the first screen`);
    for (const fault of await notSaid(brief, answers)) faults.push(`${name}: ${fault}`);
    count++;
  }
  assert.deepEqual(faults, []);
  return count;
}

test('the brief answers five questions about made-up sessions of five agents', async () => {
  assert.equal(await readBriefs(madeUpSessions()), 20);
});

test('the brief answers five questions about twenty real sessions of five agents', {
  skip: !isPresent && 'the transcripts are not here',
}, async () => {
  assert.equal(await readBriefs(realSessions()), 20);
});
