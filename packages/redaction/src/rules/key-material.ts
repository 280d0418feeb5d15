import { pattern, prefixed, type Range, type Rule } from '../rule.ts';

/**
 * A key in armour. The text may be escaped (`\n`), quoted, put together from pieces, indented, numbered line by line,
 * marked as in a diff, or cut off, so neither line ends nor the closing line are required.
 */
const BODY = String.raw`(?:(?:[\s"'|>#*,:→;()]|\\+[rnt"']|\\\r?\n|(?<=\n)-(?!-)){1,40}[A-Za-z0-9+/=]{1,120}){1,600}`;
const PEM = new RegExp(
  String.raw`-----BEGIN (?:(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d|(?:[A-Z]{2,12} )?NKEY SEED)-----(?:\s{0,4}(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{0,100}){0,4}(${BODY})`,
);

/** The first bytes of private keys, in base64: RSA, PKCS #8, elliptic curves, Ed25519, OpenSSH, PuTTY. */
const HEADS = [
  ...[
    'MIICXAIBAAK',
    'MIICXQIBAAK',
    'MIICXgIBAAK',
    'MIICWwIBAAK',
    'MIIEowIBAAK',
    'MIIEpAIBAAK',
    'MIIEpQIBAAK',
    'MIIEogIBAAK',
  ],
  ...[
    'MIIG4wIBAAK',
    'MIIG5AIBAAK',
    'MIIG5QIBAAK',
    'MIIJKQIBAAK',
    'MIIJKAIBAAK',
    'MIIJKgIBAAK',
    'MIIJJwIBAAK',
  ],
  ...[
    'AIBADANBgkqhkiG9w0BAQEFAASC',
    'MHcCAQEE',
    'MHQCAQEE',
    'MIGkAgEB',
    'MIGHAgEAMBMG',
    'MIGEAgEAMBAG',
    'MIHcAgEB',
    'MIHuAgEA',
  ],
  // PKCS #8 of RSA, by its length.
  ...[
    ...[
      'MIIBVAIBADANBg',
      'MIIBVQIBADANBg',
      'MIICdQIBADANBg',
      'MIICdgIBADANBg',
      'MIICdwIBADANBg',
      'MIICeAIBADANBg',
    ],
    ...[
      'MIIEugIBADANBg',
      'MIIEuwIBADANBg',
      'MIIEvAIBADANBg',
      'MIIEvQIBADANBg',
      'MIIEvgIBADANBg',
      'MIIEvwIBADANBg',
    ],
    ...['MIIG/AIBADANBg', 'MIIG/QIBADANBg', 'MIIG/gIBADANBg', 'MIIJQAIBADANBg', 'MIIJQQIBADANBg'],
    ...[
      'MIIJQgIBADANBg',
      'MIIJQwIBADANBg',
      'MIIJRAIBADANBg',
      'MIIJRQIBADANBg',
      'MIG2AgEAMBAG',
      'MIHuAgEAMBAG',
    ],
  ],
  ...[
    'MC4CAQAwBQYDK2Vw',
    'MC4CAQAwBQYDK2Vu',
    'MFECAQEwBQYDK2Vw',
    'b3BlbnNzaC1rZXktdjE',
    'MIIFHDBOBgkqhkiG9w0BBQ',
    'MIIFLTBXBgkqhkiG9w0BBQ',
    'MIIJrTBXBgkqhkiG9w0BBQ',
  ],
];
const HEADLESS = new RegExp(`[A-Za-z0-9+/=]{24,120}(?:${BODY.replace('{1,600}', '{0,600}')})`);

