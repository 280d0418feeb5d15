import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../scripts/test/slowness.ts';
import { parseShell } from './parse.ts';

const linesOf = (script: string, cwd = '/repo') =>
  parseShell(script, { cwd }).commands.map(({ name, args, wrappers }) =>
    `${[...wrappers, name].join('>')} ${args.map(({ value }) => value).join(' ')}`.trim(),
  );
const one = (script: string, name: string, cwd = '/repo') => {
  const found = parseShell(script, { cwd }).commands.find((command) => command.name === name);
  assert.ok(found, `${name} in ${script}`);
  return found;
};

describe('a script taken apart', () => {
  it('finds every program and nothing that is only text', () => {
    assert.deepEqual(linesOf('git status && git log -1 | head; ls'), [
      'git status',
      'git log -1',
      'head',
      'ls',
    ]);
    assert.deepEqual(linesOf('git commit -m "rm -rf / && git push --force"'), [
      'git commit -m rm -rf / && git push --force',
    ]);
    assert.deepEqual(linesOf("cat > notes.md <<'EOF'\nrm -rf /\nEOF"), ['cat']);
    assert.deepEqual(linesOf('echo "$(git rev-parse HEAD)"'), [
      'git rev-parse HEAD',
      'echo $(git rev-parse HEAD)',
    ]);
    assert.deepEqual(linesOf('for f in *; do rm -f "$f"; done'), ['rm -f *']);
    assert.deepEqual(linesOf('if test -f a; then rm a; else touch a; fi'), ['test -f a', 'rm a', 'touch a']);
  });

  it('looks behind what runs a command', () => {
    assert.deepEqual(linesOf('sudo -u root timeout -s KILL 60 npm test'), ['sudo>timeout>npm test']);
    assert.deepEqual(linesOf('env CI=1 FORCE=2 npx jest'), ['env>npx jest']);
    assert.deepEqual(one('env CI=1 npx jest', 'npx').assignments, [{ name: 'CI', value: '1' }]);
    assert.deepEqual(linesOf('git ls-files | xargs -n 1 rm -rf'), ['git ls-files', 'xargs>rm -rf']);
    assert.deepEqual(linesOf('command -v git'), ['command -v git']);
    assert.deepEqual(linesOf('find . -name x -exec rm -rf {} \\;'), [
      'find . -name x -exec rm -rf {} ;',
      'find>rm -rf ./x',
    ]);
    assert.deepEqual(linesOf(`bash -lc 'cd sub && make test'`), [
      `bash -lc cd sub && make test`,
      'bash -c>cd sub',
      'bash -c>make test',
    ]);
    assert.deepEqual(linesOf("cat <<'EOF' | sh\nrm -rf build\nEOF").at(1), 'pipe>rm -rf build');
    assert.deepEqual(linesOf('echo "rm -rf x" | bash').at(1), 'pipe>rm -rf x');
    assert.deepEqual(linesOf('bash <<EOF\nrm -rf x\nEOF').at(1), 'bash>rm -rf x');
    const remote = one("ssh -p 22 host 'rm -rf /srv'", 'rm');
    assert.deepEqual([remote.isRemote, remote.cwd], [true, undefined]);
  });

  it('substitutes what the script itself assigned, and says what it cannot know', () => {
    assert.deepEqual(one('D=/tmp/x; rm -rf "$D/y"', 'rm').args[1], {
      value: '/tmp/x/y',
      isKnown: true,
      hasGlob: false,
    });
    assert.deepEqual(one('rm -rf "$D/y"', 'rm').args[1], { value: '$D/y', isKnown: false, hasGlob: false });
    assert.equal(one('D=$(mktemp -d); rm -rf $D/x', 'rm').args[1]?.value, '/tmp/mktemp/x');
    assert.equal(one('D=$(cat d); rm -rf $D', 'rm').args[1]?.isKnown, false);
    assert.deepEqual(one('rm -rf build/*', 'rm').args[1], { value: 'build/*', isKnown: true, hasGlob: true });
    assert.equal(one('rm -rf "build/*"', 'rm').args[1]?.hasGlob, false);
    assert.equal(one('rm -rf $HOME/x', 'rm').args[1]?.value, '~/x');
  });

  it('follows the folder', () => {
    assert.equal(one('cd /tmp && rm -rf x', 'rm').cwd, '/tmp');
    assert.equal(one('cd sub/../other; pwd', 'pwd').cwd, '/repo/other');
    assert.equal(one('(cd /tmp); pwd', 'pwd').cwd, '/repo');
    assert.equal(one('cd /tmp | cat; pwd', 'pwd').cwd, '/repo');
    assert.equal(one('cd "$X" && pwd', 'pwd').cwd, undefined);
    assert.equal(one('cd /a; cd /b; cd -; pwd', 'pwd').cwd, '/a');
    assert.equal(one('pushd /a; popd; pwd', 'pwd').cwd, '/repo');
    assert.equal(one('cd; pwd', 'pwd').cwd, '~');
    assert.equal(one(`bash -c 'cd /x'; pwd`, 'pwd').cwd, '/repo');
  });

  it('knows whose success the exit code is', () => {
    const implied = (script: string) => one(script, 'npm').isSuccessImplied;
    for (const script of [
      'npm test',
      'cd x && npm test',
      'npm test && echo ok',
      'npm test || exit 1',
      'npm test || { echo failed; exit 2; }',
      'set -e; npm test; echo done',
      'set -o pipefail; npm test | tail -3',
      'false || true && npm test',
      'bash -c "npm test"',
      '(npm test)',
    ]) {
      assert.equal(implied(script), true, script);
    }
    for (const script of [
      'npm test | tail -3',
      'npm test; echo done',
      'npm test || true',
      'true || npm test',
      'npm test &',
      '! npm test',
      'if npm test; then echo ok; fi',
      'npm test 2>&1 | tee log',
      'bash -c "npm test; true"',
    ]) {
      assert.equal(implied(script), false, script);
    }
    assert.deepEqual(one('npm test 2>&1 | tail -3 | cat', 'npm').pipe, {
      index: 0,
      length: 3,
      after: ['tail', 'cat'],
    });
  });

  it('reads redirections and standard input', () => {
    const { redirections } = one('make > out.log 2>&1', 'make');
    assert.deepEqual(
      redirections.map(({ operator, descriptor, target }) => [operator, descriptor, target.value]),
      [
        ['>', undefined, 'out.log'],
        ['>&', 2, '1'],
      ],
    );
    assert.equal(one('cat > .env <<EOF\nA=1\nEOF', 'cat').input, 'A=1\n');
    assert.equal(one('psql <<< "drop table x"', 'psql').input, 'drop table x');
  });
});

