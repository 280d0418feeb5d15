import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedactor } from '../redactor.ts';

const redactor = createRedactor({ machineKey: 'languages' });
const sent = (text: string): string => redactor.redact(text).value as string;

/** Sentences with a password, and what it is. */
const said: readonly (readonly [sentence: string, secret: string])[] = [
  ['Das Passwort für den Server der Buchhaltung lautet Wolke#42x.', 'Wolke#42x'],
  ['Mein Kennwort ist regen77HUT+ – danke', 'regen77HUT+'],
  ['le mot de passe de la base est 4411#LuneMer, merci', '4411#LuneMer'],
  ['la contraseña del correo es Gato482Perro_ y ya', 'Gato482Perro_'],
  ['het wachtwoord voor de kassa is fiets90BEL+', 'fiets90BEL+'],
  ['пароль от почты: Kot772Lodka%, логин x', 'Kot772Lodka%'],
  ['비밀번호는 hunter22go 입니다', 'hunter22go'],
];

test('a password is found behind its word in other languages, with words between', () => {
  for (const [sentence, secret] of said) assert.ok(!sent(sentence).includes(secret), sent(sentence));
});

test('sentences about passwords without one stay as they are', () => {
  for (const sentence of [
    'Das Passwort für ada.brandt@example.com wurde geändert.',
    'Ein Passwort muss mindestens 8 Zeichen haben.',
    'Das Passwort steht in config/app.yml.',
    'mot de passe oublié ? voir https://app.example/reset',
    'la contraseña del servidor no ha cambiado',
  ])
    assert.equal(sent(sentence), sentence);
});

test('keys of OpenVPN and NATS go with their armour left', () => {
  const half = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
  const vpn = `-----BEGIN OpenVPN Static key V1-----\n${half}\n${half}\n-----END OpenVPN Static key V1-----`;
  assert.ok(!sent(vpn).includes(half), sent(vpn));
  const seed = `SU${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 56)}`;
  const nats = `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\nKeep it safe.`;
  assert.ok(!sent(nats).includes(seed), sent(nats));
  assert.ok(sent(nats).endsWith('Keep it safe.'));
});