/** Whole lines of base64 in one length, as keys are wrapped: this many make a key, whatever was cut off before them. */
const FEWEST_LINES = 3;
const LINE = /[A-Za-z0-9+/]{64}(?:[A-Za-z0-9+/]{6}|[A-Za-z0-9+/]{12})?={0,2}(?![A-Za-z0-9+/=])/y;
const LINE_END = /(?:\\{0,3}["',;+ ]){0,4}(?:\r?\n|\\{1,3}r?\\{0,3}n)(?:[ \t"'+>|-]|\d{1,6}[→:|\t]){0,24}/y;
const OPENING = /^-----? ?BEGIN ([A-Z0-9 ]{3,40}?) ?----/;
/** A public key of many people's signatures is as long. */
const LONGEST_ARMOUR = 60_000;

/** The middle of a key: lines of equal length without their head. Certificates and signatures are no secret. */
export function wrappedKey(text: string, at: number): Range | undefined {
  let start = at;
  while (start > 0 && at - start < 80 && isBase64(text.charCodeAt(start - 1))) start--;
  // A line of a key is shorter.
  if (at - start === 80) return undefined;
  if (text.charAt(start - 1) === '\\' && text.charAt(start) === 'n') start++;
  LINE.lastIndex = start;
  const first = LINE.exec(text)?.[0];
  if (!first) return undefined;
  let end = start + first.length;
  for (let lines = 1; ; lines++) {
    LINE_END.lastIndex = end;
    const gap = LINE_END.exec(text)?.[0].length;
    LINE.lastIndex = end + (gap ?? 0);
    const next = gap === undefined ? undefined : LINE.exec(text)?.[0];
    if (next?.length !== first.length)
      return lines >= FEWEST_LINES && isMixed(first) && !isPublic(text, start)
        ? [start, lastLine(text, end)]
        : undefined;
    end = LINE.lastIndex;
  }
}

/** The last line of a key is shorter than the others. */
function lastLine(text: string, end: number): number {
  LINE_END.lastIndex = end;
  const gap = LINE_END.exec(text)?.[0].length;
  if (gap === undefined) return end;
  let last = end + gap;
  while (last < text.length && last - end - gap < 76 && isBase64(text.charCodeAt(last))) last++;
  return last - end - gap >= 4 ? last : end;
}

const isMixed = (line: string) => /\d/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line);

function isPublic(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_ARMOUR), start);
  const opening = Math.max(before.lastIndexOf('-----BEGIN '), before.lastIndexOf('---- BEGIN '), 0);
  const label = OPENING.exec(before.slice(opening))?.[1];
  return label !== undefined && !label.includes('PRIVATE');
}

const isBase64 = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 61;

/** A public half of 4096 bits and a private one. */
const LONGEST_JWK = 2_000;
const HALF = /\\?"[kd]\\?"\s{0,2}:\s{0,2}\\?"([A-Za-z0-9_-]{20,2000})/;

/** A pair of keys in numbers, as wallets keep it. */
const NUMBERS = pattern(
  'private-key',
  ['keypair', 'id.json', 'wallet.json', 'secret key', 'secretkey', 'private key'],
  /[a-z][^[\n]{5,70}\[((?:\d{1,3}, ?){31,127}\d{1,3})\]/i,
  { accept: (numbers) => new Set(numbers.split(',')).size >= 20 },
);

export const keyMaterialRules: readonly Rule[] = [
  NUMBERS,
  pattern('private-key', ['-----BEGIN'], PEM, { accept: (body) => /[A-Za-z0-9+/=]{32}/.test(body) }),
  pattern('private-key', HEADS, HEADLESS),
  pattern(
    'putty-key',
    ['Private-Lines:'],
    /Private-Lines: \d{1,3}((?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{1,64}){1,200})/,
  ),
  prefixed('age-key', 'AGE-SECRET-KEY-', '(?:PQ-)?1[0-9A-Z]{40,80}'),
  pattern(
    'wireguard-key',
    ['PrivateKey', 'PresharedKey'],
    /(?:Private|Preshared)Key\s{0,3}=\s{0,3}([A-Za-z0-9+/]{43}=)/,
  ),
  // A symmetric key of a JWK: `"kty":"oct"` … `"k":"…"`, and the private half of the others.
  {
    name: 'jwk',
    keywords: ['"kty"', '\\"kty\\"'],
    match(text, at): Range | number {
      const near = text.slice(at, at + LONGEST_JWK);
      const end = near.search(/[{}]/);
      const jwk = end < 0 ? near : near.slice(0, end);
      const found = HALF.exec(jwk);
      if (!found) return at + (end < 0 ? LONGEST_JWK / 2 : end);
      const last = at + found.index + found[0].length;
      return [last - (found[1] as string).length, last];
    },
  },
];
