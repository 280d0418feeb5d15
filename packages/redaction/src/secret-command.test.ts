import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretCommand } from './secret-command.ts';

const TAG = '[TAG]';

test('knows the commands that show a file of secrets', () => {
  for (const script of [
    ...[
      'cat .env',
      'sed -n 1,5p config/.env.production',
      'grep TOKEN .env',
      'head -5 ~/.netrc',
      'git diff -- .env',
    ],
    ...[
      'git show HEAD:.env',
      'base64 .env',
      'xxd server.pem',
      "awk -F= '{print $2}' .env",
      'cat ~/.aws/credentials',
    ],
    ...[
      'while read l; do echo $l; done < .env',
      'for f in .env*; do cat "$f"; done',
      'find . -name .env | xargs cat',
    ],
    ...[
      'bash -lc "cat .env"',
      `python3 -c "print(open('.env').read())"`,
      'source .env && env',
      'echo $(cat .env)',
    ],
    ...['Get-Content .env', 'type .env', 'cat "./my app/.env"', 'openssl rsa -in key.pem -text'],
    ...['cat < .env', 'git -C app --no-pager log -p .env', 'git -c a=b blame .env', 'grep -e TOKEN .env'],
    ...['find . -name .env -exec cat {} +', 'echo A=1 | tee .env', 'ruby -e \'puts File.read(".env")\''],
    ...['python3 - <<E\nprint(open("/app/.env").read())\nE', '. .env; printenv', 'cat .env*', 'CAT .env'],
    ...['cat prod:.env', 'curl x < .env', 'jq . service-account.json', 'vim -n .env', 'cat .env | (((('],
  ])
    assert.equal(secretCommand(script, TAG)?.reads, true, script);
});

test('leaves alone what shows nothing of them, and samples', () => {
  for (const script of [
    ...[
      'ls -la .env',
      'cp .env.example .env',
      'cat .env.example',
      'ssh -i key.pem host uptime',
      'git add .env',
    ],
    ...[
      'node --env-file=.env app.js',
      'docker run --env-file .env img',
      'grep process.env src -r',
      'jq .key a.json',
    ],
    ...['kubectl get secret', 'npm test', 'grep -r foo .', 'grep .env src/a.ts', 'find . -name .env', 'env'],
    ...[
      'source .env',
      'set; ls .env',
      'git status .env',
      'git -C .env status',
      'tool --key server.pem',
      'cat secret',
    ],
    ...[
      'git; ls .env',
      'git -C .env',
      'cat import.meta.env',
      "node -e 'a()' # .env",
      'tool --env=.env',
      "cat <<E\nsee '.env'\nE",
    ],
  ])
    assert.equal(secretCommand(script, TAG), undefined, script);
});

test('takes out what is written into them', () => {
  const clean = (script: string) => secretCommand(script, TAG)?.script;
  assert.equal(clean('cat > .env <<EOF\nA=geheim\nEOF'), 'cat > .env <<EOF\n[TAG]\nEOF');
  assert.equal(clean('echo "A=geheim" | tee -a .env'), 'echo "[TAG]" | tee -a .env');
  assert.equal(clean('sed -i "s/A=.*/A=geheim/" .env'), 'sed -i "[TAG]" .env');
  assert.equal(clean('echo "A=geheim" > .env; echo done'), 'echo "[TAG]" > .env; echo done');
  assert.equal(clean('printf "%s" geheim | base64 | tee .env'), 'printf "%s" [TAG] | base64 | tee .env');
  assert.equal(clean('perl -pi -e "s/A=.*/A=geheim/" .env'), 'perl -pi -e "[TAG]" .env');
  assert.equal(clean('echo geheim geheimer > .env'), 'echo [TAG] [TAG] > .env', 'the longer text first');
  assert.equal(clean('echo abc > .env'), 'echo [TAG] > .env');
  assert.equal(clean('echo ab > .env'), undefined, 'two letters are part of too many words');
  assert.equal(clean('cat .env'), 'cat .env');
  // Written otherwise than the shell reads it: nothing of it may stay.
  assert.equal(clean('echo ge"he"im1 > .env'), TAG);
});

test('reads no more of a command than it has to', () => {
  assert.equal(secretCommand(`cat .env ${'x'.repeat(100_000)}`, TAG), undefined);
  assert.equal(secretCommand(`cat .env ${'x'.repeat(90_000)}`, TAG)?.reads, true);
});
