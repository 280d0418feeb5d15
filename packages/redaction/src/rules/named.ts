import type { Range, Rule } from '../rule.ts';
import { bytesBehind, placeBelow } from './named/below.ts';
import { columnBelow } from './named/column.ts';
import { isSecret } from './named/judge-value.ts';
import { listBehind } from './named/list.ts';
import { LONGEST_NAME, nameAround, type SecretName, spokenKey } from './named/name.ts';
import { type Place, placesOf, valueEnd } from './named/place.ts';

/** The words that make a name secret. A name that only ends in `key` has to have a value that cannot be anything else. */
const NAMES = [
  ...[
    'pass',
    'secret',
    'token',
    'credential',
    '_pwd',
    'pwd=',
    'pwd:',
    'apikey',
    'accesskey',
    'privatekey',
    'authkey',
  ],
  ...[
    '_key',
    '-key',
    '.key',
    'Key',
    '_pat',
    '-pat ',
    '-pat=',
    '-pat:',
    '-pat"',
    'Pat"',
    "Pat'",
    'Pat:',
    'Pat ',
    'Pat(',
    'Pat=',
    'Pat<',
    'Pat>',
    'Pat\\',
  ],
  ...['_auth=', '_auth:', 'auth"', 'auth\\"', '_dsn', '_salt=', 'pw=', 'pw:', '_pw', 'kennwort'],
];

/** `name = value` in all its forms: settings, code, markup, flags, tables, and pairs whose halves stand apart. */
function assignment(text: string, at: number): Range | readonly Range[] | number | undefined {
  const name = nameAround(text, at);
  if (!name) return undefined;
  const found = name.isPlural ? rangesOf(text, name, listBehind(text, name)) : valueOf(text, name);
  if (found) return found;
  // A name with two of the words in it is judged once. Of an endless one only a part was read, so the next part is, too.
  const isEndless = name.end - at >= LONGEST_NAME;
  return isEndless ? at + LONGEST_NAME / 2 : name.end;
}

function valueOf(text: string, name: SecretName): Range | readonly Range[] | undefined {
  for (const place of placesOf(text, name)) {
    if (isSecret(name, place)) return [place.start, valueEnd(text, place)];
  }
  const below = placeBelow(text, name);
  if (below && isSecret(name, below)) return [below.start, valueEnd(text, below)];
  const bytes = bytesBehind(text, name.end);
  if (bytes) return bytes;
  return rangesOf(text, name, columnBelow(text, name));
}

function rangesOf(text: string, name: SecretName, places: readonly Place[]): readonly Range[] | undefined {
  const ranges = places
    .filter((place) => isSecret(name, place))
    .map((place): Range => [place.start, valueEnd(text, place)]);
  return ranges.length > 0 ? ranges : undefined;
}

export const namedRules: readonly Rule[] = [
  { name: 'named-secret', keywords: NAMES, match: assignment },
  {
    name: 'named-secret',
    keywords: [' key:', ' key*', ' key<', ' key |', ' key "', ' key `', ' key =', ' key  ', ' key ['],
    match(text, at) {
      const name = spokenKey(text, at + ' key'.length);
      return name && valueOf(text, name);
    },
  },
];
