import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithin } from '../../../../scripts/test/slowness.ts';
import { type SecretSource, secretSource } from './source.ts';
import { strikeOutput } from './strike.ts';

/** Which commands are sources is in corpus/command-outputs.ts, one for each kind; here is what they are told by. */
test('names the command in a few words, and what it prints', () => {
  const told = (script: string) => {
    const source = secretSource(script);
    return source && `${source.rule} ${source.prints}${source.isAlone ? '' : ' among others'}`;
  };
  assert.equal(told('op read op://prod/db/password'), 'op-read value');
  assert.equal(
    told('aws --profile a ssm get-parameter --name b --with-decryption'),
    'aws-ssm-get-parameter value',
  );
  assert.equal(told('aws ssm get-parameter --name b'), 'aws-ssm-get-parameter settings');
  assert.equal(told('T=$(gh auth token); echo $T'), 'gh-auth-token value');
  assert.equal(told('npm test; echo $API_TOKEN'), 'echo-variable value among others');
  assert.equal(told('docker exec app printenv DB_PASSWORD'), 'printenv value');
  assert.equal(told('env'), 'env settings');
  assert.equal(told('/usr/local/bin/vault kv get -field=x secret/y'), 'vault-kv-get value');
  assert.equal(told('awk \'BEGIN{print ENVIRON["API_KEY"]}\''), 'awk-variable value');
  assert.equal(told('set -x; curl -H "X: $(op read a)" http://h'), 'op-read value among others');
  assert.equal(told('cat <<EOF\ntoken=$API_TOKEN\nEOF'), 'cat-variable value');
});

const SILENT = `op read op://a/b | docker login -u x --password-stdin r
export T=$(op read op://a)
TOKEN=$(gcloud auth print-access-token); curl -H "Authorization: Bearer $TOKEN" https://x
curl -H "Authorization: Bearer $(gcloud auth print-access-token)" https://x | jq .
gh auth token | gh auth login --with-token
gh auth status
kubectl get secret
kubectl get secrets -n prod
kubectl get secret db -o name
echo $__#API_TOKEN}
echo "$__API_TOKEN:+set}"
[ -n "$API_TOKEN" ] && echo yes
echo $PATH
echo $HOME
env NODE_ENV=test npm test
env -u X npm test
aws s3 ls
git config user.name
git config credential.helper
git show HEAD
npm config get registry
docker ps
pass ls
op item create --title x
vault kv put secret/db password=x
vault status
op read x > /dev/null && echo ok
op read x | wc -c
printenv API_KEY | sha256sum
node -e "console.log(!!process.env.API_KEY)"
node -e "console.log(process.env.API_KEY ? 'set':'unset')"
echo $KEYBOARD_LAYOUT
echo $MAX_TOKENS
kubectl exec pod -- ls
grep -r token src
cat package.json
rg "op read" docs
docker compose up -d
fly secrets list
env | cut -d= -f1
env | grep -c TOKEN
set -euo pipefail; npm test
echo "done"
set -a; source .env; set +a; npm start`.replaceAll('$__', '${');

test('leaves alone what does not show the secret, and what shows none', () => {
  for (const script of SILENT.split('\n'))
    assert.ok([undefined, 'bare'].includes(secretSource(script)?.prints), script);
});

test('of a command that only speaks of a secret, a line goes that is nothing but one', () => {
  const source = secretSource('corp-cli show deploy-token');
  assert.deepEqual(source, { rule: 'corp-cli-secret', prints: 'bare', isAlone: false });
  const output = 'deploy-token of corp\nqqLMIqLGd7y2k2DqzywDkQDBjGeQCG8E\nsrc/token/index.ts\n9f86d081\n';
  assert.equal(
    strikeOutput(output, source as SecretSource, (_, rule) => `‹${rule}›`),
    'deploy-token of corp\n‹corp-cli-secret›\nsrc/token/index.ts\n9f86d081\n',
  );
});

test('a query that shows nothing but secrets is a source', () => {
  const prints = (script: string) => secretSource(script)?.prints;
  assert.equal(prints("psql -Atc 'select api_token from accounts'"), 'value');
  assert.equal(prints(`mysql -Nse "select value from settings where name='smtp_password'"`), 'value');
  assert.equal(prints("psql -c 'select id, name from accounts'"), undefined);
  assert.equal(prints("psql -c 'select id, api_token from accounts'"), 'bare');
  assert.equal(prints('head -c 24 /dev/urandom | base64'), 'value');
});

test('reads hostile scripts in little time', () => {
  const scripts = [
    `echo ${'$TOKEN '.repeat(10_000)} > /dev/null`,
    `${'docker exec a '.repeat(6_000)}printenv`,
    `env ${'env '.repeat(20_000)}`,
    `node -e "${'process.env.'.repeat(8_000)}"`,
    `op ${'read '.repeat(18_000)}|wc`,
    `${'$('.repeat(2_000)}op read x`,
    `echo ${'${TOKEN:'.repeat(10_000)}`,
  ];
  for (const script of scripts) {
    const start = process.cpuUsage();
    secretSource(script);
    const { user } = process.cpuUsage(start);
    assert.ok(isWithin(user / 1_000, 1_500), `${script.slice(0, 30)}: ${user / 1_000} ms`);
  }
  assert.equal(secretSource(`op read ${'x'.repeat(100_000)}`), undefined, 'longer than any script');
});
