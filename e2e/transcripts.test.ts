import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { supportedAgents } from '@debrief/transcript';
import { isPresent, recordedFiles } from '../packages/transcript/src/testing/corpus.ts';
import { aTeam, type Team } from './team.ts';

let team: Team;
before(async () => {
  if (isPresent) team = await aTeam();
});
after(async () => team?.[Symbol.asyncDispose]());

/** Small recordings of one agent are read as one session after the other, in the same tab. */
test('every real transcript renders without an error, and none of a supported agent has an unknown block', {
  skip: !isPresent && 'the transcripts are not here',
}, async () => {
  const { page, watch } = team.owner;
  const faults: string[] = [];
  let read = 0;
  for (const file of recordedFiles()) {
    if (file.records.length === 0) continue;
    const sessionId = await team.machine.send({ agentId: file.agent, records: file.records });
    await page.goto(`${team.server.url}/sessions/${sessionId}`);
    await page
      .getByTestId('verdict')
      .getByText(/Complete|Incomplete/)
      .waitFor();
    if (file.real && supportedAgents.includes(file.agent)) {
      // Unknown blocks are never hidden; find them anywhere in the list, not only on screen.
      await page.getByRole('button', { name: 'Kinds' }).waitFor();
      const unknown = await page
        .getByTestId('transcript')
        .evaluate(async (list) => {
          const seen = new Set<string>();
          for (let at = 0; at <= list.scrollHeight; at += Math.max(200, list.clientHeight - 80)) {
            list.scrollTop = at;
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
            for (const one of list.querySelectorAll('[data-testid="unknown"]'))
              seen.add(one.textContent ?? '');
          }
          return [...seen];
        })
        .catch(() => [] as string[]);
      for (const text of unknown) faults.push(`${file.agent}/${file.name}: unknown ${text.slice(0, 80)}`);
    }
    if (watch.errors.length > 0)
      faults.push(`${file.agent}/${file.name}: ${watch.errors.splice(0).join('; ')}`);
    read++;
  }
  console.log(`${read} transcripts read`);
  assert.deepEqual(faults, []);
  assert.deepEqual(watch.violations, []);
  assert.deepEqual(watch.remote, []);
});
