import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type LessonWords, setsIn } from '@debrief/lessons';
import { type Home, homeOf, pathsOf } from '../home.ts';
import { lessonsOfSet, removeCopies, removeCopiesOf, writeCopies } from '../lessons/copy.ts';
import { canonical } from '../pause.ts';
import { emptyInbox } from '../recorder/run/inbox.ts';
import { createRepository, type TestRepository } from '../testing/repository.ts';
import { installShim } from './shim.ts';

const lesson = (lessonId: string, more: Partial<LessonWords> = {}): LessonWords => ({
  lessonId,
  version: 2,
  text: `Say "${lessonId}" \\ 'once' \u00e9.`,
  paths: [],
  agents: [],
  ...more,
});
const some = [lesson('les_a', { paths: ['src/**'] }), lesson('les_b', { agents: ['codex'] })];

describe('the hook at the beginning of a session', () => {
  let base: string;
  let home: Home;
  let shim: string;
  let repository: TestRepository;
  before(async () => {
    base = mkdtempSync(join(tmpdir(), "debrief 'lessons' "));
    home = homeOf({ DEBRIEF_HOME: join(base, 'debrief') });
    shim = await installShim(home, '/nonexistent/node');
    mkdirSync(dirname(pathsOf(home).program), { recursive: true });
    writeFileSync(pathsOf(home).program, '');
    repository = createRepository();
    mkdirSync(join(repository.root, 'src', 'deep'), { recursive: true });
  });
  after(() => {
    repository.remove();
    rmSync(base, { recursive: true, force: true });
  });
  afterEach(async () => {
    await removeCopies(home);
    await emptyInbox(pathsOf(home).inbox);
  });
  const root = () => canonical(repository.root);
  const run = (agentId: string, event = 'SessionStart', { cwd = repository.root, env = {} } = {}) => {
    const { status, stdout, stderr } = spawnSync(shim, [agentId, event], {
      input: JSON.stringify({ session_id: 's', hook_event_name: event }),
      cwd,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [0, '']);
    return stdout;
  };

  it('says nothing unless somebody wanted it', () => {
    assert.equal(run('claude-code'), '');
    assert.ok(!existsSync(pathsOf(home).lessons));
  });

  for (const agentId of ['claude-code', 'codex', 'gemini-cli', 'qwen-code']) {
    it(`tells ${agentId} in the form that it takes`, async () => {
      await writeCopies(home, root(), some);
      const { hookSpecificOutput, ...others } = JSON.parse(run(agentId));
      assert.deepEqual(others, {});
      assert.deepEqual(Object.keys(hookSpecificOutput), ['hookEventName', 'additionalContext']);
      assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
      const words: string = hookSpecificOutput.additionalContext;
      assert.match(words, /^Debrief lessons \(set [0-9a-f]{12}, \d\): /);
      assert.ok(words.includes('- In `src/**`: Say "les_a" \\ \'once\' é.'));
      assert.equal(words.includes('les_b'), agentId === 'codex');
      const [call] = await emptyInbox(pathsOf(home).inbox);
      assert.equal(call?.agentId, agentId);
      assert.equal(call?.externalId, 's');
      assert.deepEqual([call?.lessons], setsIn(words));
      const told = await lessonsOfSet(home, call?.lessons ?? '');
      assert.deepEqual(told[0], { lessonId: 'les_a', version: 2 });
      assert.equal(told.length, agentId === 'codex' ? 2 : 1);
    });
  }

  it('tells Copilot CLI and Cursor in theirs', async () => {
    await writeCopies(home, root(), some);
    assert.deepEqual(Object.keys(JSON.parse(run('copilot-cli', 'sessionStart'))), ['additionalContext']);
    const env = { CURSOR_PROJECT_DIR: repository.root, CURSOR_VERSION: '3.20' };
    const cursor = run('cursor', 'sessionStart', { cwd: tmpdir(), env });
    assert.deepEqual(Object.keys(JSON.parse(cursor)), ['additional_context']);
    assert.equal(run('claude-code', 'SessionStart', { env }), '', 'Cursor is not told twice');
  });

  it('only at the beginning, below the root too, by a link too, and not in what is inside of it', async () => {
    await writeCopies(home, root(), some);
    for (const event of ['Stop', 'UserPromptSubmit', 'SessionEnd'])
      assert.equal(run('claude-code', event), '');
    assert.notEqual(run('claude-code', 'SessionStart', { cwd: join(repository.root, 'src', 'deep') }), '');
    symlinkSync(repository.root, join(base, 'link'));
    assert.notEqual(run('claude-code', 'SessionStart', { cwd: join(base, 'link', 'src') }), '');
    mkdirSync(join(repository.root, 'vendor', '.git'), { recursive: true });
    assert.equal(run('claude-code', 'SessionStart', { cwd: join(repository.root, 'vendor') }), '');
    assert.equal(run('claude-code', 'SessionStart', { cwd: tmpdir() }), '');
    assert.equal(run('claude-code', 'SessionStart', { cwd: '/' }), '');
    assert.equal(run('opencode'), '');
  });

  it('tells the latest words, and none that were withdrawn', async () => {
    await writeCopies(home, root(), some);
    await writeCopies(home, root(), [lesson('les_c')]);
    assert.match(run('claude-code'), /les_c/);
    assert.doesNotMatch(run('claude-code'), /les_a/);
    await writeCopies(home, root(), []);
    assert.equal(run('claude-code'), '');
    await writeCopies(home, root(), some);
    await removeCopiesOf(home, root());
    assert.equal(run('claude-code'), '');
    assert.ok(
      readdirSync(pathsOf(home).inbox).every((name) =>
        /^claude-code\.SessionStart\.\d+(\.[0-9a-f]{12})?$/.test(name),
      ),
    );
  });

  it('lets go of its agent while it starts a recorder', async () => {
    await writeCopies(home, root(), some);
    writeFileSync(pathsOf(home).program, 'setTimeout(() => {}, 20_000)');
    await installShim(home);
    const begun = performance.now();
    assert.notEqual(run('claude-code'), '');
    assert.ok(performance.now() - begun < 5000, 'the recorder holds the output open');
    const left = spawnSync('pgrep', ['-f', pathsOf(home).program], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    for (const pid of left) if (pid !== '') process.kill(Number(pid));
    assert.notDeepEqual(left, ['']);
  });
});
