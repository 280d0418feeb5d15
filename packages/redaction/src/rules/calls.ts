import { isMachineMade, isStandIn, isStrong, looksChosen } from '../judge.ts';
import type { Range, Rule } from '../rule.ts';

/** What is called to sign in, to connect, to seal or to sign: a literal among its arguments that speaks for itself. */
const ARGUMENT =
  /[(,=:]\s{0,12}[bru]?\\{0,3}["'`](?:[\w.@-]{1,40}:(?=\S{8}))?([^"'`\\\s]{8,200})(?=\\{0,3}["'`])/g;
const LONGEST_CALL = 260;

function calls(keywords: readonly string[], accept: (value: string) => boolean): Rule {
  return {
    name: 'call-password',
    keywords,
    match(text, at): readonly Range[] | number | undefined {
      const call = text.slice(at, at + LONGEST_CALL);
      const open = call.indexOf('(');
      if (open < 0 || open > 24) return undefined;
      const end = call.search(/\)\s{0,2}(?:[;\n]|$)/);
      const given = end < 0 ? call : call.slice(0, end + 1);
      const ranges: Range[] = [];
      for (const found of given.slice(open).matchAll(ARGUMENT)) {
        const value = found[1] as string;
        if (!accept(value)) continue;
        const start = at + open + found.index + found[0].length - value.length;
        ranges.push([start, start + value.length]);
      }
      return ranges.length > 0 ? ranges : at + given.length - open;
    },
  };
}

const isPassword = (value: string) => isStrong(value) || (isMachineMade(value) && !/^[0-9a-f]+$/.test(value));
const isKey = (value: string) => isStrong(value) || isMachineMade(value);

export const callRules: readonly Rule[] = [
  calls(
    [
      ...['create_user(', 'createuser('],
      ...['login(', 'signin(', 'sign_in(', 'connect(', 'bind_s(', 'ftp(', 'database(', 'btoa(', 'auth('],
      ...[
        'authenticate(',
        'connection(',
        'credentials(',
        'smtp(',
        'imap(',
        'ssh(',
        'redis(',
        'pool(',
        'sequelize(',
      ],
    ],
    isPassword,
  ),
  calls(
    [
      ...[
        'crypt(',
        'hmac(',
        'hmac.new(',
        'cookieparser(',
        'fernet(',
        'keyspec(',
        'jwt.encode(',
        'jwt.decode(',
      ],
      ...['createhmac(', 'cipher(', 'cipheriv(', 'pbkdf2(', 'scrypt(', 'signer(', 'serializer('],
    ],
    isKey,
  ),
  calls(['.sign(', '.verify(', 'credential(', 'client(', 'search(', '.init('], isKey),
  {
    name: 'call-password',
    keywords: ['".tochararray', '\\".tochararray'],
    match(text, at): Range | undefined {
      const value = /"([^"\\\s]{6,100})$/.exec(text.slice(Math.max(0, at - 104), at))?.[1];
      if (value === undefined || isStandIn(value) || !looksChosen(value) || !/[A-Za-z]/.test(value))
        return undefined;
      return [at - value.length, at];
    },
  },
];
