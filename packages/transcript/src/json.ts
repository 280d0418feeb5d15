import { digest } from './changes/digest.ts';
import type { Attachment } from './entry.ts';

/** Records come from outside: everything is read through these, nothing is assumed. */
export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothing: Json = Object.freeze({});

export const obj = (value: unknown): Json => (isObject(value) ? value : nothing);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const str = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const num = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A call's input before it is known: nothing, or an object of which no field is known. */
export function isBlank(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).every((field) => field === undefined);
  return value === undefined || value === '';
}

/** First non-empty string of several candidates. */
export function first(...values: unknown[]): string | undefined {
  for (const value of values) if (typeof value === 'string' && value !== '') return value;
  return undefined;
}

/** ISO time from an ISO string, seconds or milliseconds; anything else is no time. */
export function time(value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (!(value > 1e9 && value < 1e14)) return undefined;
    return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  }
  if (typeof value !== 'string' || value.length < 10 || value.length > 40) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** `JSON.parse` that answers undefined instead of throwing. */
export function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Compact JSON that never throws (depth bombs overflow the stack of JSON.stringify). */
export function compact(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '[too deep to print]';
  }
}

/**
 * Any value as a word. Never `String(value)` or `join` on what came from outside: `{"toString": 1}` makes them throw.
 */
export function word(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? compact(value) : String(value);
}

/** A table looked up by a word from outside: `__proto__` and `constructor` are not in it. */
export function lookup<T>(table: Record<string, T>, key: unknown): T | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

export function clip(text: string, length: number): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/**
 * Text of any content shape the agents use: a string, one block, or a list of blocks
 * (`text`, `input_text`, `output_text`, `Text`, Gemini parts, nested tool results).
 */
export function text(content: unknown, depth = 0): string {
  if (typeof content === 'string') return content;
  if (depth > 6) return compact(content);
  if (Array.isArray(content)) {
    return content
      .map((block) => text(block, depth + 1))
      .filter((part) => part !== '')
      .join('\n');
  }
  if (!isObject(content)) return word(content);
  for (const key of ['text', 'summary_text', 'content', 'output', 'data', 'tool_name']) {
    const value = content[key];
    if (key === 'data' && 'mimeType' in content) continue;
    if (typeof value === 'string') return value;
    if (key === 'content' && Array.isArray(value)) return text(value, depth + 1);
  }
  return '';
}

/** Pictures and files among content blocks, by reference. */
export function attachments(content: unknown): Attachment[] | undefined {
  const found = list(content).flatMap((block): Attachment[] => {
    const b = obj(block);
    const source = obj(b.source);
    const data = first(
      source.data,
      source.url,
      b.image_url,
      b.url,
      b.data,
      obj(b.inlineData).data,
      obj(b.fileData).fileUri,
    );
    const mediaType = first(source.media_type, b.mimeType, b.mime, obj(b.inlineData).mimeType);
    const type = str(b.type) ?? '';
    if (/image/i.test(type))
      return [{ kind: 'image', ...(mediaType && { mediaType }), ...(data && { data }) }];
    if (/audio/i.test(type)) return [{ kind: 'audio', ...(data && { data }) }];
    if (type === 'document' || type === 'file' || b.inlineData || b.fileData) {
      const name = first(b.filename, b.title, b.path);
      const kind = mediaType?.startsWith('image/') ? 'image' : 'file';
      return [{ kind, ...(mediaType && { mediaType }), ...(name && { name }), ...(data && { data }) }];
    }
    return [];
  });
  return found.length > 0 ? found : undefined;
}

/** 53-bit string hash (cyrb53): small keys for pairing and dedupe, not for security. */
export function hash(input: string, seed = 0): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < input.length; i++) {
    const code = input.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/**
 * Fingerprint of a record for telling a rewritten record from a repeated id: walks at most 300 nodes
 * and takes the ends of long strings, so it costs the same for 1 KB and 10 MB.
 */
export function fingerprint(value: unknown): number {
  const parts: string[] = [];
  const queue: unknown[] = [value];
  for (let visited = 0; visited < queue.length && visited < 300; visited++) {
    const node = queue[visited];
    if (typeof node === 'string') {
      parts.push(node.length > 80 ? `${node.length}${node.slice(0, 40)}${node.slice(-40)}` : node);
    } else if (Array.isArray(node)) {
      parts.push(`[${node.length}`);
      for (const item of node.slice(0, 50)) queue.push(item);
    } else if (isObject(node)) {
      for (const key of Object.keys(node).slice(0, 50)) {
        parts.push(key);
        queue.push(node[key]);
      }
    } else parts.push(String(node));
  }
  return digest(parts.join('\u0001'));
}

/**
 * Whether the oldest of a set have to be forgotten. Many at once and seldom: each time, the first that is left has to be
 * found behind the places of all that were taken out.
 */
export const isTooFull = ({ size }: { size: number }, max: number): boolean => size > max + max / 10;

/** Sets a field whose name comes from a record: `__proto__` is a name like any other. */
export function putField(to: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') to[name] = value;
  else Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
