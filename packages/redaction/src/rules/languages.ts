import { isStandIn } from '../judge.ts';
import { pattern, type Rule } from '../rule.ts';

/** The word for a password in other languages, as people write to agents and in pages. */
const WORDS = [
  ...['contraseña', 'senha', 'wachtwoord', 'hasło', 'şifre', 'lösenord', 'adgangskode'],
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
const SAID = new RegExp(
  String.raw`(?<![A-Za-z0-9+/_-])(?:${WORDS.join('|')})(?: [a-zà-ÿ]{2,10}){0,3}?\s{0,2}(?:[:：=(]|->|=>|→|es|é|è|is|jest|is|är|er|на|—|-|是|为|為|은|는|は)?\s{0,2}["'\x60*「“]{0,3}([!-&*-;=?-_a-z~]{6,100})`,
  'i',
);

export const languageRules: readonly Rule[] = [
  pattern('named-secret', KEYWORDS, SAID, {
    accept: (value) =>
      !isStandIn(value) &&
      /[A-Za-z]/.test(value) &&
      /\d|[!#%^*?~+&$@]/.test(value) &&
      !/^[\w-]+(?:[./:][\w-]+)+$/.test(value),
  }),
];
