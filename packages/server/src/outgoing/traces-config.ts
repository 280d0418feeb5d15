import { type ConfigFault, type Read, readUrl } from '../config-value.ts';
import type { TraceReceiver } from '../domain/telemetry/ports.ts';

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const plainValue = /^[\x20-\x7e]*$/;

/** Where traces of sessions go, by the variables that OpenTelemetry has for it; undefined: nowhere. */
export function readTraces(read: Read, fault: ConfigFault): TraceReceiver | undefined {
  const base = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'], read, fault);
  const own = readUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:'], read, fault);
  const url = own ?? (base && `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`);
  if (url === undefined) return undefined;
  if (new URL(url).username) fault('OTEL_EXPORTER_OTLP_ENDPOINT', 'must not hold a name or password.');
  const protocol = read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf') {
    fault('OTEL_EXPORTER_OTLP_PROTOCOL', `must be http/protobuf, not "${protocol}".`);
  }
  const content = read('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT') ?? 'false';
  if (content !== 'true' && content !== 'false') {
    fault('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', `must be true or false, not "${content}".`);
  }
  return { url, headers: readHeaders(read, fault), withContent: content === 'true' };
}

/** `name=value` with commas between; values are written as in an address. */
function readHeaders(read: Read, fault: ConfigFault): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of (read('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = decoded(pair.slice(at + 1).trim());
    if (token.test(name) && value !== undefined && plainValue.test(value)) headers[name] = value;
    // The value may open the collector, so it is not repeated.
    else fault('OTEL_EXPORTER_OTLP_HEADERS', 'must be name=value with commas between, encoded as in a URL.');
  }
  return headers;
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
