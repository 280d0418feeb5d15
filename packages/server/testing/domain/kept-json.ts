import { KeptItems, KeptJson } from '../../src/domain/session/kept-json.ts';

/** An answer of the domain with everything that is kept as JSON read. */
export function read<Value>(answer: unknown): Value {
  return readValue(answer) as Value;
}

function readValue(value: unknown): unknown {
  if (value instanceof KeptJson) {
    const kept = JSON.parse(Buffer.from(value.json as Uint8Array).toString()) as object;
    return value.fields ? { ...(readValue(value.fields) as object), ...kept } : kept;
  }
  if (value instanceof KeptItems) return JSON.parse(`[${Buffer.concat(value.pieces)}]`);
  if (Array.isArray(value)) return value.map(readValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, readValue(field)]));
}
