import type { TSchema } from 'typebox';
import { KeptItems, KeptJson } from '../../../domain/session/kept-json.ts';

/**
 * Answers of which parts are JSON already, as Fastify writes all others: by their schema. Only values that it names are
 * written, each in its place; what is kept as JSON is put there as it is. A value that is not kept has to be of the
 * schema's type, and an object of one shape.
 */

type Write = (value: unknown, to: Spliced) => void;
export type Splice = (answer: unknown) => Spliced;

/** A text, and bytes that stand somewhere in it. */
export class Spliced {
  text = '';
  /** What is kept as bytes, with where in the text it stands, in order. */
  readonly kept: { at: number; bytes: Uint8Array }[] = [];

  add(json: string | Uint8Array): void {
    if (typeof json === 'string') this.text += json;
    else this.kept.push({ at: this.text.length, bytes: json });
  }

  /** Texts and bytes, to be sent one after the other. */
  *pieces(): Generator<string | Uint8Array> {
    let from = 0;
    for (const { at, bytes } of this.kept) {
      if (at > from) yield this.text.slice(from, at);
      yield bytes;
      from = at;
    }
    if (from < this.text.length) yield this.text.slice(from);
  }

  /** All of it as UTF-8. The text is encoded at once: a page of events has two short pieces of it for each. */
  joined(): Buffer {
    const text = Buffer.from(this.text);
    if (this.kept.length === 0) return text;
    // One character, one byte: places in the text are places in the bytes.
    if (text.length !== this.text.length)
      return Buffer.concat(
        [...this.pieces()].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
      );
    const size = this.kept.reduce((sum, { bytes }) => sum + bytes.length, text.length);
    const all = Buffer.allocUnsafeSlow(size);
    let [end, from] = [0, 0];
    for (const { at, bytes } of this.kept) {
      end += text.copy(all, end, from, at);
      all.set(bytes, end);
      end += bytes.length;
      from = at;
    }
    text.copy(all, end, from);
    return all;
  }
}

/** What writes the answers of a schema. */
export function splicer(schema: TSchema): Splice {
  const write = writerOf(schema as Shape);
  return (answer) => {
    const spliced = new Spliced();
    write(answer, spliced);
    return spliced;
  };
}

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
}

function writerOf(schema: Shape): Write {
  if (schema.properties) return objectWriter(schema);
  if (schema.items) return listWriter(schema.items);
  const types = leavesOf(schema);
  if (types.length === 0 && !schema.anyOf) return freeWriter;
  return leafWriter(types);
}

const freeWriter: Write = (value, to) => {
  if (value instanceof KeptJson && !value.fields) to.add(value.json);
  else to.text += JSON.stringify(value);
};

function leafWriter(types: readonly string[]): Write {
  const [isText, isNumber, isBoolean, isNull] = ['string', 'number', 'boolean', 'null'].map((type) =>
    types.includes(type),
  );
  return (value, to) => {
    if (isText && typeof value === 'string') to.text += JSON.stringify(value);
    // A number that JSON does not have would become null.
    else if (isNumber && typeof value === 'number' && Number.isFinite(value)) to.text += value;
    else if (isBoolean && typeof value === 'boolean') to.text += value;
    else if (isNull && value === null) to.text += 'null';
    else if (value instanceof KeptJson && !value.fields) to.add(value.json);
    else throw misfit(typeof value);
  };
}

/** The types of `typeof` that a value may have; of objects none: in a choice they are only put in as they are kept. */
function leavesOf({ type, anyOf, const: only }: Shape): string[] {
  if (anyOf) return anyOf.flatMap((one) => (one.properties || one.items ? [] : leavesOf(one)));
  if (type === 'integer') return ['number'];
  if (type === 'object' || type === 'array') return ['none'];
  return type ? [type] : only === undefined ? [] : [typeof only];
}

function objectWriter({ properties = {}, required = [] }: Shape): Write {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    opening: `{${JSON.stringify(name)}:`,
    following: `,${JSON.stringify(name)}:`,
    write: writerOf(schema),
    isRequired: required.includes(name),
  }));
  /** Whether there was any; then the object is open. */
  const writeFields = (value: Record<string, unknown>, to: Spliced, isWhole: boolean): boolean => {
    let isOpen = false;
    for (const field of fields) {
      const given = value[field.name];
      if (given === undefined) {
        if (field.isRequired && isWhole) throw misfit(`nothing for ${field.name}`);
        continue;
      }
      to.text += isOpen ? field.following : field.opening;
      isOpen = true;
      field.write(given, to);
    }
    return isOpen;
  };
  return (value, to) => {
    if (typeof value !== 'object' || value === null || value instanceof KeptItems) throw misfit(typeof value);
    if (value instanceof KeptJson) {
      const { json, fields: more } = value;
      const isOpen = more !== undefined && writeFields(more as Record<string, unknown>, to, false);
      if (!isOpen) to.add(json);
      else {
        if (json.length > 2) to.text += ',';
        to.add(typeof json === 'string' ? json.slice(1) : json.subarray(1));
      }
    } else {
      const isOpen = writeFields(value as Record<string, unknown>, to, true);
      to.text += isOpen ? '}' : '{}';
    }
  };
}

function listWriter(items: Shape): Write {
  const write = writerOf(items);
  return (value, to) => {
    if (value instanceof KeptJson && !value.fields) {
      to.add(value.json);
      return;
    }
    to.text += '[';
    if (value instanceof KeptItems) for (const piece of value.pieces) to.add(piece);
    else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) {
        if (at > 0) to.text += ',';
        write(value[at], to);
      }
    } else throw misfit(typeof value);
    to.text += ']';
  };
}

const misfit = (what: string) => new Error(`The answer does not fit its schema: ${what}.`);
