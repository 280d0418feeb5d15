import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../index.ts';

const { redact } = createRedactor({ machineKey: 'k' });
/** The text with each secret as `‹rule›`. */
const left = (text: string) => redact(text).value.replace(/\[REDACTED:([\w-]+):\w{4}\]/g, '‹$1›');

const password = '‹command-password›';
const expected: Record<string, string> = {
  'echo ab1!q | docker login --password-stdin': `echo ${password} | docker login --password-stdin`,
  'ab1! echo ab1! | docker login --password-stdin': `ab1! echo ${password} | docker login --password-stdin`,
  "printf '%s\\n' 'tiger77!' | wrangler secret put X": `printf '%s\\n' '${password}' | wrangler secret put X`,
  'echo "tiger77!" | sudo -S ls': `echo "${password}" | sudo -S ls`,
  'echo tiger77!\ndocker login --password-stdin': 'echo tiger77!\ndocker login --password-stdin',
  'echo $PASSWORD | docker login --password-stdin': 'echo $PASSWORD | docker login --password-stdin',
  'cat x | docker login --password-stdin': 'cat x | docker login --password-stdin',
  'docker login --password-stdin <<< tiger77!': `docker login --password-stdin <<< ${password}`,
  'keytool -storepass tiger77 -list': `keytool -storepass ${password} -list`,
  'keytool -storepass changeit1': `keytool -storepass ${password}`,
  'aws ssm put-parameter --type SecureString --value tiger77!': `aws ssm put-parameter --type SecureString --value ${password}`,
  'aws ssm put-parameter --type String --value tiger77!':
    'aws ssm put-parameter --type String --value tiger77!',
  'aws secretsmanager create-secret --secret-string file:x.json':
    'aws secretsmanager create-secret --secret-string file:x.json',
  'sshpass -p tiger77 ssh host': `sshpass -p ${password} ssh host`,
  'mysql -u root -ptiger77 db': `mysql -u root -p${password} db`,
  'mysql -u root -p db': 'mysql -u root -p db',
  'redis-cli -h x -a tiger77 ping': `redis-cli -h x -a ${password} ping`,
  'openssl rsa -passin pass:tiger77': `openssl rsa -passin pass:${password}`,
  'htpasswd -bc file user tiger77': `htpasswd -bc file user ${password}`,
  "CREATE USER x IDENTIFIED BY 'tiger77'": `CREATE USER x IDENTIFIED BY '${password}'`,
  "CREATE USER x IDENTIFIED BY 'tiger'": "CREATE USER x IDENTIFIED BY 'tiger'",
  'curl -u me:tiger77 https://a.b': `curl -u me:${password} https://a.b`,
  'curl x\nls -u me:tiger77': 'curl x\nls -u me:tiger77',
  'requests.get(u, auth=("me", "tiger77"))': 'requests.get(u, auth=("me", "‹auth-pair›"))',
  'db.host:5432:app:me:tiger77': 'db.host:5432:app:me:‹pgpass›',
};

for (const [text, clean] of Object.entries(expected))
  test(text.replaceAll('\n', ' / '), () => assert.equal(left(text), clean));
