import { isMixedToken, isStandIn, isStrong } from '../judge.ts';
import { pattern, type Rule } from '../rule.ts';
import { isMadeUp } from './named/judge-value.ts';

/** The word for a password in other languages, as people write to agents and in pages. */
const WORDS = [
  ...['contraseña', 'senha', 'wachtwoord', 'hasło', 'şifre', 'lösenord', 'adgangskode'],
  ...['passwort', 'kennwort', 'zugangscode', 'mot de passe', 'parola', 'parool', 'heslo'],
  ...['salasana', 'jelszó', 'mật khẩu', 'passord', 'κωδικός', 'סיסמה', 'كلمة المرور'],
  ...[
    'пароль',
    'Пароль',
    'пароля',
    'パスワード',
    '暗証番号',
    '비밀번호',
    '패스워드',
    '密码',
    '密碼',
    '口令',
    '비번',
    '암호',
  ],
];
/** A keyword has three characters and more: the short words with what follows them. */
const KEYWORDS = WORDS.flatMap((word) =>
  word.length > 2 ? [word] : [':', '：', ' ', '是', '은', '('].map((next) => word + next),
);
/** The words between are passed over: the value is the first that has a digit or a mark in it. */
const SAID = new RegExp(
  String.raw`(?<![A-Za-z0-9+/_-])(?:${WORDS.join('|')})(?: \p{L}{1,14}(?:-\p{L}{1,14})?){0,6}?\s{0,2}(?:[:：=(]|->|=>|→|—|-|是|为|為|은|는|は)?\s{0,2}["'\x60*「“]{0,3}((?=[!-&*-;=?-_a-z~]{0,99}[\d!#%^*?~+&$@_])[!-&*-;=?-_a-z~]{6,100})`,
  'iu',
);

/** The word for a key, which is any key: only with a sign behind it. */
const KEYS = [
  ...[
    'schlüssel',
    'schluessel',
    'clave',
    'chave',
    'chiave',
    'sleutel',
    'klucz',
    'nyckel',
    'nøgle',
    'anahtar',
    'ключ',
  ],
  ...['密钥', '密鑰', 'キー', 'clé'].flatMap((word) =>
    [':', '：', ' ', '是', 'は'].map((next) => word + next),
  ),
];
const KEY_SAID =
  /(?:schlüssel|schluessel|clave|chave|chiave|sleutel|klucz|nyckel|nøgle|anahtar|ключ|密钥|密鑰|キー|clé)(?: \p{L}{1,14}){0,4}?\s{0,2}(?:[:：=]|->|=>|→| (?:ist|es|is|est|è|é|to|är|er) )\s{0,2}["'\x60*]{0,3}([!-&*-;=?-_a-z~]{6,100})(?<![.,;:])/iu;

export const languageRules: readonly Rule[] = [
  pattern('named-secret', KEYWORDS, SAID, {
    accept: (value) =>
      !isStandIn(value) &&
      /[A-Za-z]/.test(value) &&
      /\d|[!#%^*?~+&$@]/.test(value) &&
      // A path, a member, an address of mail.
      (isMadeUp(value.replace(/[.,]$/, '')) || !/^[\w-]+(?:[./:@][\w-]+)+[.,]?$/.test(value)),
  }),
  pattern('named-secret', KEYS, KEY_SAID, {
    accept: (value) =>
      isMixedToken(value) ||
      isStrong(value) ||
      isMadeUp(value) ||
      /^[A-Z][a-z]+[_#!?@+%.-]\d{2,4}$/.test(value),
  }),
];
