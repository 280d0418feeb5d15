import { type Findings, type SecretSource, secretCommand, secretSource } from '@debrief/redaction';
import { isSecretFile } from '@debrief/shell';
import { type Fields, fields } from '../../agents/agent.ts';
import {
  callIds,
  contentKeys,
  inputKeys,
  keptKeys,
  pathKeys,
  scriptKeys,
  withoutSuffix,
} from './secret-file-key.ts';

/** The tag of what a tool read from, or wrote to, a file that holds secrets by trade. */
export const secretFileTag = '[REDACTED:secret-file:0000]';

const deepest = 16;
/** So many calls are remembered for each source until their results come. */
const maxCalls = 2_000;
const maxSources = 500;

/** What a call comes to hold: a file of secrets, or what a command prints that prints secrets by trade. */
type Reading = 'file' | SecretSource;

/** What calls of a source read: the result comes in a later record, and says nothing of where it is from. */
type Calls = Map<string, Reading>;

/** What becomes of the results: a file goes as a whole and is learned from, of an output only the secrets go. */
export interface Striking {
  strike(output: string, source: SecretSource): string;
  learn(text: string, rule: string): void;
}

interface Run {
  /** Rule → how often. */
  found: Findings;
  calls: Calls;
  striking: Striking;
  /** What the result in this record is, if it was dropped. */
  result?: Reading;
}

const count = (run: Run, rule: string) => {
  run.found[rule] = (run.found[rule] ?? 0) + 1;
};

/**
 * Drops the contents of files that hold secrets by trade, whichever way an agent came by them: in the call that writes
 * them, and in the result of the call that reads them, by a tool for files or by a shell command. So it does with what
 * commands print whose trade it is to print secrets.
 */
export class SecretFiles {
  readonly #sources = new Map<string, Calls>();
  readonly #striking: Striking;

  constructor(striking: Striking) {
    this.#striking = striking;
  }

  /** The same object when nothing was dropped. Never changes in place. `source` is where the record comes from. */
  strip(record: unknown, source = ''): { record: unknown; found: Findings } {
    const run: Run = { found: {}, calls: this.#callsOf(source), striking: this.#striking };
    const clean = stripped(record, run, 0, false).value;
    if (clean === record) return { record, found: {} };
    return { record: withoutTwin(clean, run), found: run.found };
  }

  /** Whether records of this source were seen since the recorder started. */
  knows(source: string): boolean {
    return this.#sources.has(source);
  }

  #callsOf(source: string): Calls {
    const known = this.#sources.get(source) ?? new Map();
    this.#sources.delete(source);
    this.#sources.set(source, known);
    for (const old of this.#sources.keys()) {
      if (this.#sources.size <= maxSources) break;
      this.#sources.delete(old);
    }
    return known;
  }
}

interface Stripped {
  value: unknown;
  /** What something below reads, and no call above it was found yet. */
  reads: Reading | undefined;
  /** Something below is the input of a call. */
  isCall: boolean;
}

const nothing = (value: unknown): Stripped => ({ value, reads: undefined, isCall: false });

/** `inInput`: what is named here is what a call is about, not what a result lists. */
function stripped(value: unknown, run: Run, depth: number, inInput: boolean): Stripped {
  if (typeof value !== 'object' || value === null || depth > deepest) return nothing(value);
  if (Array.isArray(value)) return strippedList(value, run, depth, inInput);
  return strippedRecord(value as Fields, run, depth, inInput);
}

function strippedList(values: unknown[], run: Run, depth: number, inInput: boolean): Stripped {
  let [copy, isCall] = [values, false];
  let reads: Reading | undefined;
  for (let i = 0; i < values.length; i++) {
    const clean = stripped(values[i], run, depth + 1, inInput);
    reads ??= clean.reads;
    isCall ||= clean.isCall;
    if (clean.value === values[i]) continue;
    if (copy === values) copy = [...values];
    copy[i] = clean.value;
  }
  return { value: copy, reads, isCall };
}

function strippedRecord(source: Fields, run: Run, depth: number, inInput: boolean): Stripped {
  const isFile = namesSecretFile(source);
  let [copy, isCall] = [source, false];
  let reads: Reading | undefined = isFile && inInput ? 'file' : undefined;
  const put = (key: string, value: unknown) => {
    if (copy === source) copy = { ...source };
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const key in source) {
    const before = source[key];
    const clean = strippedField(key, before, { isFile, inInput, depth }, run);
    reads ??= clean.reads;
    isCall ||= clean.isCall || inputKeys.has(key);
    if (clean.value !== before) put(key, clean.value);
  }
  const ids = callIds(source);
  if (ids.length === 0) return { value: copy, reads, isCall };
  note(ids, reads, isCall, run.calls);
  if (run.calls.size === 0) return nothing(copy);
  const reading = ids.map((id) => run.calls.get(id)).find((one) => one !== undefined);
  return nothing(reading === undefined ? copy : withoutContents(copy, reading, run, depth));
}

interface Around {
  isFile: boolean;
  inInput: boolean;
  depth: number;
}

function strippedField(key: string, before: unknown, around: Around, run: Run): Stripped {
  const { isFile, depth } = around;
  if (isFile && contentKeys.has(key) && hasContent(before)) {
    learnFrom(before, run);
    count(run, 'secret-file');
    return { value: secretFileTag, reads: around.inInput ? 'file' : undefined, isCall: false };
  }
  const called = run.calls.size > 0 ? run.calls.get(withoutSuffix(key)) : undefined;
  if (called) return nothing(withoutContents(before, called, run, depth + 1));
  if (key.length > 3 && /[./\\]/.test(key) && isSecretFile(key))
    return nothing(withoutContents(before, 'file', run, depth + 1));
  if (scriptKeys.has(key)) return strippedScript(before, run, depth);
  if (typeof before === 'string' && inputKeys.has(key)) return strippedInput(before, run, depth);
  return stripped(before, run, depth + 1, around.inInput || inputKeys.has(key));
}

/** A command is a text, or a list of words as for `execve`. */
function strippedScript(before: unknown, run: Run, depth: number): Stripped {
  if (typeof before === 'string') {
    const found = secretCommand(before, secretFileTag);
    const reads = found?.reads ? 'file' : secretSource(before);
    if (!found) return { value: before, reads, isCall: reads !== undefined };
    if (found.script !== before) count(run, 'secret-file');
    return { value: found.script, reads, isCall: true };
  }
  // VS Code keeps a command as it was proposed and as it was changed.
  if (!Array.isArray(before)) {
    const scripts = Object.values(fields(before)).filter((one) => typeof one === 'string');
    const reads = scripts.map(readingOf).find((one) => one !== undefined);
    return { ...stripped(before, run, depth + 1, true), ...(reads && { reads, isCall: true }) };
  }
  const words = before.filter((word): word is string => typeof word === 'string');
  const shell = /(?:^|[\\/])(?:ba|z|da|fi|k)?sh$|^cmd|powershell|pwsh/i.test(words[0] ?? '');
  if (!shell) return { value: before, reads: readingOf(words.map(quoted).join(' ')), isCall: true };
  const last = before.at(-1);
  const { value, reads } = strippedScript(last, run, depth);
  return { value: value === last ? before : [...before.slice(0, -1), value], reads, isCall: true };
}

const readingOf = (script: string): Reading | undefined =>
  secretCommand(script, secretFileTag)?.reads ? 'file' : secretSource(script);

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** The arguments of a call as the model wrote them: JSON in a string, or the command itself. */
function strippedInput(before: string, run: Run, depth: number): Stripped {
  if (before.charCodeAt(0) !== 123) return strippedScript(before, run, depth);
  if (before.length > 1_000_000) return nothing(before);
  let parsed: unknown;
  try {
    parsed = JSON.parse(before);
  } catch {
    return nothing(before);
  }
  const clean = stripped(parsed, run, depth + 1, true);
  return { ...clean, value: clean.value === parsed ? before : JSON.stringify(clean.value) };
}

/** A call that reads is remembered until its result comes; an id that is used anew for another call is forgotten. */
function note(ids: readonly string[], reads: Reading | undefined, isCall: boolean, calls: Calls): void {
  for (const id of ids) {
    if (reads) calls.set(id, reads);
    else if (isCall) calls.delete(id);
  }
  for (const old of calls.keys()) {
    if (calls.size <= maxCalls) break;
    calls.delete(old);
  }
}

/** Everything that is said, except what names the call, and the input, which was looked at for itself. */
function withoutContents(value: unknown, reading: Reading, run: Run, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value, reading, run);
  if (typeof value !== 'object' || value === null || depth > 2 * deepest) return value;
  if (Array.isArray(value)) return value.map((item) => withoutContents(item, reading, run, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      keptKeys.has(key) || inputKeys.has(key) || scriptKeys.has(key) || pathKeys.has(key)
        ? [key, field]
        : [key, withoutContents(field, reading, run, depth + 1)],
    ),
  );
}

