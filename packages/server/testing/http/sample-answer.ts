import type { TSchema } from 'typebox';
import { KeptJson } from '../../src/domain/session/kept-json.ts';

/** Answers made up from their schema, with everything that it names. */

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
}

/** An answer of this schema. */
export const sampleOf = (schema: TSchema): unknown => sample(schema as Shape, {});

/**
 * The same with a field in every object that its schema does not name. Where there are several shapes to choose from, it
 * is whole: one that is kept as JSON in an answer that is spliced; Fastify refuses to write one that fits none of them.
 */
export const plantedSample = (schema: TSchema, { isSpliced }: { isSpliced: boolean }): unknown =>
  sample(schema as Shape, { planted: 'x' }, isSpliced);

/** The answer once for each of its objects, with such a field in that one. */
export const plantedOnce = (schema: TSchema): Iterable<unknown> => onceIn(schema as Shape);

function* onceIn(schema: Shape): Generator<unknown> {
  const value = sample(schema, {});
  if (schema.properties) {
    yield { ...(value as object), planted: 'x' };
    for (const [name, part] of Object.entries(schema.properties))
      for (const planted of onceIn(part)) yield { ...(value as object), [name]: planted };
  }
  if (schema.items) for (const planted of onceIn(schema.items)) yield itemsOf(schema, planted);
  if (schema.anyOf) for (const part of schema.anyOf) yield* onceIn(part);
}

function sample(schema: Shape, planted: object, isSpliced = false): unknown {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, part]) => [
      name,
      sample(part, planted, isSpliced),
    ]);
    return { ...Object.fromEntries(fields), ...planted };
  }
  if (schema.items) return itemsOf(schema, sample(schema.items, planted, isSpliced));
  if (schema.anyOf) {
    const [first] = schema.anyOf as [Shape];
    const whole = sample(first, {});
    return isSpliced && first.properties ? new KeptJson(JSON.stringify(whole)) : whole;
  }
  if (schema.patternProperties)
    return { name: sample(Object.values(schema.patternProperties)[0] as Shape, planted, isSpliced) };
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  return schema.type === 'string' ? textOf(schema.pattern) : null;
}

const textOf = (pattern = ''): string | undefined =>
  ['text "é"', 'name', '08:30', 'a'.repeat(40)].find((text) => new RegExp(pattern, 'u').test(text));

const itemsOf = ({ minItems = 0 }: Shape, item: unknown): unknown[] =>
  Array(Math.max(2, minItems)).fill(item);
