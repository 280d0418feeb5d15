import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** Span as the decoder of OpenTelemetry's own package gives it, with attributes as an object. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  from: bigint;
  to: bigint;
  isError: boolean;
  attributes: Record<string, string | number | boolean>;
}

interface Collected {
  headers: Record<string, unknown>;
  path: string;
  schemaUrl: string;
  resource: Record<string, unknown>;
  spans: CollectedSpan[];
}

interface Value {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
}
interface Decoded {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    schemaUrl: string;
    scopeSpans: {
      schemaUrl: string;
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId: string;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: { key: string; value: Value }[];
        status?: { code: number };
      }[];
    }[];
  }[];
}

interface MessageType {
  decode(bytes: Uint8Array): unknown;
  toObject(message: unknown, options: object): unknown;
}

/** Generated from OpenTelemetry's definitions by the package that its own exporters use. */
const request = (
  createRequire(import.meta.url)('@opentelemetry/otlp-transformer/build/src/generated/root.js') as {
    opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
  }
).opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

const spelled = ({ stringValue, boolValue, intValue, doubleValue }: Value) =>
  stringValue ?? boolValue ?? (intValue === undefined ? (doubleValue as number) : Number(intValue));

const valuesOf = (attributes: readonly { key: string; value: Value }[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, spelled(value)]));

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

export function decodeTraces(bytes: Uint8Array): Omit<Collected, 'headers' | 'path'> {
  const decoded = request.toObject(request.decode(bytes), { longs: String, bytes: String }) as Decoded;
  const [one] = decoded.resourceSpans;
  if (!one || decoded.resourceSpans.length !== 1) throw new Error('not one resource');
  const spans = one.scopeSpans.flatMap((scope) => scope.spans ?? []);
  return {
    schemaUrl: one.schemaUrl,
    resource: valuesOf(one.resource.attributes),
    spans: spans.map((span) => ({
      traceId: hex(span.traceId),
      spanId: hex(span.spanId),
      ...(span.parentSpanId && { parentSpanId: hex(span.parentSpanId) }),
      ...{ name: span.name, kind: span.kind, isError: span.status?.code === 2 },
      ...{ from: BigInt(span.startTimeUnixNano), to: BigInt(span.endTimeUnixNano) },
      attributes: valuesOf(span.attributes),
    })),
  };
}

/** Takes traces on loopback as a collector does, and answers as it is told. */
export async function aCollector() {
  const collected: Collected[] = [];
  const kit = { status: 200, refused: 0 };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
    incoming.on('end', () => {
      if (kit.status === 200) {
        const { headers, url: path = '' } = incoming;
        collected.push({ headers, path, ...decodeTraces(Buffer.concat(chunks)) });
      } else kit.refused++;
      response.writeHead(kit.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collected,
    kit,
    spansOf: (sessionId: string) =>
      collected
        .flatMap(({ spans }) => spans)
        .filter(({ attributes }) => attributes['gen_ai.conversation.id'] === sessionId),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