function withoutSecrets(value: string, reading: Reading, run: Run): string {
  if (value === '' || value === secretFileTag) return value;
  if (reading !== 'file') {
    const clean = run.striking.strike(value, reading);
    if (clean !== value) count(run, reading.rule);
    run.result = reading;
    return clean;
  }
  run.result = 'file';
  run.striking.learn(value, 'secret-file');
  count(run, 'secret-file');
  return secretFileTag;
}

/** What stood in a file of secrets is known as one wherever it comes again. */
function learnFrom(value: unknown, run: Run): void {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  run.striking.learn(text, 'secret-file');
}

function namesSecretFile(source: Fields): boolean {
  for (const key in source) {
    if (!pathKeys.has(key)) continue;
    const path = source[key];
    for (const one of Array.isArray(path) ? path : [path]) {
      if (typeof one === 'string' && one.length < 4096 && isSecretFile(one.replace(/[*?]+/g, '')))
        return true;
    }
  }
  return false;
}

const hasContent = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value !== secretFileTag) ||
  (Array.isArray(value) && value.length > 0);

/** Claude Code writes a result twice: structured, beside the message, and as the model saw it, in the message. */
function withoutTwin(record: unknown, run: Run): unknown {
  const r = fields(record);
  const message = fields(r.message);
  if (r.toolUseResult === undefined || !Array.isArray(message.content)) return record;
  const isResult = (block: unknown) => fields(block).type === 'tool_result';
  const twin: Run = { ...run, found: {} };
  if (run.result !== undefined && run.result !== 'file')
    return { ...r, toolUseResult: withoutContents(r.toolUseResult, run.result, twin, 0) };
  const isDropped = (value: unknown) => JSON.stringify(value)?.includes(secretFileTag) ?? false;
  if (!isDropped(r.toolUseResult) && !isDropped(message.content.filter(isResult))) return record;
  const content = message.content.map((block) =>
    isResult(block) ? { ...fields(block), content: secretFileTag } : block,
  );
  return {
    ...r,
    message: { ...message, content },
    toolUseResult: withoutContents(r.toolUseResult, 'file', twin, 0),
  };
}
