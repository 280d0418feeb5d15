import { fixtures } from './fixtures.ts';

type Records = readonly unknown[];
type Path = readonly (string | number)[];

/** What stands in a record instead of what its agent wrote. */
const replacements: Record<string, (value: unknown) => unknown> = {
  removed: () => undefined,
  null: () => null,
  'an empty text': () => '',
  blank: () => ' \n',
  'a word': () => 'word',
  'two lines': () => 'first line\nsecond line',
  zero: () => 0,
  'a number': () => 7,
  true: () => true,
  false: () => false,
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a block of text': (value) => [{ type: 'text', text: String(value) }],
  'JSON in a text': (value) => JSON.stringify(value) ?? 'undefined',
  'twice in a list': (value) => (Array.isArray(value) ? [...value, ...value] : [value, value]),
};

/** Fields whose value says what the record is. */
const telling =
  /^(?:type|role|kind|status|state|subtype|event|name|say|ask|sender|source|action|decision|outcome|toolName|tool|finish|operation|method|variant|sessionUpdate|level|mode)$/;

/** The words that stand in such fields of some records. */
export const wordsOf = (records: Records): string[] => [
  ...new Set(
    places(records)
      .filter(({ path }) => telling.test(String(path.at(-1))))
      .map(({ value }) => value)
      .filter((value): value is string => typeof value === 'string' && value.length < 40),
  ),
];

/** The words of all agents: each reader also meets those of the others. */
const allWords = [
  ...new Set(fixtures.flatMap(({ records }) => wordsOf(records))),
  ...['failed', 'completed', 'cancelled', 'rejected', 'error', 'denied', 'aborted'],
  ...['reasoning', 'thinking', 'image'],
].sort();

function places(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) =>
          places(inner, [...path, Array.isArray(value) ? Number(name) : name]),
        )
      : [];
  return path.length === 0 ? below : [{ path, value }, ...below];
}

/** The first of the places that differ only in the number of the record or of the item of a list. */
function distinct(found: { path: Path; value: unknown }[], byValue = false): typeof found {
  const first = new Map<string, (typeof found)[0]>();
  for (const place of found) {
    const names = place.path.map((step) => (typeof step === 'number' ? '#' : step)).join('.');
    const key = byValue ? `${names} ${JSON.stringify(place.value)}` : names;
    if (!first.has(key)) first.set(key, place);
  }
  return [...first.values()];
}

function replaced(value: unknown, path: Path, instead: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return instead;
  if (Array.isArray(value))
    return value.map((item, at) => (at === step ? replaced(item, rest, instead) : item));
  const { [step]: inner, ...others } = value as Record<string | number, unknown>;
  const now = replaced(inner, rest, instead);
  return now === undefined ? others : { ...others, [step]: now };
}

/** The same session told otherwise, in groups with a name: fields missing or of another kind, records lost or repeated. */
export function* variationsOf(
  records: Records,
  words: readonly string[] = allWords,
): Iterable<readonly [group: string, variants: Records[]]> {
  const all = places(records);
  // A record that tells its kind is looked at for each kind.
  const everywhere = distinct(all);
  for (const [group, replace] of Object.entries(replacements)) {
    yield [group, everywhere.map(({ path, value }) => replaced(records, path, replace(value)) as Records)];
  }
  const kinds = distinct(
    all.filter(({ path, value }) => typeof value === 'string' && telling.test(String(path.at(-1)))),
    true,
  );
  yield [
    'words of other records',
    kinds.flatMap(({ path }) => words.map((word) => replaced(records, path, word) as Records)),
  ];
  yield ['without a record', records.map((_, lost) => records.filter((_record, at) => at !== lost))];
  yield ['with a record twice', records.map((record, at) => records.toSpliced(at, 0, record))];
  yield ['broken off', records.map((_, at) => records.slice(0, at))];
  yield ['backwards', [records.toReversed()]];
}