describe('hostile scripts', () => {
  it('cost little, whatever they are', () => {
    const hostile = [
      'a'.repeat(1_000_000),
      '('.repeat(10_000),
      '$('.repeat(10_000),
      '"$('.repeat(5000),
      'a | '.repeat(20_000),
      'a;'.repeat(40_000),
      'a && '.repeat(20_000),
      '`'.repeat(20_000),
      '{a,'.repeat(20_000),
      `bash -c '${"bash -c '".repeat(1000)}`,
      `${'if a; then '.repeat(5000)}`,
      '<<E '.repeat(20_000),
      'cd ../'.repeat(15_000),
      `cd ${'../'.repeat(30_000)}`,
      `find . ${'-exec a '.repeat(10_000)}`,
      `${'sudo '.repeat(20_000)}ls`,
      '\u0000'.repeat(50_000),
    ];
    const pieces = [
      ...[
        '{a,',
        '{',
        '{a, ',
        '(',
        '$(',
        '$' + '{',
        '$' + '{a',
        '"',
        '"$(',
        '`',
        '<(',
        '[',
        '[[ ',
        '((',
        '$((',
        'a=(',
        '<<E\n',
      ],
      ...[
        '<<E ',
        '\\',
        '*',
        '?(',
        '@(',
        '!(',
        '|',
        '||',
        '&',
        '&&',
        ';',
        'if ',
        'case ',
        'for ',
        'while ',
        '{ ',
        'f(){ ',
      ],
      ...[
        'a[',
        'a=$',
        '~',
        '#',
        '\n',
        '$',
        '$' + '{a:-',
        '$' + '{a//',
        '$[',
        "'",
        "$'",
        '$"',
        '{1..',
        '}',
        '{a',
        'x{a,b',
      ],
      ...[
        'case a in ',
        'select ',
        'coproc ',
        'time ',
        '! ',
        'a{',
        '@(a|',
        '[[ a =~ (',
        'a<(',
        '=(',
        '<<<',
        '>',
        '>&',
        '$[ ',
      ],
      ...['a$( ', '" ', "' ", '` ', '$(( ', 'a=( ', '\\\n', '{ {', '\t(', 'x <<E\n'],
    ];
    hostile.push(...pieces.map((piece) => piece.repeat(Math.floor(100_000 / piece.length))));
    hostile.push(...pieces.map((piece) => piece.repeat(Math.floor(4000 / piece.length))));
    for (const script of hostile) {
      const begun = performance.now();
      const { commands } = parseShell(script, { cwd: '/repo' });
      const took = performance.now() - begun;
      assert.ok(
        isWithin(took, 1500),
        `${JSON.stringify(script.slice(0, 12))}… (${script.length}) took ${took} ms`,
      );
      assert.ok(commands.length <= 2100, `${commands.length} commands`);
    }
  });

  it('say when something was left out', () => {
    assert.equal(parseShell('a'.repeat(100_001)).isWhole, false);
    assert.equal(parseShell('a;'.repeat(3000)).isWhole, false);
    assert.equal(parseShell('ls -l').isWhole, true);
  });
});
