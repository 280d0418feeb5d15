import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER, WORD } from './random.ts';

/** Makes one value that is a secret only by the name beside it. */
export type MakeValue = (random: Random) => string;

const SPECIAL = '!#*+?@%&/=^~-_.$';
const SYLLABLES = 'ka lo mi ren sul tav ber gon dis fal nor pex qui zam wel hur'.split(' ');
const WORDS = 'winter purple tiger coffee harbor silver monkey dragon summer bicycle garden rocket'.split(
  ' ',
);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Draws again until the value has a digit or what else its kind promises. */
const until = (make: MakeValue, promise: RegExp): MakeValue => {
  return (random) => {
    for (;;) {
      const value = make(random);
      if (promise.test(value)) return value;
    }
  };
};

/** Made by a machine. */
export const GENERATED: Readonly<Record<string, MakeValue>> = {
  'alphanumeric 16': until((random) => random.text(ALNUM, 16), /\d/),
  'alphanumeric 32': (random) => random.text(ALNUM, 32),
  'alphanumeric 64': (random) => random.text(ALNUM, 64),
  'hex 32': (random) => random.text(HEX, 32),
  'hex 64': (random) => random.text(HEX, 64),
  'base64 44': (random) => `${random.text(BASE64, 43)}=`,
  'url-safe 43': (random) => random.text(WORD.replace('-', ''), 43),
  'small letters and digits': until((random) => random.text(LOWER + DIGIT, 24), /\d/),
  'capitals and digits': until((random) => random.text(UPPER + DIGIT, 20), /\d/),
  'letters only': (random) => random.text(UPPER + LOWER, 24),
  'small letters only': (random) => random.text(LOWER, 20),
  uuid: (random) => [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-'),
};

/** Chosen by a person, or by a generator of passwords. */
export const CHOSEN: Readonly<Record<string, MakeValue>> = {
  'word and year': (random) => `${capital(random.pick(WORDS))}20${random.below(20) + 10}!`,
  'letters for digits': (random) =>
    `${capital(random.pick(SYLLABLES))}0${random.pick(SYLLABLES)}4&${random.below(90)}x`,
  'special characters': (random) =>
    `${random.text(ALNUM, 6)}${random.pick([...'%&@/'])}${random.text(ALNUM, 3)}${random.pick([...'!#*+?^~'])}${random.text(DIGIT, 2)}`,
  'password generator': until(
    (random) => random.text(ALNUM + SPECIAL.replace(/[$=]/g, ''), 18),
    /^[A-Za-z].*\d/,
  ),
  'words with hyphens': (random) =>
    `${random.pick(WORDS)}-${random.pick(WORDS)}-${random.pick(WORDS)}-${random.below(90) + 10}`,
  'word and digits': (random) => `${random.pick(WORDS)}${random.below(9000) + 1000}`,
};

/** Names as engineers give them; each is written in the style of its place. */
export const PASSWORD_NAMES = [
  'db_password',
  'admin_password',
  'smtp_pass',
  'root_passwd',
  'redis_password',
  'password',
];
export const TOKEN_NAMES = [
  ...['api_key', 'client_secret', 'access_token', 'jwt_secret', 'encryption_key', 'stripe_key', 'github_pat'],
  ...[
    'webhook_secret',
    'auth_token',
    'signing_key',
    'secret_key',
    'private_token',
    'session_secret',
    'algolia_admin_key',
  ],
];
