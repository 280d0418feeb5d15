import { type AttributeValue, type OtlpSpan, schemaUrl } from './otlp-span.ts';

/** Just enough of protobuf to write the one message that a collector is sent (opentelemetry/proto/trace/v1). */

const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 128);
  } while (rest !== 0n);
  return Buffer.from(bytes);
};

const tag = (field: number, wire: 0 | 1 | 2): Buffer => varint(BigInt((field << 3) | wire));

const delimited = (field: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([tag(field, 2), varint(BigInt(body.length)), body]);
};

const text = (field: number, value: string): Buffer => delimited(field, Buffer.from(value.toWellFormed()));

const whole = (field: number, value: number): Buffer => Buffer.concat([tag(field, 0), varint(BigInt(value))]);

/** Nanoseconds, in eight bytes. */
const time = (field: number, milliseconds: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(Math.max(0, Math.round(milliseconds))) * 1_000_000n);
  return Buffer.concat([tag(field, 1), bytes]);
};

function anyValue(value: AttributeValue): Buffer {
  if (typeof value === 'string') return text(1, value);
  if (typeof value === 'boolean') return whole(2, value ? 1 : 0);
  if (Number.isSafeInteger(value)) return whole(3, value);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([tag(4, 1), bytes]);
}

const attributes = (field: number, values: OtlpSpan['attributes']): Buffer[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [delimited(field, text(1, key), delimited(2, anyValue(value)))],
  );

const internal = 1;
const error = 2;

const encodedSpan = ({ traceId, spanId, parentId, name, from, to, failed, ...span }: OtlpSpan): Buffer =>
  delimited(
    2,
    delimited(1, traceId),
    delimited(2, spanId),
    ...(parentId ? [delimited(4, parentId)] : []),
    text(5, name),
    whole(6, internal),
    time(7, from),
    time(8, Math.max(from, to)),
    ...attributes(9, span.attributes),
    ...(failed ? [delimited(15, whole(3, error))] : []),
  );

/** An `ExportTraceServiceRequest`. */
export function encodeTraces(
  resource: OtlpSpan['attributes'],
  scope: { name: string; version: string },
  spans: readonly OtlpSpan[],
): Buffer {
  const scoped = delimited(
    2,
    delimited(1, text(1, scope.name), text(2, scope.version)),
    ...spans.map(encodedSpan),
    text(3, schemaUrl),
  );
  return delimited(1, delimited(1, ...attributes(1, resource)), scoped, text(3, schemaUrl));
}
