import { createHmac } from 'node:crypto';
import { createDetector, type Detector } from './detect.ts';
import { isGibberish } from './gibberish.ts';
import { isStandIn, looksRandom } from './judge.ts';
import type { KnownSecrets, Repeat } from './memory/known-secrets.ts';
import type { Certainty } from './memory/memorable.ts';
import { isNameOfValue, type KeyMeaning, meaningOf } from './names.ts';
import type { Rule } from './rule.ts';
import { callRules } from './rules/calls.ts';
import { codeRules } from './rules/codes.ts';
import { commandRules } from './rules/commands.ts';
import { formatRules } from './rules/formats.ts';
import { keyMaterialRules } from './rules/key-material.ts';
import { kubernetesRules } from './rules/kubernetes.ts';
import { languageRules } from './rules/languages.ts';
import { literalRule } from './rules/literal.ts';
import { moreCommandRules } from './rules/more-commands.ts';
import { namedRules } from './rules/named.ts';
import { placeRules } from './rules/places.ts';
import { saidRules } from './rules/said.ts';
import { secretFileRules } from './rules/secret-file.ts';
import { secretlintRules } from './rules/secretlint.ts';
import { strongRules } from './rules/strong.ts';
import { shapeRules } from './rules/surroundings.ts';
import { typedRules } from './rules/typed.ts';
import { Seen } from './seen.ts';
import type { SecretSource } from './source/source.ts';
import { strikeOutput } from './source/strike.ts';

/** Rule name → how many secrets it found. */
export type Findings = Record<string, number>;

export type RedactorOptions = {
  /** Makes the tags: the same secret has the same tag on one machine and another on the next. Any string, kept. */
  machineKey: string;
  /** Values known to be secret, by name; see {@link secretVariables}. */
  literals?: Readonly<Record<string, string>>;
  extraRules?: readonly Rule[];
  /** What was once seen as a secret is struck wherever it comes again, if it is remembered. */
  known?: KnownSecrets;
};

export type Redactor = {
  /**
   * Replaces every secret in the string values of parsed JSON by `[REDACTED:<rule>:<tag>]`. Keys, numbers, ids,
   * hashes and sealed bulk stay. The value is never changed in place; what holds no secret is the same object.
   */
  redact<Value>(value: Value): { value: Value; findings: Findings };
  /** Counts without replacing: for a server that alters nothing. */
  scan(value: unknown): Findings;
  /** The output of a command that prints secrets, without them. They are known from then on. */
  strike(output: string, source: SecretSource): string;
  /** Remembers the secrets of a text that is dropped as a whole. */
  learn(text: string, rule: string): void;
};

/** Deeper than any agent nests; what lies below is dropped rather than passed on unread. */
const MAX_DEPTH = 1_000;
/** Nothing shorter is worth hiding, whatever its key. */
const MIN_SECRET = 4;
/** Nothing shorter holds a secret that can be told without its key. */
const MIN_TEXT = 12;
/** A replacement may uncover a further match beside it; more rounds than this no honest text needs. */
const MAX_ROUNDS = 6;
const BASE64 = /^(?:data:[\w.+/-]{3,60};base64,)?[A-Za-z0-9+/_-]{400}/;

/** Our own, beside secretlint's. */
export const ownRules: readonly Rule[] = [
  ...formatRules,
  ...keyMaterialRules,
  ...shapeRules,
  ...commandRules,
  ...moreCommandRules,
  ...placeRules,
  ...secretFileRules,
  ...namedRules,
  ...saidRules,
  ...kubernetesRules,
  ...strongRules,
  ...typedRules,
  ...codeRules,
  ...callRules,
  ...languageRules,
];

export function createRedactor(options: RedactorOptions): Redactor {
  const { machineKey, literals = {}, extraRules = [], known } = options;
  const rules = [...literalRule(literals), ...ownRules, ...extraRules];
  const detect = createDetector(rules, secretlintRules);
  const tag = (secret: string) => createHmac('sha256', machineKey).update(secret).digest('hex').slice(0, 4);
  const mark = (secret: string, rule: string) => `[REDACTED:${rule}:${tag(secret)}]`;
  for (const value of Object.values(literals)) known?.learn(value, 'environment', 'form');
  const seen = new Seen();
  return {
    redact<Value>(value: Value) {
      const findings: Findings = {};
      let learned = 0;
      const replace = (secret: string, rule: string) => {
        if (known && learned++ < MOST_LEARNED) {
          known.learn(secret, rule, certaintyOf(rule));
          const inside = insideBase64(secret);
          if (inside !== undefined) known.learn(inside, rule, certaintyOf(rule));
        }
        return mark(secret, rule);
      };
      const before = known?.revision;
      seen.forgetUnless(before ?? 0);
      const run: Run = { detect, findings, replace, known, seen };
      let result = walk(value, run, 'plain', 0);
      // What was learned at the end of the record may stand at its beginning, too.
      if (known?.revision !== before)
        result = walk(result, { ...run, detect: undefined, seen: undefined }, 'plain', 0);
      return { value: result as Value, findings };
    },
    scan(value) {
      const findings: Findings = {};
      walk(value, { detect, findings }, 'plain', 0);
      return findings;
    },
    strike: (output, source) =>
      strikeOutput(output, source, (secret, rule) => {
        known?.learn(secret, rule, 'source');
        return mark(secret.trim(), rule);
      }),
    learn: (text, rule) => known?.learn(text, rule, 'source'),
  };
}

