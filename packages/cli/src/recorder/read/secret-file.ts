import { secretCommand } from '@debrief/redaction';
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

/** Which calls of a source read such files: the result comes in a later record, and says nothing of the file. */
type Calls = Set<string>;

interface Run {
  found: number;
  calls: Calls;
}

/**
 * Drops the contents of files that hold secrets by trade, whichever way an agent came by them: in the call that writes
 * them, and in the result of the call that reads them, by a tool for files or by a shell command.
 */
export class SecretFiles {
  readonly #sources = new Map<string, Calls>();

  /** The same object when nothing was dropped. Never changes in place. `source` is where the record comes from. */
  strip(record: unknown, source = ''): { record: unknown; found: number } {
    const run: Run = { found: 0, calls: this.#callsOf(source) };
    const clean = stripped(record, run, 0, false).value;
    if (run.found === 0) return { record, found: 0 };
    return { record: withoutTwin(clean), found: run.found };
  }

  /** Whether records of this source were seen since the recorder started. */
  knows(source: string): boolean {
    return this.#sources.has(source);
  }

  #callsOf(source: string): Calls {
    const known = this.#sources.get(source) ?? new Set();
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
  /** Something below reads such a file, and no call above it was found yet. */
  reads: boolean;
  /** Something below is the input of a call. */
  isCall: boolean;
}

const nothing = (value: unknown): Stripped => ({ value, reads: false, isCall: false });

/** `inInput`: what is named here is what a call is about, not what a result lists. */
function stripped(value: unknown, run: Run, depth: number, inInput: boolean): Stripped {
  if (typeof value !== 'object' || value === null || depth > deepest) return nothing(value);
  if (Array.isArray(value)) return strippedList(value, run, depth, inInput);
  return strippedRecord(value as Fields, run, depth, inInput);
}

function strippedList(values: unknown[], run: Run, depth: number, inInput: boolean): Stripped {
  let [copy, reads, isCall] = [values, false, false];
  for (let i = 0; i < values.length; i++) {
    const clean = stripped(values[i], run, depth + 1, inInput);
    reads ||= clean.reads;
    isCall ||= clean.isCall;
    if (clean.value === values[i]) continue;
    if (copy === values) copy = [...values];
    copy[i] = clean.value;
  }
  return { value: copy, reads, isCall };
}

function strippedRecord(source: Fields, run: Run, depth: number, inInput: boolean): Stripped {
  const isFile = namesSecretFile(source);
  let [copy, reads, isCall] = [source, isFile && inInput, false];
  const put = (key: string, value: unknown) => {
    if (copy === source) copy = { ...source };
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const key in source) {
    const before = source[key];
    const clean = strippedField(key, before, { isFile, inInput, depth }, run);
    reads ||= clean.reads;
    isCall ||= clean.isCall || inputKeys.has(key);
    if (clean.value !== before) put(key, clean.value);
  }
  const ids = callIds(source);
  if (ids.length === 0) return { value: copy, reads, isCall };
  note(ids, reads, isCall, run.calls);
  if (!ids.some((id) => run.calls.has(id))) return { value: copy, reads: false, isCall: false };
  return { value: withoutContents(copy, run, depth), reads: false, isCall: false };
}

interface Around {
  isFile: boolean;
  inInput: boolean;
  depth: number;
}

function strippedField(key: string, before: unknown, around: Around, run: Run): Stripped {
  const { isFile, depth } = around;
  if (isFile && contentKeys.has(key) && hasContent(before)) {
    run.found++;
    return { value: secretFileTag, reads: around.inInput, isCall: false };
  }
  if (run.calls.has(withoutSuffix(key)) || (key.length > 3 && /[./\\]/.test(key) && isSecretFile(key)))
    return { value: withoutContents(before, run, depth + 1), reads: false, isCall: false };
  if (scriptKeys.has(key)) return strippedScript(before, run, depth);
  if (typeof before === 'string' && inputKeys.has(key)) return strippedInput(before, run, depth);
  return stripped(before, run, depth + 1, around.inInput || inputKeys.has(key));
}

/** A command is a text, or a list of words as for `execve`. */
function strippedScript(before: unknown, run: Run, depth: number): Stripped {
  if (typeof before === 'string') {
    const found = secretCommand(before, secretFileTag);
    if (!found) return nothing(before);
    if (found.script !== before) run.found++;
    return { value: found.script, reads: found.reads, isCall: true };
  }
  // VS Code keeps a command as it was proposed and as it was changed.
  if (!Array.isArray(before)) {
    const reads = Object.values(fields(before)).some((one) => typeof one === 'string' && isReading(one));
    return { ...stripped(before, run, depth + 1, true), ...(reads && { reads, isCall: true }) };
  }
  const words = before.filter((word): word is string => typeof word === 'string');
  const shell = /(?:^|[\\/])(?:ba|z|da|fi|k)?sh$|^cmd|powershell|pwsh/i.test(words[0] ?? '');
  if (!shell) {
    const found = secretCommand(words.map(quoted).join(' '), secretFileTag);
    return { value: before, reads: found?.reads ?? false, isCall: true };
  }
  const last = before.at(-1);
  const { value, reads } = strippedScript(last, run, depth);
  return { value: value === last ? before : [...before.slice(0, -1), value], reads, isCall: true };
}

const isReading = (script: string) => secretCommand(script, secretFileTag)?.reads ?? false;

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
function note(ids: readonly string[], reads: boolean, isCall: boolean, calls: Calls): void {
  for (const id of ids) {
    if (reads) calls.add(id);
    else if (isCall) calls.delete(id);
  }
  for (const old of calls) {
    if (calls.size <= maxCalls) break;
    calls.delete(old);
  }
}

/** Everything that is said, except what names the call, and the input, which was looked at for itself. */
function withoutContents(value: unknown, run: Run, depth: number): unknown {
  if (typeof value === 'string') {
    if (value === '' || value === secretFileTag) return value;
    run.found++;
    return secretFileTag;
  }
  if (typeof value !== 'object' || value === null || depth > 2 * deepest) return value;
  if (Array.isArray(value)) return value.map((item) => withoutContents(item, run, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) =>
      keptKeys.has(key) || inputKeys.has(key) || scriptKeys.has(key) || pathKeys.has(key)
        ? [key, field]
        : [key, withoutContents(field, run, depth + 1)],
    ),
  );
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
function withoutTwin(record: unknown): unknown {
  const r = fields(record);
  const message = fields(r.message);
  if (r.toolUseResult === undefined || !Array.isArray(message.content)) return record;
  const isResult = (block: unknown) => fields(block).type === 'tool_result';
  const isDropped = (value: unknown) => JSON.stringify(value)?.includes(secretFileTag) ?? false;
  if (!isDropped(r.toolUseResult) && !isDropped(message.content.filter(isResult))) return record;
  const content = message.content.map((block) =>
    isResult(block) ? { ...fields(block), content: secretFileTag } : block,
  );
  const run: Run = { found: 0, calls: new Set() };
  const toolUseResult = withoutContents(r.toolUseResult, run, 0);
  return { ...r, message: { ...message, content }, toolUseResult };
}
