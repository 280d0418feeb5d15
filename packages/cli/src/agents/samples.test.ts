import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Entry } from '@debrief/transcript';
import { createMachine } from '../testing/machine.ts';
import { readSessions } from '../testing/read-session.ts';

/**
 * Samples of stores that are no lines of JSON, put where their agent keeps them, then found, cut into records and read.
 * What is lines of JSON is tried in packages/transcript/src/corpus.test.ts.
 */
const shared = fileURLToPath(new URL('../../../../../shared/', import.meta.url));

/** Sample → place below the home, by agent. */
const placed: [agentId: string, sample: RegExp, place: (name: string) => string][] = [
  ['goose', /^own__schema-13__sessions\.db$/, () => '.local/share/goose/sessions/sessions.db'],
  ['zed', /^own__threads\.db$/, () => '.local/share/zed/threads/threads.db'],
  ['amp', /T-[0-9a-f-]+\.json$/, (name) => `.local/share/amp/threads/${name.split('__').at(-1)}`],
  ['continue', /\.json$/, () => '.continue/sessions/sample.json'],
  [
    'grok-build',
    /^agent-sessions__.*\.jsonl?$/,
    (name) => `.grok/sessions/%2Fp/s/${name.split('__').at(-1)}`,
  ],
  [
    'mistral-vibe',
    /2-3_task-list.*transcript\.jsonl$|meta\.json$/,
    (name) => `.vibe/logs/session/s/${name.endsWith('.json') ? 'meta.json' : 'messages.jsonl'}`,
  ],
  [
    'antigravity',
    /2-4_.*transcript\.jsonl$/,
    () => '.gemini/antigravity-cli/brain/s/.system_generated/logs/transcript.jsonl',
  ],
  ['cursor', /^own__state\.vscdb$/, () => '.config/Cursor/User/globalStorage/state.vscdb'],
  ['cursor', /^own__store\.db$/, () => '.cursor/chats/0123/cccccccc-0000-4000-8000-000000000001/store.db'],
];

const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(entry.kind === 'subagent' ? flatten(entry.entries) : [])]);

describe('samples of stores', () => {
  for (const agentId of new Set(placed.map(([agent]) => agent)))
    it(`${agentId}: nothing throws, nothing is lost, nothing runs on, nothing is unknown`, async (t) => {
      const folders = ['transcripts', 'transcripts-more']
        .map((name) => join(shared, name, agentId))
        .filter(existsSync);
      if (folders.length === 0)
        return t.skip('no ../shared here: see the stores made in the tests of each agent');
      const machine = await createMachine();
      t.after(() => machine.remove());
      let copied = 0;
      for (const folder of folders)
        for (const name of readdirSync(folder))
          for (const [agent, sample, place] of placed) {
            if (agent !== agentId || !sample.test(name)) continue;
            const path = join(machine.root, place(name));
            await mkdir(dirname(path), { recursive: true });
            await copyFile(join(folder, name), path);
            // As old as what it holds: a store that is in use is looked at later.
            await utimes(path, 0, 0);
            copied++;
            assert.ok(readFileSync(path).length > 0);
          }
      assert.ok(copied > 0, 'no sample matched');
      const sessions = await readSessions(agentId, machine);
      assert.ok(sessions.size > 0);
      for (const [id, { reader, told }] of sessions) {
        const { faults, events, represented, duplicates, pending, metadata } = reader.accounting();
        const quiet = Object.values(metadata).reduce((sum, count) => sum + count, 0);
        assert.equal(faults, 0, id);
        assert.equal(events, represented + duplicates + pending + quiet, id);
        assert.ok(
          told.some((line) => line.startsWith('prompt ')),
          `${id}: ${told.join('\n')}`,
        );
        for (const entry of flatten(reader.entries)) {
          assert.notEqual(entry.kind, 'unknown', id);
          assert.ok(!('outcome' in entry && entry.outcome === 'running'), id);
        }
        t.diagnostic(`${id}: ${told.length} entries`);
      }
    });
});
