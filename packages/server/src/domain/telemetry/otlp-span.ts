import { createHash } from 'node:crypto';

export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue | null | undefined>;

/** What OTLP has of a span, as far as it is used here. */
export interface OtlpSpan {
  traceId: Buffer;
  spanId: Buffer;
  parentId?: Buffer;
  name: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  attributes: Attributes;
  failed?: boolean;
}

/** The conventions that the attributes follow; they are still in development. */
export const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0';

const digest = (text: string, bytes: number): Buffer =>
  createHash('sha256').update(text).digest().subarray(0, bytes);

/** Made of the session and not of chance: who is sent the same again has it once. */
export const traceIdOf = (sessionId: string): Buffer => digest(`trace ${sessionId}`, 16);
export const spanIdOf = (sessionId: string, what: string): Buffer => digest(`span ${sessionId} ${what}`, 8);
