import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LessonWords } from '@debrief/lessons';
import { createRepository, snapshot, type TestRepository } from '../testing/repository.ts';
import { planOf } from './instruction-files.ts';
import { Refused, removePlace, writePlace } from './place.ts';

const lesson = (lessonId: string, more: Partial<LessonWords> = {}): LessonWords => ({
  lessonId: `les_${lessonId}`,
  version: 1,
  text: `Lesson ${lessonId}.`,
  paths: [],
  agents: [],
  ...more,
});
const everywhere = lesson('all');
const inSource = lesson('src', { paths: ['src/**/*.{ts,tsx}'] });
const forCodex = lesson('codex', { agents: ['codex'] });
const forClaude = lesson('claude', { agents: ['claude-code'] });
const some = [everywhere, inSource, forCodex, forClaude];

/** As the command does it. */
async function write(root: string, lessons: readonly LessonWords[]): Promise<Record<string, string>> {
  const { files, refused } = await planOf(root, lessons);
  const said: Record<string, string> = Object.fromEntries(refused.map(({ path, why }) => [path, why]));
  for (const { place, content } of files) {
    try {
      if (content !== undefined && !place.bytes?.equals(content)) await writePlace(place, content);
      if (content === undefined && place.bytes) await removePlace(root, place);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said[place.path] = error.message;
    }
  }
  return said;
}

const textsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/Lesson (\w+)\./g)].map(([, name]) => name as string);

