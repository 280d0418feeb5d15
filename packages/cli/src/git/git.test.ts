import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { runGit, TooMuch } from './git.ts';

test('a git that takes too long or prints too much is ended, and told apart from one that fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-slow-git-'));
  const { PATH } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  const run = (script: string, more = {}) => {
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'git'), 0o755);
    return runGit(['log'], { root: folder, ...more });
  };
  await assert.rejects(run('exec sleep 60', { timeoutMs: 20 }), TooMuch);
  await assert.rejects(run('echo 123456; exec sleep 60', { maxBytes: 3 }), TooMuch);
  await assert.rejects(run('echo bad config >&2; exit 128'), /git log ended with 128: bad config/);
  assert.equal((await run('echo fine')).toString(), 'fine\n');
});
