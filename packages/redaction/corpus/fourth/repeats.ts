import type { Random } from '../random.ts';
import { alnum, b64, base64, chosen, hex, type Make, mixed, urlSafe } from './value.ts';

/** A secret that was seen in one record, and comes again in another that says nothing of it. */
export type Repeat = readonly [
  make: Make,
  before: (s: string) => string,
  again: (s: string, r: Random) => string,
];
const wrap = (s: string, at: number, joint = '\n') =>
  s.match(new RegExp(`.{1,${at}}`, 'g'))?.join(joint) ?? s;
const env = (s: string) => `DB_PASSWORD=${s}`;
const key = (s: string) => `API_TOKEN="${s}"`;

export const REPEATS: Readonly<Record<string, Repeat>> = {
  'bare long': [alnum(32), key, (s) => `so I used ${s} there`],
  'bare mixed': [mixed, env, (s) => `tried ${s} and it works`],
  'bare chosen': [chosen, env, (s) => `is it ${s}?`],
  'in backquotes': [chosen, env, (s) => `the value \`${s}\` fits`],
  'wrapped 60': [base64(150), key, (s) => wrap(s, 60)],
  'wrapped 64 indented': [base64(150), key, (s) => wrap(s, 64, '\n      ')],
  'wrapped 76 crlf': [base64(190), key, (s) => wrap(s, 76, '\r\n')],
  'wrapped 80 quoted': [base64(190), key, (s) => wrap(s, 80, '\n> ')],
  'wrapped 40': [alnum(64), key, (s) => wrap(s, 40)],
  'wrapped in diff': [base64(150), key, (s) => `+${wrap(s, 60, '\n+')}`],
  'base64 of it': [mixed, env, (s) => `cm: ${b64(s)}`],
  'base64 with user': [mixed, env, (s) => `Authorization header was ${b64(`kim:${s}`)}`],
  'base64 in longer': [alnum(24), key, (s) => b64(`{"a":"b","z":"${s}","q":1}`)],
  'base64 url': [alnum(32), key, (s) => Buffer.from(`x${s}`).toString('base64url')],
  'base64 newline': [mixed, env, (s) => b64(`${s}\n`)],
  'hex of it': [alnum(24), key, (s) => Buffer.from(s).toString('hex')],
  'hex spaced': [alnum(24), key, (s) => Buffer.from(s).toString('hex').match(/../g)?.join(' ') ?? ''],
  'url encoded': [mixed, env, (s) => `u=${encodeURIComponent(s)}&x=1`],
  'url encoded wholly': [
    alnum(20),
    key,
    (s) => [...s].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  ],
  'json escaped': [
    (r) => `a"b${r.text('0123456789abcdefABCDEF', 14)}\\z`,
    (s) => JSON.stringify({ password: s }),
    (s) => JSON.stringify({ note: `it is ${s}` }),
  ],
  'json twice': [
    (r) => `q"${r.text('0123456789abcdefABCDEF', 16)}`,
    (s) => JSON.stringify({ password: s }),
    (s) => JSON.stringify(JSON.stringify({ n: s })),
  ],
  'unicode escapes': [
    alnum(24),
    key,
    (s) => [...s].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
  ],
  'html entities': [
    (r) => `a&b<${r.text('0123456789abcdefABCDEF', 16)}`,
    (s) => JSON.stringify({ password: s }),
    (s) => `<td>${s.replace('&', '&amp;').replace('<', '&lt;')}</td>`,
  ],
  'split by plus': [alnum(40), key, (s) => `"${s.slice(0, 20)}" + "${s.slice(20)}"`],
  'split python': [alnum(40), key, (s) => `("${s.slice(0, 15)}"\n "${s.slice(15)}")`],
  'split sh': [alnum(40), key, (s) => `${s.slice(0, 20)}\\\n${s.slice(20)}`],
  'line numbers': [base64(150), key, (s) => `     7→${s.slice(0, 76)}\n     8→${s.slice(76)}`],
  'in a url path': [urlSafe(40), key, (s) => `GET https://x.test/v1/${s}/items`],
  'in a file name': [urlSafe(32), key, (s) => `./cache/${s}.json`],
  'ansi inside': [
    alnum(32),
    key,
    (s) => `\u001b[32m${s.slice(0, 16)}\u001b[0m\u001b[32m${s.slice(16)}\u001b[0m`,
  ],
  'number array': [alnum(24), key, (s) => JSON.stringify([...Buffer.from(s)])],
  'buffer inspect': [
    alnum(24),
    key,
    (s) => `<Buffer ${Buffer.from(s).toString('hex').match(/../g)?.join(' ')}>`,
  ],
  'char array': [alnum(20), key, (s) => `['${[...s].join("', '")}']`],
  xxd: [alnum(16), key, (s) => `00000000: ${Buffer.from(s).toString('hex').match(/..../g)?.join(' ')}  ${s}`],
  'git word diff': [alnum(32), key, (s) => `[-${s}-]{+process.env.X+}`],
  'upper of hex': [hex(40), (s) => `SIGNING_SECRET=${s}`, (s) => s.toUpperCase()],
  'prefix kept': [alnum(40), key, (s) => `starts ${s.slice(0, 34)}…`],
  'in prose german': [chosen, env, (s) => `Mit „${s}“ klappt die Anmeldung.`],
  'in a title': [mixed, env, (s) => JSON.stringify({ type: 'summary', summary: `Fix login with ${s}` })],
  'key of an object': [alnum(32), key, (s) => JSON.stringify({ [s]: 1 })],
};