describe('instruction files of a repository', () => {
  let repository: TestRepository;
  let root: string;
  const at = (path: string) => join(root, path);
  const status = () =>
    repository
      .git('status', '--porcelain', '--untracked-files=all')
      .split('\n')
      .map((line) => line.trim().split(' ').at(-1));
  beforeEach(() => {
    repository = createRepository();
    root = repository.root;
    repository.commit('first');
  });
  afterEach(() => repository.remove());

  it('without any: AGENTS.md is made, and goes again without a trace', async () => {
    assert.deepEqual(await write(root, some), {});
    assert.deepEqual(status(), ['AGENTS.md']);
    assert.deepEqual(textsOf(at('AGENTS.md')), ['all', 'src', 'codex']);
    assert.match(readFileSync(at('AGENTS.md'), 'utf8'), /^- For codex: Lesson codex\.$/m);
    assert.equal(statSync(at('AGENTS.md')).mode & 0o777, 0o644);
    await write(root, []);
    assert.equal(repository.git('status', '--porcelain'), '');
  });

  it('each agent is told once, where it reads, with its own keys for paths', async () => {
    for (const path of [
      'CLAUDE.md',
      'GEMINI.md',
      '.github/copilot-instructions.md',
      '.cursor/rules/mine.mdc',
    ])
      repository.write(path, `# ${path}\r\nmine`);
    repository.commit('files');
    const before = snapshot(root);
    await write(root, some);
    assert.deepEqual(textsOf(at('AGENTS.md')), ['all', 'src', 'codex']);
    assert.deepEqual(textsOf(at('CLAUDE.md')), ['all', 'claude']);
    assert.deepEqual(textsOf(at('GEMINI.md')), ['all', 'src']);
    assert.deepEqual(textsOf(at('.github/copilot-instructions.md')), ['all']);
    const rules = (status() as string[]).filter((path) => path.includes('debrief-'));
    assert.deepEqual(rules.map((path) => path.replace(/[0-9a-f]{8}/, 'x')).sort(), [
      '.claude/rules/debrief-x.md',
      '.cursor/rules/debrief-x.mdc',
      '.github/instructions/debrief-x.instructions.md',
    ]);
    for (const path of rules) assert.deepEqual(textsOf(at(path)), ['src']);
    const once = snapshot(root);
    await write(root, some);
    assert.deepEqual(snapshot(root), once, 'a second time touches nothing');
    await write(root, [everywhere]);
    assert.deepEqual(
      (status() as string[]).filter((path) => path.includes('debrief-')),
      [],
      'rules that nobody has go',
    );
    await write(root, some);
    await write(root, []);
    assert.equal(repository.git('status', '--porcelain'), '');
    const contents = (one: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(one)
          .filter(([path]) => !path.startsWith('.git'))
          .map(([path, text]) => [path, text.split(' ').slice(0, 2).join(' ')]),
      );
    const now = contents(snapshot(root));
    for (const [path, text] of Object.entries(contents(before)))
      if (text.length > 20) assert.equal(now[path], text, path);
    assert.equal(repository.git('log', '--oneline').split('\n').length, 2, 'nothing was committed');
  });

  for (const [name, text] of [
    ['an import', '# Mine\n\n@AGENTS.md\n'],
    ['an import in a line', 'Read @./AGENTS.md first.\n'],
  ] as const) {
    it(`CLAUDE.md with ${name} of AGENTS.md is left alone`, async () => {
      repository.write('CLAUDE.md', text);
      await write(root, some);
      assert.equal(readFileSync(at('CLAUDE.md'), 'utf8'), text);
      assert.deepEqual(textsOf(at('AGENTS.md')), ['all', 'src', 'codex', 'claude']);
    });
  }

  it('that only quotes the import is told by itself; and no longer once it imports', async () => {
    repository.write('CLAUDE.md', 'Never write `@AGENTS.md` here.\n');
    await write(root, some);
    assert.deepEqual(textsOf(at('CLAUDE.md')), ['all', 'claude']);
    repository.write('CLAUDE.md', `@AGENTS.md\n${readFileSync(at('CLAUDE.md'), 'utf8')}`);
    await write(root, some);
    assert.deepEqual(textsOf(at('CLAUDE.md')), []);
    assert.deepEqual(textsOf(at('AGENTS.md')), ['all', 'src', 'codex', 'claude']);
  });

  it('CLAUDE.md that is a link to AGENTS.md stays a link, and is written once', async () => {
    repository.write('AGENTS.md', '# A\n');
    symlinkSync('AGENTS.md', at('CLAUDE.md'));
    await write(root, some);
    assert.ok(lstatSync(at('CLAUDE.md')).isSymbolicLink());
    assert.equal(readFileSync(at('CLAUDE.md'), 'utf8').match(/debrief lessons: begin/g)?.length, 1);
    await write(root, []);
    assert.equal(readFileSync(at('AGENTS.md'), 'utf8'), '# A\n');
  });

  it('a link within the repository is followed, and kept', async () => {
    repository.write('docs/agents.md', 'text');
    symlinkSync('docs/agents.md', at('AGENTS.md'));
    await write(root, some);
    assert.ok(lstatSync(at('AGENTS.md')).isSymbolicLink());
    assert.deepEqual(textsOf(at('docs/agents.md')), ['all', 'src', 'codex']);
    await write(root, []);
    assert.equal(readFileSync(at('docs/agents.md'), 'utf8'), 'text');
  });

  describe('what leads out', () => {
    let outside: string;
    beforeEach(() => {
      outside = mkdtempSync(join(tmpdir(), 'debrief-outside-'));
      writeFileSync(join(outside, 'theirs.md'), 'theirs');
    });
    afterEach(() => rmSync(outside, { recursive: true, force: true }));

    for (const [name, target] of [
      ['a file', 'theirs.md'],
      ['a file that is not there', 'new.md'],
    ] as const) {
      it(`is refused: a link to ${name}`, async () => {
        symlinkSync(join(outside, target), at('AGENTS.md'));
        assert.deepEqual(await write(root, some), {
          'AGENTS.md': 'it is a link that leads out of the repository',
        });
        assert.deepEqual(snapshot(outside), { 'theirs.md': snapshot(outside)['theirs.md'] });
        assert.equal(readFileSync(join(outside, 'theirs.md'), 'utf8'), 'theirs');
      });
    }

    it('is refused: a folder of rules, also one of whose files would be removed', async () => {
      repository.write('CLAUDE.md', 'x');
      mkdirSync(at('.claude'));
      symlinkSync(outside, at('.claude/rules'));
      const said = Object.entries(await write(root, some));
      assert.equal(said.length, 1);
      assert.match(said[0]?.[0] ?? '', /^\.claude\/rules\/debrief-/);
      const kept =
        '<!-- debrief lessons: begin 0123456789ab les_a@1 +0 x -->\n<!-- debrief lessons: end -->\n';
      writeFileSync(join(outside, 'debrief-01234567.md'), kept);
      await write(root, []);
      assert.equal(readFileSync(join(outside, 'debrief-01234567.md'), 'utf8'), kept);
    });

    it("is refused: git's own folder", async () => {
      symlinkSync('.git/hooks/post-commit', at('AGENTS.md'));
      assert.deepEqual(await write(root, some), { 'AGENTS.md': "it leads into git's own folder" });
      assert.throws(() => statSync(at('.git/hooks/post-commit')));
    });
  });

  it('is refused: what may not be written, is no file, is no text or is broken', async () => {
    repository.write('AGENTS.md', 'text');
    chmodSync(at('AGENTS.md'), 0o444);
    repository.write('CLAUDE.md', Buffer.from([0xff, 0xfe, 65, 0]));
    mkdirSync(at('GEMINI.md'));
    repository.write('.github/copilot-instructions.md', '<!-- debrief lessons: end -->\n');
    assert.deepEqual(await write(root, [everywhere]), {
      'AGENTS.md': 'it may not be written (read-only)',
      'CLAUDE.md': 'It is no text in UTF-8.',
      'GEMINI.md': 'it is no file',
      '.github/copilot-instructions.md': 'The lessons in it end without a beginning.',
    });
    assert.equal(readFileSync(at('AGENTS.md'), 'utf8'), 'text');
  });

  it("somebody else's file of the same name stays", async () => {
    repository.write('CLAUDE.md', 'x');
    const [path] = [...(await planOf(root, some)).files]
      .map(({ place }) => place.path)
      .filter((one) => one.includes('rules/')) as [string];
    repository.write(path, 'mine');
    assert.deepEqual(await write(root, some), { [path]: 'somebody else wrote a file of this name' });
    await write(root, []);
    assert.equal(readFileSync(at(path), 'utf8'), 'mine');
  });

  it('keeps the rights of a file, in a worktree of its own too', async () => {
    repository.write('AGENTS.md', 'text');
    chmodSync(at('AGENTS.md'), 0o664);
    const other = join(root, '..', `${root.split('/').at(-1)}-worktree`);
    repository.git('worktree', 'add', '-q', other);
    await write(root, [everywhere]);
    assert.equal(statSync(at('AGENTS.md')).mode & 0o777, 0o664);
    await write(other, [everywhere]);
    assert.deepEqual(textsOf(join(other, 'AGENTS.md')), ['all']);
    execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
  });
});
