import { type Static, type TSchema, Type } from 'typebox';

/** No C0/C1 controls, no lone surrogates (H17). Compiled with the `u` flag, as JSON Schema 2020-12 asks. */
const printablePattern = '^[^\\p{Cc}\\p{Cs}]*$';

/**
 * Human-written metadata: trimmed before it is checked. A blank optional field counts as omitted unless
 * `min` says that something must be there (H14, H17, K5).
 */
export function text(max: number, options: { min?: number; description?: string } = {}) {
  const { min, description } = options;
  return Type.String({
    ...(description && { description }),
    ...(min !== undefined && { minLength: min }),
    maxLength: max,
    pattern: printablePattern,
    'x-trimmed': true,
  });
}

/** No controls but tab and line breaks, no lone surrogates. */
const prosePattern = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\p{Cs}]*$';

/** What somebody writes in several lines: trimmed, never blank. */
export const prose = (max: number, description?: string) =>
  Type.String({
    ...(description && { description }),
    minLength: 1,
    maxLength: max,
    pattern: prosePattern,
    'x-trimmed': true,
  });

/** Goes with words that others will read. */
export const asIs = Type.Optional(
  Type.Boolean({
    description:
      'Words that look like a secret are refused with `secret_found`; true keeps them as they are.',
  }),
);

/** The same taken as it is: not trimmed, never blank. */
export const printable = (max: number) =>
  Type.String({ minLength: 1, maxLength: max, pattern: printablePattern });

/** An identifier of the service in a body or path. Opaque: a shape we never issued is simply not found (H8). */
export function id(description: string) {
  return Type.String({ description, examples: [] as string[] });
}

export function choice<const Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) });
}

const maxValues = 20;

/** A filter of a list that may be given several times: what has any of the values. */
export function several<Item extends TSchema>(items: Item, description: string) {
  return Type.Unsafe<Static<Item> | Static<Item>[]>({
    type: 'array',
    items,
    minItems: 1,
    maxItems: maxValues,
    description,
  });
}

/** `YYYY-MM-DDTHH:mm:ss.sssZ` (H20). */
export const timestamp = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
});

/** RFC 3339 with a zone, from a client (H21). */
export const instant = Type.String({
  format: 'date-time',
  description: 'RFC 3339 date-time with `Z` or an offset.',
});

/** Strict SemVer 2.0, no leading `v` (E5). */
export const semver = Type.String({
  maxLength: 256,
  pattern:
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)' +
    '(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?' +
    '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$',
  description: 'SemVer 2.0 of the command-line tool.',
});

export const cursor = Type.String({
  minLength: 1,
  maxLength: 512,
  description: 'Opaque position from `nextCursor`.',
});

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Where the next page begins; null on the last one.',
});
