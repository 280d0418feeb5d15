import { hash, isObject, type Json, parse, str } from './json.ts';

/**
 * What Debrief itself adds around a record, and only where the record cannot say it:
 *
 *   { "debrief": { "v": 1, "subagent": { "id", "type"?, "name"?, "callId"?, "parent"? }, "source"?: file }, "record": … }
 *   { "debrief": { "v": 1, "part": { "id", "index", "total" } }, "text": "slice of the record's JSON" }
 *   { "debrief": { "v": 1, "malformed": true, "source"?: file }, "text": "the line that is no JSON" }
 *
 * The record inside is verbatim. Sub-agent records which mark themselves (Claude's `agentId`, Copilot's
 * `agentId`, Qwen's `agentId`) need no envelope; Codex, Gemini, Cursor, opencode children do.
 */
export interface SubagentMark {
  /** The sub-agent's own id: Codex thread, Gemini/opencode session, Cursor conversation. */
  id: string;
  /** `general-purpose`, `explore`, …: from Claude's `.meta.json`, Codex' `agent_role`. */
  type?: string;
  name?: string;
  /** The tool call that started it, when the file says so. */
  callId?: string;
  /** The sub-agent's parent when that is itself a sub-agent. */
  parent?: string;
}
export interface Origin {
  subagent?: SubagentMark;
  /** File the record was read from; shown to people, never used for pairing. */
  source?: string;
}
export interface OutgoingEvent {
  eventType: string;
  payload: unknown;
}

export const payloadLimit = 262_144;

/** Wraps a record so that the reader nests it under its sub-agent. Without a mark the record stays bare. */
export function wrapRecord(record: unknown, mark: Origin): unknown {
  return mark.subagent === undefined && mark.source === undefined
    ? record
    : { debrief: { v: 1, ...mark }, record };
}

/** A line that is no JSON still belongs to the transcript. */
export function malformedRecord(line: string, source?: string): unknown {
  return { debrief: { v: 1, malformed: true, ...(source !== undefined && { source }) }, text: line };
}

/**
 * The records on one physical line: usually one; Qwen sometimes glues several together.
 * A line that is no JSON becomes one malformed record; a blank line none.
 */
export function parseLine(line: string, source?: string): unknown[] {
  const trimmed = line.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return [];
  const whole = parse(trimmed);
  if (whole !== undefined) return [whole];
  const glued = splitGlued(trimmed);
  return glued.length > 0 ? glued : [malformedRecord(trimmed, source)];
}

function splitGlued(line: string): unknown[] {
  const records: unknown[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) {
      const record = parse(line.slice(start, i + 1));
      if (record === undefined) return [];
      records.push(record);
      start = i + 1;
    }
  }
  return line.slice(start).trim() === '' ? records : [];
}

/** The record's own type with its subtype: `assistant`, `system/api_error`, `event_msg/token_count`. */
export function recordType(record: unknown): string {
  const r = isObject(record) && isObject(record.debrief) && 'record' in record ? record.record : record;
  if (!isObject(r)) return 'record';
  const type =
    str(r.type) ?? str(r.role) ?? str(r.kind) ?? str(r.record_type) ?? Object.keys(r)[0] ?? 'record';
  const inner = [r.subtype, child(r.payload), child(r.attachment), child(r.data)].find(
    (s) => typeof s === 'string',
  );
  const name = inner === undefined ? type : `${type}/${inner}`;
  // Code points, no controls, no lone surrogates: what the service accepts as an event type.
  return [...name.toWellFormed().replace(/\p{Cc}|\uFFFD/gu, ' ')].slice(0, 128).join('').trim() || 'record';
}
const child = (value: unknown): string | undefined => (isObject(value) ? str(value.type) : undefined);

/**
 * UTF-8 bytes of a code point of JSON text once it sits in a JSON string. JSON text holds neither control characters nor
 * lone surrogates: they are escaped.
 */
