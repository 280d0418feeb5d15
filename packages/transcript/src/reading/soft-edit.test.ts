import assert from 'node:assert/strict';
import { test } from 'node:test';
import { softEdits } from './soft-edit.ts';

/** `w path`, `d path`, `m path` for each file that the command writes, deletes or moves. */
const read = (input: unknown): string[] =>
  softEdits(typeof input === 'string' ? { command: input } : input).map(
    ({ path, change }) => `${change[0]} ${path}`,
  );

const expected: Record<string, string[]> = {
  'echo a > out.txt': ['w out.txt'],
  'echo a >> out.txt': ['w out.txt'],
  'echo a >| out.txt': ['w out.txt'],
  'echo a >out.txt b': ['w out.txt'],
  'a 2> err.log': ['w err.log'],
  'a 2>&1': [],
  'a >&2': [],
  'a &> all.log': ['w all.log'],
  'a2> x': ['w x'],
  'echo 3 > x': ['w x'],
  'echo "a > b"': [],
  "echo 'a > b'": [],
  'echo "a \\" > b"': [],
  'echo "it\'s" > c': ['w c'],
  "echo '\\' > d": ['w d'],
  'echo a\\ b > "c d"': ['w c d'],
  'echo \\> e': [],
  'touch a\\ b': ['w a b'],
  'touch \\a': ['w a'],
  'rm a\\': ['d a\\'],
  'rm "a\\': ['d a\\'],
  '2> err.log rm a': ['w err.log', 'd a'],
  'touch a b -m': ['w a', 'w b'],
  'touch ""': [],
  'a | tee one two': ['w one', 'w two'],
  'truncate -s0 f': ['w f'],
  'rm -rf a b': ['d a', 'd b'],
  'unlink a': ['d a'],
  'mv a b': ['m a', 'w b'],
  'mv -f a b': ['m a', 'w b'],
  'mv a b dir': [],
  'mv a': [],
  'cp a b': ['w b'],
  'cp a b dir': [],
  'cp a': [],
  "sed -i 's/a/b/' f g": ['w f', 'w g'],
  "sed -Ei 's/a/b/' f": ['w f'],
  "sed --in-place 's/a/b/' f": ['w f'],
  "sed 's/a/b/' f": [],
  "sed 's/a/b/' f > g": ['w g'],
  "perl -pi -e 's/a/b/' f": ['w f'],
  'git rm a': ['d a'],
  'git mv a b': ['m a', 'w b'],
  'git add a': [],
  'git rm': [],
  'sudo rm a': ['d a'],
  'A=1 B="2 3" env rm a': ['d a'],
  'nohup time command rm a': ['d a'],
  'cat a b': [],
  'a; rm b': ['d b'],
  'a && rm b': ['d b'],
  'a || rm b': ['d b'],
  'a\nrm b': ['d b'],
  'a\trm b': [],
  'rm\tb': ['d b'],
  'rm b;': ['d b'],
  'echo > ; rm b': ['d b'],
  'echo > /dev/null': [],
  'echo > "$FILE"': [],
  'rm *.ts': [],
  'rm -- a': ['d a'],
  'echo a > x; rm x': ['d x'],
  'cat <<E > x\nrm y\nE\nrm z': ['w x', 'd z'],
  "cat > x <<'E'\nrm y\n  E\nrm z": ['w x', 'd z'],
  'cat <<-"E_1" >> \'x\'\nE\nE_1': ['w x'],
  'cat <<E\nrm y': [],
  'cat <<E > x': ['w x'],
  'cat << "E F"\nrm z': ['d z'],
};

for (const [command, edits] of Object.entries(expected)) {
  test(JSON.stringify(command), () => assert.deepEqual(read(command), edits));
}

test('a command comes as a text, as words, or as a script of a shell', () => {
  assert.deepEqual(softEdits('rm a'), [{ path: 'a', change: 'delete' }]);
  assert.deepEqual(read({ cmd: 'rm a' }), ['d a']);
  assert.deepEqual(read({ command: ['rm', 'a'] }), ['d a']);
  assert.deepEqual(read({ command: ['bash', '-lc', 'rm a; rm b'] }), ['d a', 'd b']);
  assert.deepEqual(read({ command: ['bash', '-c', 'rm a'] }), ['d a']);
  assert.deepEqual(read({ command: ['rm', '-x', 'a'] }), ['d a']);
  assert.deepEqual(read({ command: ['rm', 'a', 'b', '-c'] }), ['d a', 'd b']);
  assert.deepEqual(read({ command: 7 }), []);
  assert.deepEqual(read(undefined), []);
});

test('no more is read than there is room for', () => {
  const many = Array.from({ length: 30 }, (_, at) => `f${at}`);
  assert.equal(read(`rm ${many.join(' ')}`).length, 20);
  assert.deepEqual(read(`rm ${'x'.repeat(1000)}`).length, 1);
  assert.deepEqual(read(`rm ${'x'.repeat(1001)}`).length, 0);
  assert.deepEqual(read(`${'x '.repeat(9_998)}; rm a b`), []);
  assert.deepEqual(read(`${'x '.repeat(1_998)}; rm a b c`), ['d a']);
  assert.deepEqual(read(`: ${'x'.repeat(19_997)}; rm a`), []);
});
