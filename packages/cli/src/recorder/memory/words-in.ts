import {
  isStructural,
  repeats,
  repeatsUnder,
  type Voice,
  voiceOf,
  voiceOfText,
  voiceUnder,
} from './voice.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where in a record a value stands. */
export interface Where {
  voice: Voice;
  /** The agent says again what was said before: a title, a summary, a compaction. */
  isRepeat: boolean;
  depth: number;
}

/** Deeper no agent writes. */
export const deepest = 100;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const atRoot = (record: unknown): Where => ({
  // Whoever says nothing about itself is taken for the one whose words count most.
  voice: 'person',
  isRepeat: isFields(record) && (repeats(record) || (isFields(record.payload) && repeats(record.payload))),
  depth: 0,
});

/** The same for what stands in an object under this name; undefined where nobody says anything. */
export function whereUnder(object: Fields, key: string, outside: Where): Where | undefined {
  if (isStructural(key)) return undefined;
  return {
    voice: voiceUnder(key, voiceOf(object, outside.voice)),
    isRepeat: outside.isRepeat || repeatsUnder(key),
    depth: outside.depth + 1,
  };
}

export const whereOfText = (text: string, where: Where): Where => ({
  ...where,
  voice: voiceOfText(text, where.voice),
});

export interface Visitor {
  text(text: string, where: Where): void;
  /** False: nothing in it is looked at. */
  object?(object: Fields, where: Where): boolean;
}

/** Shows every text that somebody may have said. */
export function visit(value: unknown, visitor: Visitor, where: Where = atRoot(value)): void {
  if (typeof value === 'string') {
    visitor.text(value, whereOfText(value, where));
    return;
  }
  if (typeof value !== 'object' || value === null || where.depth > deepest) return;
  if (Array.isArray(value)) {
    const inside = { ...where, depth: where.depth + 1 };
    for (const one of value) visit(one, visitor, inside);
    return;
  }
  const object = value as Fields;
  if (visitor.object?.(object, where) === false) return;
  for (const key of Object.keys(object)) {
    const inside = whereUnder(object, key, where);
    if (inside) visit(object[key], visitor, inside);
  }
}

const idKeys = ['uuid', 'id', 'call_id', 'callId', 'callID', 'tool_use_id', 'toolCallId'] as const;
/** Of one record in the world; the name of a model or a tool is none. */
const isUnique =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}|[0-9a-f]{16,64}|[A-Za-z]{2,20}_(?=(?:\D{0,40}\d){3})[\w-]{12,120})$/;

/** Under which ids an object is known. */
export function idsOf(object: Fields): string[] {
  const ids: string[] = [];
  for (const key of idKeys) {
    const id = object[key];
    if (typeof id === 'string' && id.length <= 150 && isUnique.test(id)) ids.push(id);
  }
  return ids;
}

/** The ids of the record itself, whatever it is wrapped in, and of the one it says to be about. */
export function ownIdsOf(record: unknown): string[] {
  if (!isFields(record)) return [];
  const ids = idsOf(record);
  for (const inner of [record.payload, record.data]) if (isFields(inner)) ids.push(...idsOf(inner));
  const { leafUuid } = record;
  if (typeof leafUuid === 'string') ids.push(leafUuid);
  return ids;
}

/** The time that a part of a record states for itself. */
export function timeOf({ timestamp }: Fields): number | undefined {
  const ms =
    typeof timestamp === 'number' ? timestamp : typeof timestamp === 'string' ? Date.parse(timestamp) : 0;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
