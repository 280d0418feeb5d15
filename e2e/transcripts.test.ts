import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { splitRecord, supportedAgents } from '@debrief/transcript';
import { SessionJudge } from '../packages/cli/src/commands/session/judge.ts';
import { isPresent, recordedFiles } from '../packages/transcript/src/testing/corpus.ts';
import { drawEveryRow, tall } from './browser.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
before(async () => {
  if (isPresent) team = await aTeam();
});
after(async () => team?.[Symbol.asyncDispose]());

const maxPerAgent = 8;

/**
 * Some recordings of each agent, evenly from all it has; `ALL_TRANSCRIPTS=1` reads every one of them. The reading itself
 * is tested on all of them without a browser (packages/transcript/src/corpus.test.ts).
 */
function chosenFiles() {
  const files = [...recordedFiles()].filter(({ records }) => records.length > 0);
  if (process.env.ALL_TRANSCRIPTS) return files;
  return [...Map.groupBy(files, ({ agent }) => agent).values()].flatMap((all) => {
    const step = Math.max(1, all.length / maxPerAgent);
    return Array.from(
      { length: Math.min(all.length, maxPerAgent) },
      (_, at) => all[Math.floor(at * step)] ?? [],
    ).flat();
  });
}

/** What `debrief check` says of the same records; the server's words, besides what it says about its rules. */
async function differsFromCheck(
  file: { agent: string; records: unknown[] },
  sessionId: string,
): Promise<boolean> {
  const judge = new SessionJudge(file.agent, undefined);
  for (const record of file.records) for (const event of splitRecord(record)) judge.feed(event);
  const { findings, claims, notJudged } = judge.judge();
  let served = await team.api.getFindings({ sessionId });
  for (let tries = 0; !served.isCurrent && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    served = await team.api.getFindings({ sessionId });
  }
  const inShort = (all: readonly { rule: string; severity: string; sequences: number[]; why: string }[]) =>
    all.map(({ rule, severity, sequences, why }) => ({ rule, severity, sequences, why }));
  return !isDeepStrictEqual(
    { findings: inShort(served.findings), claims: served.claims, notJudged: served.notJudged },
    // As it travels: what is undefined is not there.
    JSON.parse(JSON.stringify({ findings: inShort(findings), claims, notJudged })),
  );
}

/** Small recordings of one agent are read as one session after the other, in the same tab. */
test('real transcripts render without an error, and none of a supported agent has an unknown block', {
  skip: !isPresent && 'the transcripts are not here',
}, async () => {
  const { page, watch } = team.owner;
  const faults: string[] = [];
  await page.setViewportSize(tall);
  await page.goto(`${team.server.url}/members`);
  await page.getByLabel('Invite by e-mail').waitFor();
  // Before there was an organization the API said so; that is not what is tested here.
  watch.errors.length = 0;
  let read = 0;
  for (const file of chosenFiles()) {
    read++;
    const sessionId = await team.machine.send({ agentId: file.agent, records: file.records });
    // As a click would, without loading the application anew each time.
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/sessions/${sessionId}`);
    const reader = page.locator(`[data-session="${sessionId}"]`);
    await reader
      .getByTestId('verdict')
      .getByText(/Complete|Incomplete/)
      .waitFor();
    if (await differsFromCheck(file, sessionId))
      faults.push(`${file.agent}/${file.name}: debrief check says something else than the server`);
    if (file.real && supportedAgents.includes(file.agent)) {
      // Unknown blocks are never hidden; find them anywhere in the list, not only on screen.
      const list = reader.getByTestId('transcript');
      // Some recordings hold nothing but the agent's own bookkeeping.
      if ((await list.count()) === 0) continue;
      const unknown = await drawEveryRow(list, '[data-testid="unknown"]');
      for (const text of unknown) faults.push(`${file.agent}/${file.name}: unknown ${text.slice(0, 80)}`);
    }
    if (watch.errors.length > 0)
      faults.push(`${file.agent}/${file.name}: ${watch.errors.splice(0).join('; ')}`);
  }
  console.log(`${read} transcripts read`);
  assert.deepEqual(faults, []);
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
});
