import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../index.ts';
import { isMachineMade, isStrong } from '../judge.ts';

const { redact } = createRedactor({ machineKey: 'k' });
/** The text with each secret as `‹rule›`. */
const left = (text: string) => redact(text).value.replace(/\[REDACTED:([\w-]+):\w{4}\]/g, '‹$1›');

const STRONG = ['Velvet!ember42', 'Tr0RSh!hdf6i+3bYc', 'Maple#harbor77'];
const ELSEWHERE = [
  ...[
    'ada@host7',
    'HEAD~3',
    'issue#1234',
    'a%20b1c2d3',
    'left2?key:right',
    '?page=2&sort=asc1',
    'user1@corp.example.com',
  ],
  ...[
    'v1.2.3+build5',
    'start3+password2.length',
    'a&&b2cdef',
    '-a-zA-Z0-9%._+~#',
    'docs/page.md#L12',
    'lodash@4.17.21',
  ],
];

test('a strong password is told from what marks stand for elsewhere', () => {
  assert.deepEqual(
    STRONG.filter((value) => !isStrong(value)),
    [],
  );
  assert.deepEqual(ELSEWHERE.filter(isStrong), []);
});

test('what a machine makes is told from ids, paths and commits', () => {
  assert.ok(isMachineMade('qqLMIqLGd7y2k2DqzywDkQDBjGeQCG8E'));
  for (const value of [
    'req_011CWuujhmWMGhw6dRagHZjy',
    'evals/cargowise/database/data-transformation-pr50857-e2e.eval.yaml',
    'golangci-lint.cache-Linux-src-2951-cc2b503e6f0f6722345e9c0c2b4a47378e8c3be4',
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '1234abcd-12ab-34cd-56ef-1234567890ab',
  ])
    assert.ok(!isMachineMade(value), value);
});

const expected: Record<string, string> = {
  "nxc smb 10.0.0.0/24 -u ada -p 'Velvet!ember42'": "nxc smb 10.0.0.0/24 -u ada -p '‹command-password›'",
  'mkdir -p src/a1/b2 && ssh -p 2222 ada@host7': 'mkdir -p src/a1/b2 && ssh -p 2222 ada@host7',
  'enable password Velvet!ember42': 'enable password ‹named-secret›',
  "SET PASSWORD FROM 'neo4j' TO 'Velvet!ember42'": "SET PASSWORD FROM 'neo4j' TO '‹named-secret›'",
  'Velvet!ember42 is the password': '‹named-secret› is the password',
  'ID/PW: master/Velvet!ember42': 'ID/PW: ‹pair-password›',
  'contraseña: Velvet!ember42': 'contraseña: ‹named-secret›',
  '密码：Velvet!ember42': '密码：‹named-secret›',
  'пароль: Velvet!ember42': 'пароль: ‹named-secret›',
  'vault kv put secret/stripe live=qqLMIqLGd7y2k2DqzywDkQDBjGeQCG8E':
    'vault kv put secret/stripe live=‹command-password›',
  "server.login('noreply@corp.internal', 'Velvet!ember42')":
    "server.login('noreply@corp.internal', '‹call-password›')",
  "server.login('noreply@corp.internal', password)": "server.login('noreply@corp.internal', password)",
  'keyStore.load(stream, "saddle682".toCharArray());':
    'keyStore.load(stream, "‹call-password›".toCharArray());',
  'PASSWORD = os.environ.get("DB_PASSWORD", "Velvet!ember42")':
    'PASSWORD = os.environ.get("DB_PASSWORD", "‹named-secret›")',
  '<machineKey validationKey="430468ad45e7d046af4d69ab0b9db587c493242320de7546b618ba3a3f9e9312" />':
    '<machineKey validationKey="‹named-secret›" />',
};
for (const [text, clean] of Object.entries(expected)) test(text, () => assert.equal(left(text), clean));
