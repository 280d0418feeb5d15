import { wordlist } from '@scure/bip39/wordlists/english.js';
import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random } from './random.ts';

type Text = { secret: string; text: string };
type MakeText = (random: Random) => Text;

const password = (random: Random) =>
  `${random.text(LOWER, 4)}${random.pick([...'!#*+?^~'])}${random.text(ALNUM, 6)}${random.below(90) + 10}`;
const marked = (random: Random) =>
  `${random.text(ALNUM, 5)}${random.pick([...'%&@/'])}${random.text(ALNUM, 5)}${random.pick([...'@/'])}${random.below(90) + 10}x`;
const within =
  (text: (secret: string, random: Random) => string, make: (random: Random) => string = password): MakeText =>
  (random) => {
    const secret = make(random);
    return { secret, text: text(secret, random) };
  };
const words = (count: number) => (random: Random) =>
  Array.from({ length: count }, () => random.pick(wordlist)).join(' ');
const lines = (random: Random, width: number, count: number) =>
  Array.from({ length: count }, () => `${random.text(BASE64, width - 2)}${random.text(DIGIT, 1)}a`);
const key =
  (text: (lines: string[]) => string, head = '', width = 64): MakeText =>
  (random) => {
    const made = [head + random.text(BASE64, width - head.length), ...lines(random, width, 6)];
    return { secret: made[3] as string, text: text(made) };
  };

/** Secrets that are known by what stands around them, or by what they are made of. */
export const SECRET_TEXTS: Readonly<Record<string, MakeText>> = {
  'docker login -p': within((secret) => `docker login -u ci -p ${secret} registry.internal`),
  'docker login --password-stdin': within(
    (secret) => `echo "${secret}" | docker login -u ci --password-stdin ghcr.io`,
  ),
  'openssl pass:': within((secret) => `openssl enc -aes-256-cbc -in a -out b -pass pass:${secret}`),
  'openssl passin': within((secret) => `openssl rsa -in k -passin "pass:${secret}" -out k2`),
  sshpass: within((secret) => `sshpass -p '${secret}' ssh host`),
  'auth pair': within((secret) => `requests.get(url, auth=("svc", "${secret}"))`),
  'basic auth object': within((secret) => `session.auth = HTTPBasicAuth('svc', '${secret}')`),
  pgpass: within((secret) => `db.internal:5432:app:svc:${secret}`),
  htpasswd: within(
    (secret) => `admin:${secret}`,
    (random) => `$apr1$${random.text(ALNUM, 8)}$${random.text(ALNUM, 22)}`,
  ),
  'htpasswd bcrypt': within(
    (secret) => `admin:${secret}`,
    (random) => `$2y$10$${random.text(ALNUM, 53)}`,
  ),
  shadow: within(
    (secret) => `root:${secret}:19000:0:99999:7:::`,
    (random) => `$6$${random.text(ALNUM, 16)}$${random.text(ALNUM, 86)}`,
  ),
  yescrypt: within(
    (secret) => `ann:${secret}:19000:0:99999:7:::`,
    (random) => `$y$j9T$${random.text(ALNUM, 22)}$${random.text(ALNUM, 43)}`,
  ),
  'mnemonic of 12': within((secret) => `MNEMONIC="${secret}"`, words(12)),
  'mnemonic of 24': within((secret) => `my wallet's seed phrase is: ${secret}`, words(24)),
  'mnemonic numbered': (random) => {
    const list = words(12)(random).split(' ');
    const text = list.map((word, index) => `${index + 1}. ${word}`).join('\n');
    return { secret: text.slice(0, 60), text: `Recovery words:\n${text}` };
  },
  'url with marks': within((secret) => `DB=postgres://svc:${secret}@db.internal:5432/app`, marked),
  'url with percent': within(
    (secret) => `mysql://svc:${secret}@db.internal/app`,
    (random) => `${random.text(ALNUM, 6)}%21%40${random.text(ALNUM, 4)}`,
  ),
  'assignment with marks': within((secret) => `DB_PASSWORD=${secret}\nPORT=1`, marked),
  'flag with marks': within((secret) => `deploy --password=${secret} --force`, marked),
  'yaml with marks': within((secret) => `db:\n  password: ${secret}\n  port: 1`, marked),
  'rsa body without header': key((made) => made.join('\n'), 'MIIEpAIBAAKCAQEA'),
  'openssh body without header': key((made) => made.join('\n'), 'b3BlbnNzaC1rZXktdjEAAAAA', 70),
  'middle of a key': key((made) => `here:\n${made.join('\n')}\n`),
  'middle of a key, escaped': key((made) => JSON.stringify(made.join('\n'))),
  'key in pieces': key(
    (made) => `-----BEGIN ${'PRIVATE'} KEY-----\\n" +\n${made.map((line) => `  "${line}\\n"`).join(' +\n')}`,
    'MIIEvQIBADANBgkqhkiG9w0B',
  ),
  'key removed in a diff': key(
    (made) => `+-----BEGIN ${'RSA PRIVATE'} KEY-----\n${made.map((line) => `-${line}`).join('\n')}`,
    'MIIEpAIBAAKCAQEA',
  ),
  'settings in base64': (random) => {
    const secret = Buffer.from(`API_TOKEN=${random.text(ALNUM, 32)}\nDEBUG=1\n`).toString('base64');
    return { secret, text: `$ base64 -w0 app\n${secret}\n` };
  },
  'django key': within(
    (secret) => `SECRET_KEY = '${secret}'`,
    (random) => `django-insecure-${random.text(`${ALNUM}!@#%^&*(-_=+)`, 50)}`,
  ),
  'diff of a secret file': within(
    (secret) =>
      `diff --git a/.env b/.env\nindex 1..2\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=1\n+A=${secret}\n`,
    (random) => random.text(LOWER, 9),
  ),
  'patch of a secret file': within(
    (secret) => `*** Begin Patch\n*** Add File: app/.env\n+USER=${secret}\n*** End Patch`,
    (random) => random.text(LOWER, 9),
  ),
  'grep over secret files': within(
    (secret) => `src/a.ts:1:x\nconfig/.env:3:USER=${secret}\n`,
    (random) => random.text(LOWER, 9),
  ),
  'asana token': within(
    (secret, random) => `1/1${random.text(DIGIT, 15)}:${secret}`,
    (random) => random.text(HEX, 32),
  ),
};