/** So many new secrets of one record are remembered. */
const MOST_LEARNED = 64;
/** What a value in base64 says, if it is text: a value of Kubernetes comes again without it. */
function insideBase64(secret: string): string | undefined {
  if (secret.length < 12 || secret.length > 1_000 || !/^[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined;
  const inside = Buffer.from(secret, 'base64').toString('latin1');
  return /^[\x21-\x7e]{8,400}\n?$/.test(inside) ? inside.trim() : undefined;
}
const BY_NAME = new Set([
  ...['named-secret', 'entropy', 'bearer', 'authorization', 'header-key', 'url-token'],
  'url-password',
  'cookie',
]);
const certaintyOf = (rule: string): Certainty => (BY_NAME.has(rule) ? 'name' : 'form');

type Run = {
  readonly seen?: Seen | undefined;
  readonly detect: Detector | undefined;
  readonly findings: Findings;
  readonly known?: KnownSecrets | undefined;
  readonly replace?: (secret: string, rule: string) => string;
};

function walk(value: unknown, run: Run, meaning: KeyMeaning, depth: number): unknown {
  if (typeof value === 'string') return text(value, run, meaning);
  if (value === null || typeof value !== 'object') return value;
  if (depth === MAX_DEPTH) return whole('[nested too deep]', 'depth', run);
  return Array.isArray(value) ? list(value, run, meaning, depth + 1) : record(value, run, depth + 1);
}

function list(values: unknown[], run: Run, meaning: KeyMeaning, depth: number): unknown[] {
  if (SECRET_MEANINGS.has(meaning) && run.detect && isBytes(values))
    return whole(`[${values.join(',')}]`, 'named-secret', run) as unknown as unknown[];
  let copy = values;
  for (let i = 0; i < values.length; i++) {
    const clean = walk(values[i], run, i > 0 ? behind(values, i, meaning) : meaning, depth);
    if (clean === values[i]) continue;
    if (copy === values) copy = [...values];
    copy[i] = clean;
  }
  return copy;
}

const SECRET_MEANINGS = new Set<KeyMeaning>(['password', 'token', 'key']);
const FEWEST_BYTES = 16;

/** A key in numbers, one for each byte. */
const isBytes = (values: unknown[]): boolean =>
  typeof values[0] === 'number' &&
  values.length >= FEWEST_BYTES &&
  values.every((value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256);

/** `['--token', '…']`: words of a command. `['x-api-key', '…']`: a pair. */
function behind(values: unknown[], at: number, meaning: KeyMeaning): KeyMeaning {
  const before = values[at - 1];
  if (typeof before !== 'string' || before.length > 64) return meaning;
  const isFlag = before.charCodeAt(0) === 45;
  if (!isFlag && (values.length !== 2 || typeof values[1] !== 'string')) return meaning;
  const name = meaningOf(isFlag ? before.replace(/^-+/, '') : before);
  return SECRET_MEANINGS.has(name) ? name : meaning;
}

function record(values: object, run: Run, depth: number): object {
  const source = values as Record<string, unknown>;
  let copy = source;
  for (const key in source) {
    const value = source[key];
    let clean = value;
    if (key.length <= 2 && run.detect && isHalfOfKey(source, key)) clean = whole(value as string, 'jwk', run);
    else if (isDataOfSecret(source, key) && run.detect) clean = everyLeaf(value, run, depth);
    else if (typeof value === 'string')
      clean = value.length < MIN_SECRET ? value : text(value, run, meaningIn(source, key));
    else if (typeof value === 'object' && value !== null)
      clean = walk(value, run, inherited(value, key), depth);
    if (clean === value) continue;
    if (copy === source) copy = { ...source };
    // Not by assignment: a key may be called __proto__.
    Object.defineProperty(copy, key, { value: clean, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** The private half of a JWK, and a symmetric one. */
const HALVES_OF_KEY = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']);
const MIN_KEY = 16;
const isHalfOfKey = (source: Record<string, unknown>, key: string) => {
  const value = source[key];
  return (
    HALVES_OF_KEY.has(key) &&
    typeof source.kty === 'string' &&
    typeof value === 'string' &&
    value.length >= MIN_KEY
  );
};

/** `{ kind: 'Secret', data: { … } }` */
const isDataOfSecret = (source: Record<string, unknown>, key: string) =>
  (key === 'data' || key === 'stringData') &&
  source.kind === 'Secret' &&
  typeof source[key] === 'object' &&
  source[key] !== null &&
  !Array.isArray(source[key]);

function everyLeaf(value: unknown, run: Run, depth: number): unknown {
  let isChanged = false;
  const leaves = Object.entries(value as object).map(([name, leaf]) => {
    const isValue = typeof leaf === 'string' && leaf.length >= MIN_SECRET && !isStandIn(leaf);
    const clean = isValue ? whole(leaf, 'kubernetes-secret', run) : walk(leaf, run, 'plain', depth);
    isChanged ||= clean !== leaf;
    return [name, clean];
  });
  return isChanged ? Object.fromEntries(leaves) : value;
}

/** A value beside its name, `{ name: 'API_KEY', value: '…' }`, is judged by that name. */
function meaningIn(source: Record<string, unknown>, key: string): KeyMeaning {
  const meaning = meaningOf(key);
  if (meaning !== 'half') return meaning;
  // A cookie, as browsers are driven with them.
  if (typeof source.domain === 'string' && typeof source.name === 'string' && 'path' in source)
    return 'token';
  let looked = 0;
  for (const half in source) {
    if (looked++ === MOST_HALVES) break;
    const name = source[half];
    if (half === key || typeof name !== 'string' || name.length >= 64 || !isNameOfValue(half)) continue;
    const said = meaningOf(name);
    if (said !== 'plain' && said !== 'half') return said === 'opaque' ? 'plain' : said;
  }
  return meaning;
}

/** So many keys of a record are asked for the name of a value in it. */
const MOST_HALVES = 12;

/** A list is judged by the key above it, a record by its own keys. */
function inherited(value: object, key: string): KeyMeaning {
  return Array.isArray(value) ? meaningOf(key) : 'plain';
}

function text(value: string, run: Run, meaning: KeyMeaning): string {
  if (meaning === 'opaque') {
    if (!value.includes(' ')) return value;
  } else if (run.detect && meaning !== 'plain' && meaning !== 'half' && isSecretUnder(meaning, value))
    return whole(value, 'named-secret', run);
  if (run.seen?.has(value)) return value;
  const current = run.known ? withoutRepeats(value, run.known.find(value), run) : value;
  if (!run.detect || value.length < MIN_TEXT || (value.length > 1_000 && BASE64.test(value))) return current;
  const result = detected(insideJson(current, run), run.detect, run);
  if (result === value) run.seen?.add(value);
  return result;
}

const LONGEST_DOCUMENT = 200_000;

/**
 * Some agents keep a record as text: `"{\\"output\\":\\"…\\"}"`. Its lines, columns and names are read as those of any
 * other record; the text is only made again if nothing else in it would change.
 */
function insideJson(text: string, run: Run): string {
  if (text.charCodeAt(0) !== BRACE || text.charCodeAt(text.length - 1) !== BRACE + 2) return text;
  if (text.length > LONGEST_DOCUMENT || !text.includes('\\n')) return text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text;
  }
  const clean = walk(parsed, { ...run, seen: undefined }, 'plain', 1);
  return clean === parsed || JSON.stringify(parsed) !== text ? text : JSON.stringify(clean);
}
const BRACE = 123;

function withoutRepeats(text: string, repeats: readonly Repeat[], { findings }: Run): string {
  if (repeats.length === 0) return text;
  let [result, from] = ['', 0];
  for (const { start, end, rule, tag } of repeats) {
    findings[rule] = (findings[rule] ?? 0) + 1;
    result += `${text.slice(from, start)}[REDACTED:${rule}:${tag}]`;
    from = end;
  }
  return result + text.slice(from);
}

function detected(text: string, detect: Detector, run: Run): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = detect(current);
    if (found.length === 0) break;
    let [result, from] = ['', 0];
    for (const { start, end, rule } of found) {
      run.findings[rule] = (run.findings[rule] ?? 0) + 1;
      if (!run.replace) continue;
      result += current.slice(from, start) + run.replace(current.slice(start, end), rule);
      from = end;
    }
    if (!run.replace) break;
    current = result + current.slice(from);
  }
  return current;
}

function whole(value: string, rule: string, run: Run): string {
  run.findings[rule] = (run.findings[rule] ?? 0) + 1;
  return run.replace ? run.replace(value, rule) : value;
}

function isSecretUnder(meaning: KeyMeaning, value: string): boolean {
  if (value.length > 8_000 || value.includes('[REDACTED:') || isStandIn(value)) return false;
  if (meaning === 'password')
    return !/\s/.test(value) && (!/^[a-z]+$/.test(value) || value.length >= 20 || isGibberish(value));
  // "Bearer …", "a=…; b=…"; anything else with blanks is a sentence about the thing.
  const bare = value.replace(/^(?:bearer|basic|token|digest) /i, '').replace(/; /g, ';');
  if (/\s/.test(bare) || (meaning === 'key' && (bare.length < 16 || /[.:]/.test(bare)))) return false;
  return looksRandom(bare) || isGibberish(bare);
}
