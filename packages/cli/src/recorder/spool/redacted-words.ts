import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@debrief/contract';
import {
  createRedactedWords,
  type RedactedForm,
  type RedactedWords,
  redactedScope,
} from '@debrief/redaction';

/** What the server says was redacted, as far as it is sound. */
export interface ToldWords {
  key: string;
  revision: string;
  words: { scope?: string; forms: RedactedForm[] }[];
}

/** Words that people took out of sessions on the server: they are not sent again. */
export interface RedactedMemory {
  /** What the server need not tell again. */
  revision(): string | undefined;
  /** Of a session of an agent; undefined where there are none. */
  wordsOf(externalId: string | undefined): RedactedWords | undefined;
  /** Takes what a heartbeat was answered with, whatever it is; what is not sound is left as it was. */
  take(answer: unknown): void;
}

const mostForms = 8 * limits.redactedTold;
const mostOfOne = 16;
const isHex = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

function checkedForm(given: unknown): RedactedForm | undefined {
  const { length, at, sum, ends, mac } = (given ?? {}) as Record<string, unknown>;
  // JSON writes some characters as several, and does so again for JSON in JSON.
  const longest = 64 * limits.redactedLength;
  const isSound =
    isWhole(length, longest) && length >= 4 && isWhole(at, length - Math.min(8, length < 8 ? 4 : 8));
  if (!isSound || !isWhole(sum, 0xffffffff) || !isWhole(ends, 0xffff) || !isHex(mac)) return undefined;
  return { length, at, sum, ends, mac };
}

/** Undefined for anything but what a server of Debrief tells. */
export function checkedWords(given: unknown): ToldWords | undefined {
  const { key, revision, words } = (given ?? {}) as Record<string, unknown>;
  if (typeof key !== 'string' || !/^[\w-]{43}$/.test(key)) return undefined;
  if (typeof revision !== 'string' || !/^[\w-]{1,64}$/.test(revision)) return undefined;
  if (!Array.isArray(words) || words.length > limits.redactedTold) return undefined;
  let count = 0;
  const checked: ToldWords['words'] = [];
  for (const one of words as { scope?: unknown; forms?: unknown }[]) {
    const { scope, forms } = one ?? {};
    if ((scope !== undefined && !isHex(scope)) || !Array.isArray(forms) || forms.length > mostOfOne)
      return undefined;
    const sound = forms.map(checkedForm);
    count += sound.length;
    if (count > mostForms || sound.includes(undefined)) return undefined;
    checked.push({ ...(scope !== undefined && { scope }), forms: sound as RedactedForm[] });
  }
  return { key, revision, words: checked };
}

export function openRedactedMemory(directory: string): RedactedMemory {
  const path = join(directory, 'redacted-words.json');
  let told = read(path);
  let made = new Map<string, RedactedWords | undefined>();
  const create = (externalId: string | undefined): RedactedWords | undefined => {
    if (!told) return undefined;
    const scope = externalId === undefined ? undefined : redactedScope(told.key, externalId);
    const meant = told.words.filter((one) => one.scope === undefined || one.scope === scope);
    return meant.length === 0
      ? undefined
      : createRedactedWords(
          told.key,
          meant.flatMap(({ forms }) => forms),
        );
  };
  return {
    revision: () => told?.revision,
    wordsOf(externalId) {
      const name = externalId ?? '';
      if (!made.has(name)) {
        // Mostly one session is read after the other.
        if (made.size >= 8) made.clear();
        made.set(name, create(externalId));
      }
      return made.get(name);
    },
    take(answer) {
      const fresh = checkedWords(answer);
      if (!fresh) return;
      told = fresh;
      made = new Map();
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        writeFileSync(`${path}.tmp`, JSON.stringify(fresh), { mode: 0o600 });
        renameSync(`${path}.tmp`, path);
      } catch {
        // A full disk: they are known as long as this process runs, and told again after.
      }
    },
  };
}

function read(path: string): ToldWords | undefined {
  try {
    return checkedWords(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
