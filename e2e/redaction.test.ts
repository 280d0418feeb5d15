import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { engines } from '../packages/server/testing/engine.ts';
import { testServer } from '../packages/server/testing/server.ts';
import { aWord, inFiles, inTables } from '../packages/server/testing/session/planted-words.ts';
import { aTeam } from '../packages/server/testing/team.ts';
import { debriefWell } from './command.ts';
import { until } from './until.ts';

const externalId = 'd2f6a1de-0000-4000-8000-00000000cafe';

/** A transcript of Claude Code that says the words as they are, and as JSON in a string has them. */
function writeTranscript(home: string, words: readonly string[]): string {
  const path = join(home, '.claude/projects/-src-app', `${externalId}.jsonl`);
  const of = (n: number) => ({
    uuid: `${externalId}-${n}`,
    sessionId: externalId,
    timestamp: new Date(Date.now() - 86_400_000 + n * 1000).toISOString(),
  });
  const records = words.flatMap((word, at) => [
    { type: 'user', ...of(2 * at), message: { role: 'user', content: `Look at ${word}.` } },
    {
      type: 'assistant',
      ...of(2 * at + 1),
      message: {
        id: `m${at}`,
        role: 'assistant',
        content: [{ type: 'text', text: JSON.stringify({ word }) }],
      },
    },
  ]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

for (const engine of engines)
  test(`redacted, deleted and imported again on ${engine}: nothing brings the words back`, async (t) => {
    await using server = await testServer(engine);
    const team = await aTeam(server);
    const { client } = team.owner;
    const words = [aWord(), `${aWord()} with "quotes" and\nlines`];
    const homes: string[] = [];
    const secret = team.secret;
    t.after(async () => {
      for (const home of homes) {
        await debriefWell(home, secret, ['disconnect', '--yes']).catch(() => {});
        rmSync(home, { recursive: true, force: true });
      }
    });
    /** A machine that knows nothing of what was sent before. */
    const imported = async () => {
      const home = mkdtempSync(join(tmpdir(), 'debrief-again-'));
      homes.push(home);
      const path = writeTranscript(home, words);
      assert.ok(readFileSync(path, 'utf8').includes(words[0] as string));
      await debriefWell(home, secret, ['connect', server.url, '--yes', '--import', 'all', '--no-hooks']);
      return until('the session arrives', async () =>
        (await client.listSessions({})).sessions.find(
          (one) => one.externalId === externalId && one.eventCount >= 4,
        ),
      );
    };
    const left = async () =>
      server.config.database.engine === 'sqlite'
        ? inFiles(server.config.dataDir, [words[0] as string, (words[1] as string).slice(0, 20)])
        : await inTables(server.config.database, [words[0] as string, (words[1] as string).slice(0, 20)]);

    const { sessionId } = await imported();
    for (const text of words) await client.redactSession({ sessionId, text, reason: 'A test.' });
    await until('they are taken out', async () => {
      const { redactions } = await client.listRedactions({ sessionId });
      return redactions.every(({ state }) => state === 'redacted') || undefined;
    });
    await client.removeSession({ sessionId });
    await until('it is gone', async () => ((await left()).length === 0 ? true : undefined));

    const again = await imported();
    assert.notEqual(again.sessionId, sessionId);
    const { events } = await client.listEvents({ sessionId: again.sessionId });
    const shown = JSON.stringify(events);
    assert.equal(shown.split('[REDACTED:manual]').length - 1, 4, shown);
    assert.doesNotMatch(again.title ?? '', new RegExp(words[0] as string));
    assert.deepEqual(await left(), []);
  });
