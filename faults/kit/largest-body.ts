import { bodyMayBeAbsent, limits, type Route, type RouteName, routes } from '@debrief/contract';
import { bodyReader } from '../../packages/server/src/http/request/validate.ts';

/** The largest bodies a route takes and the largest it does not, made from its row and its schema. */

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** A body in pieces, most of which all bodies share: making each anew would cost more than sending it. */
export interface LargeBody {
  kind: string;
  isLegal: boolean;
  pieces: readonly Buffer[];
  isPacked?: boolean;
}

const texts = [
  'x',
  'a'.repeat(40),
  'a'.repeat(8),
  '1.0.0',
  '2026-01-31T10:00:00.000Z',
  'someone@example.com',
  'https://example.com/a/pull/1',
  'usr_000000000000000000000000',
  '1.0',
  '08:30',
];

/** The longest text the schema takes that we can think of. */
function longText({ pattern, format, minLength = 0, maxLength = 200 }: Schema, room: number): string {
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const length = Math.max(minLength, Math.min(maxLength, room));
  const long = ['x'.repeat(length), 'A'.repeat(length), `/${'x'.repeat(Math.max(0, length - 1))}`];
  const candidates = format === 'date-time' ? ['2026-01-31T10:00:00.000Z'] : [...long, ...texts];
  const fits = candidates.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (form?.test(text) ?? true),
  );
  return fits.sort((a, b) => b.length - a.length)[0] ?? 'x';
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The same length, and no two alike. */
const numbered = (text: unknown, number: number): unknown =>
  typeof text === 'string' ? `${text.slice(0, -4)}${String(number).padStart(4, '0')}` : text;

/** As much as the schema takes, in about so many bytes. */
function largest(schema: Schema, room: number): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return largest(schema.anyOf[0] as Schema, room);
  switch (schema.type) {
    case 'string':
      return longText(schema, room);
    case 'integer':
    case 'number':
      return schema.maximum ?? schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array': {
      const items: unknown[] = [];
      // Of a choice there are only so many that differ.
      if (schema.uniqueItems && schema.items?.enum) return schema.items.enum.slice(0, schema.maxItems);
      for (let used = 0; items.length < (schema.maxItems ?? 20); ) {
        if (used > room && items.length >= (schema.minItems ?? 0)) break;
        const share = Math.max(2000, room / (schema.maxItems ?? 20));
        const made = largest(schema.items ?? {}, Math.min(room - used, share));
        const item = schema.uniqueItems ? numbered(made, items.length) : made;
        used += sizeOf(item) + 1;
        items.push(item);
      }
      return items;
    }
    case 'object': {
      const value: Record<string, unknown> = {};
      let left = room;
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        if (left <= 0 && !schema.required?.includes(name)) continue;
        value[name] = largest(property, left);
        left -= sizeOf(value[name]) + name.length + 4;
      }
      return value;
    }
    default:
      return {};
  }
}

const mega = 1024 * 1024;
/** Many small values: each byte of these costs more than any other. */
const unit = '{"a":{}},';
const values = Buffer.alloc(Math.floor((16 * mega) / unit.length) * unit.length, unit);
const brackets = Buffer.alloc(16 * mega + 1, '[');

/** So many bytes: `head`, whole values, blanks and `tail`. */
function padded(head: string, tail: string, size: number): Buffer[] {
  const [first, last] = [Buffer.from(head), Buffer.from(tail)];
  const room = size - first.length - last.length - 1;
  const whole = Math.max(0, Math.floor(room / unit.length) * unit.length);
  const padding = values.subarray(0, whole);
  return [first, padding, Buffer.from('0'), Buffer.alloc(Math.max(0, room - whole), ' '), last];
}

/** A body that the schema of a route accepts, as large as its fields let it be. */
export function largestLegal(name: RouteName): Record<string, unknown> {
  const row: Route = routes[name];
  const max = row.bodyLimit ?? limits.bodyBytes;
  const body = largest((row.body ?? {}) as Schema, max * 0.8) as Record<string, unknown>;
  // What is called legal has to be: a new kind of field is noticed here.
  bodyReader(row)(body);
  return body;
}

export function largestBodies(name: RouteName, bomb: Buffer): LargeBody[] {
  const row: Route = routes[name];
  const max = row.bodyLimit ?? limits.bodyBytes;
  const tooLong: LargeBody = {
    kind: 'one byte too many',
    isLegal: false,
    pieces: [brackets.subarray(0, max + 1)],
  };
  if (!row.body && !row.raw) return [tooLong];
  const full = JSON.stringify(row.raw ? {} : largestLegal(name)).slice(0, -1);
  const least = JSON.stringify(row.raw || bodyMayBeAbsent(row) ? {} : smallest(row)).slice(0, -1);
  const open = (head: string) => `${head}${head === '{' ? '' : ','}"padding":[`;
  return [
    { kind: 'full', isLegal: true, pieces: padded(open(full), ']}', max) },
    { kind: 'padded', isLegal: true, pieces: padded(open(least), ']}', max) },
    tooLong,
    { kind: 'too deep', isLegal: false, pieces: [brackets.subarray(0, max)] },
    { kind: 'cut off', isLegal: false, pieces: padded(open(least), ' ', max) },
    ...(row.gzip ? [{ kind: 'bomb', isLegal: false, pieces: [bomb], isPacked: true }] : []),
  ];
}

const smallest = (row: Route): Record<string, unknown> => {
  const { properties = {}, required = [] } = row.body as Schema;
  return Object.fromEntries(required.map((name) => [name, largest(properties[name] ?? {}, 0)]));
};
