import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRedactor } from '@debrief/redaction';
import { refuseSecrets } from '../../review/secret-words.ts';

const redactor = createRedactor({ machineKey: 'key' });
const refuse = (body: string) =>
  refuseSecrets({ redact: (text) => redactor.redact({ text }).value.text }, { body });
const random = '7Kq2ZxW9pLm4RtYv8BnC3dGh';

it('a mention and the id of a session are no secrets, whatever stands beside them', () => {
  refuse(`secret plan @usr_${random}, see token of ses_${random}`);
  assert.throws(() => refuse(`the secret is ${random}Qw`), { code: 'secret_found' });
  assert.throws(() => refuse(`secret plan @usr_${random}${random}`), { code: 'secret_found' });
});
