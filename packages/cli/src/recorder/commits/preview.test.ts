import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { homeOf } from '../../home.ts';
import { writeSettings } from '../../settings.ts';
import { cliMain } from '../../testing/cli-main.ts';
import { machineSettings } from '../../testing/machine.ts';
import { author, createRepository } from '../../testing/repository.ts';

test('preview shows what would be told of commits, and nothing where it is turned off', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'debrief-preview-'));
  const repository = createRepository();
  t.after(() => {
    rmSync(home, { recursive: true, force: true });
    repository.remove();
  });
  const env = { ...process.env, HOME: home, DEBRIEF_HOME: join(home, 'debrief') };
  mkdirSync(join(home, '.claude/projects/-x'), { recursive: true });
  const record = {
    type: 'user',
    uuid: 'u',
    sessionId: 's1',
    cwd: repository.root,
    timestamp: new Date(Date.now() - 60_000).toISOString(),
    message: { role: 'user', content: 'hello' },
  };
  writeFileSync(join(home, '.claude/projects/-x/s1.jsonl'), `${JSON.stringify(record)}\n`);
  repository.write('a.ts', 'const secretSauce = 1;\n');
  const sha = repository.commit('A private subject');
  const preview = async (): Promise<Record<string, unknown>[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, [cliMain, 'preview', 's1', '--json'], {
      env,
    });
    for (const secret of [author.name, author.email, 'private subject', 'secretSauce'])
      assert.ok(!stdout.includes(secret), secret);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const [event, told] = await preview();
  assert.equal(event?.eventType, 'user');
  const commits = told?.commits as { sha: string; lineCount: number }[];
  assert.deepEqual(
    commits.map((commit) => [commit.sha, commit.lineCount]),
    [[sha, 1]],
  );
  await writeSettings(homeOf(env), machineSettings({ commitFacts: false }));
  assert.equal((await preview()).length, 1);
});