function cost(code: number): number {
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Payload bytes as the service counts them. */
export function payloadBytes(payload: unknown): number {
  return new TextEncoder().encode(JSON.stringify(payload) ?? 'null').length;
}

/**
 * The events that carry a record: one when it fits, else ordered parts, each payload at most `limitBytes`.
 * Deterministic, so a retry after a crash sends identical bytes. `id` only has to differ between
 * different records of a session.
 */
export function splitRecord(
  record: unknown,
  limitBytes: number = payloadLimit,
  eventType: string = recordType(record),
): OutgoingEvent[] {
  const json = JSON.stringify(record) ?? 'null';
  // UTF-8 needs at most three bytes per unit: most records are settled without encoding them.
  if (json.length * 3 <= limitBytes || new TextEncoder().encode(json).length <= limitBytes) {
    return [{ eventType, payload: record }];
  }
  const id = `${hash(json).toString(36)}-${json.length.toString(36)}`;
  const frame = payloadBytes(part(id, 9_999_999, 9_999_999, ''));
  const room = limitBytes - frame;
  if (room < 6) throw new RangeError(`limitBytes must be at least ${frame + 6}`);
  const slices: string[] = [];
  let start = 0;
  let used = 0;
  for (let i = 0; i < json.length; i++) {
    const code = json.codePointAt(i) ?? 0;
    const bytes = cost(code);
    if (used + bytes > room) {
      slices.push(json.slice(start, i));
      start = i;
      used = 0;
    }
    used += bytes;
    if (code > 0xffff) i++;
  }
  slices.push(json.slice(start));
  return slices.map((slice, index) => ({ eventType, payload: part(id, index, slices.length, slice) }));
}

function part(id: string, index: number, total: number, slice: string): unknown {
  return { debrief: { v: 1, part: { id, index, total } }, text: slice };
}

/** Parts of records still on their way. Plain data, so that a fold can be saved between feeds. */
export interface PendingPart {
  total: number;
  slices: Map<number, string>;
  sequences: number[];
}

export type Opened =
  | { kind: 'record'; record: unknown; mark: Origin }
  | { kind: 'part'; id: string; index: number; total: number; text: string }
  | { kind: 'malformed'; text: string; mark: Origin };

/** Looks inside a payload; anything that is not exactly one of our envelopes is a bare record. */
export function openPayload(payload: unknown): Opened {
  if (isObject(payload) && isObject(payload.debrief) && payload.debrief.v === 1) {
    const { debrief } = payload;
    const p = debrief.part;
    if (isObject(p) && typeof p.id === 'string' && typeof payload.text === 'string') {
      const { index, total } = p;
      if (
        Number.isInteger(index) &&
        Number.isInteger(total) &&
        Number(index) >= 0 &&
        Number(index) < Number(total)
      ) {
        return { kind: 'part', id: p.id, index: Number(index), total: Number(total), text: payload.text };
      }
    }
    const mark = readMark(debrief);
    if (debrief.malformed === true && typeof payload.text === 'string') {
      return { kind: 'malformed', text: payload.text, mark };
    }
    if ('record' in payload) return { kind: 'record', record: payload.record, mark };
  }
  return { kind: 'record', record: payload, mark: {} };
}

function readMark(debrief: Json): Origin {
  const mark: Origin = {};
  if (typeof debrief.source === 'string') mark.source = debrief.source;
  const s = debrief.subagent;
  if (isObject(s) && typeof s.id === 'string' && s.id !== '') {
    mark.subagent = { id: s.id };
    for (const key of ['type', 'name', 'callId', 'parent'] as const) {
      const value = s[key];
      if (typeof value === 'string') mark.subagent[key] = value;
    }
  }
  return mark;
}

/** The parts received so far as one text, for a record that never became whole. */
export function joinPending(pending: PendingPart): string {
  const order = [...pending.slices.keys()].sort((a, b) => a - b);
  return order.map((index) => pending.slices.get(index) ?? '').join('');
}
