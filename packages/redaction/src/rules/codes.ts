import { pattern, type Range, type Rule } from '../rule.ts';

/** Codes that open an account once: a word and what is grouped below or behind it. */
const RECOVERY =
  /(?:recovery|backup|scratch|emergency)[ _-]?codes?\\{0,3}["'*]{0,3}(?: are| is)?:?\*{0,2}[ ]?(?:\s|\\{1,3}[nrt]|[[,"'\\*-]|\d{1,2}[.)] ){1,24}(?=([a-z0-9]{4,10}(?:[ -][a-z0-9]{4,10}){0,5}))/iy;
const CODE =
  /(?:\s|\\{1,3}[nrt]|[,;"'\\*`-]|\d{1,2}[.)] ){0,24}([a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,5})(?![\w])/iy;
const MOST_CODES = 24;
const isCode = (value: string) =>
  /\d/.test(value) && (/^\d{6,12}$/.test(value) || /[a-z]/i.test(value) || value.includes('-'));

/** What an authenticator is set up with. */
const SEED =
  /[^\n]{3,60}?(?<![A-Za-z0-9])((?=[A-Z]{0,40}[2-7])[A-Z2-7]{16,64}={0,6}|(?:[A-Z2-7]{4} ){3,15}[A-Z2-7]{4})(?![A-Za-z0-9])/;
/** `unlock code … is 93114820`, `your verification code is 482913`. */
const OPENING_CODE =
  /[a-z-]{2,14}[ _-](?:code|pin)(?: (?:of|for|to|on|in) (?:[\w.-]{1,20} ){0,3}[\w.-]{1,20})?\s?(?:is|:|=|->|→)\s{0,3}["'`*]{0,3}(\d{4,12})(?!\w|\.\d)/i;
/** Groups of capitals and digits, as licences are sold. */
const LICENCE =
  /[^\n]{6,36}?(?<![A-Za-z0-9-])((?=[A-Z-]{0,40}\d)(?:[A-Z0-9]{4,8}-){2,7}[A-Z0-9]{4,8})(?![A-Za-z0-9-])/i;
const OPENERS = 'unlock access door security verification login one-time vault'.split(' ');

const openingRules: readonly Rule[] = [
  pattern(
    'totp-seed',
    ['totp', ' otp ', '2fa', 'base32', 'authenticator', 'setup key', 'set-up key', 'manually', 'two-factor'],
    SEED,
    { accept: (value) => /[2-7]/.test(value) },
  ),
  pattern(
    'one-time-code',
    OPENERS.map((word) => `${word} code`),
    OPENING_CODE,
  ),
  pattern('licence-key', ['license', 'licence', 'activation', 'product key', 'serial'], LICENCE, {
    accept: (value) => !/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d\D{0,40}\d/.test(value),
  }),
];

const recoveryRules: readonly Rule[] = [
  {
    name: 'recovery-code',
    keywords: [
      'recovery code',
      'backup code',
      'scratch code',
      'emergency code',
      'recovery_code',
      'backup_code',
      'recoverycode',
      'backupcode',
    ],
    match(text, at): readonly Range[] | undefined {
      RECOVERY.lastIndex = at;
      if (!RECOVERY.test(text)) return undefined;
      const ranges: Range[] = [];
      for (let from = RECOVERY.lastIndex; ranges.length < MOST_CODES; from = CODE.lastIndex) {
        CODE.lastIndex = from;
        const code = CODE.exec(text)?.[1];
        if (code === undefined || !isCode(code)) break;
        ranges.push([CODE.lastIndex - code.length, CODE.lastIndex]);
      }
      return ranges.length > 0 ? ranges : undefined;
    },
  },
];

export const codeRules: readonly Rule[] = [...recoveryRules, ...openingRules];
