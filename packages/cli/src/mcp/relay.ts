import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

type Fetch = typeof globalThis.fetch;
type Message = {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
};

export interface Relay {
  server: string;
  /** The credential of now; throws when nobody is signed in. */
  token(): Promise<string>;
  /** Why nothing is asked now; undefined where it is. */
  refusal?(): Promise<string | undefined>;
  fetch: Fetch;
  input: Readable;
  output: Writable;
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** No message of a client is longer, and no answer. */
const longest = 4 * 1024 * 1024;
const patience = 60_000;

/** MCP over standard input and output, one message a line, passed on to the server's `/mcp` and back. */
export async function relayMcp({ server, token, refusal, fetch, input, output }: Relay): Promise<void> {
  let version: string | undefined;
  const under = new Set<Promise<void>>();
  const say = (message: unknown) => output.write(`${JSON.stringify(message)}\n`);

  async function pass(line: string): Promise<void> {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      return void say({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_700, message: 'This line is no JSON.' },
      });
    }
    try {
      // What opens a connection and lists the tools has nobody's words in it.
      const why = isOfProtocol(message) ? undefined : await refusal?.();
      if (why !== undefined) return void (message.id !== undefined && say(failed(message, why)));
      const headers = headersFor(message, version);
      const authorization = `Bearer ${await token()}`;
      const answer = await fetch(`${server}/mcp`, {
        method: 'POST',
        redirect: 'error',
        headers: { ...headers, Authorization: authorization },
        body: line,
        signal: AbortSignal.timeout(patience),
      }).catch(() => {
        throw new Error(`The Debrief server at ${server} does not answer; go on without it.`);
      });
      const text = (await answer.text()).slice(0, longest);
      const messages = messagesIn(text, answer.headers.get('content-type') ?? '');
      for (const one of messages) {
        const agreed = (one as { result?: { protocolVersion?: unknown } }).result?.protocolVersion;
        if (message.method === 'initialize' && typeof agreed === 'string') version = agreed;
        say(one);
      }
      if (messages.length === 0 && message.id !== undefined)
        say(failed(message, wordsOf(answer.status, text)));
    } catch (error) {
      if (message.id !== undefined)
        say(failed(message, error instanceof Error ? error.message : String(error)));
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === '' || line.length > longest) continue;
    const passed = pass(line);
    under.add(passed);
    void passed.finally(() => under.delete(passed));
    // What says which version is spoken comes before anything else.
    if (version === undefined) await passed;
  }
  await Promise.all(under);
}

const ofProtocol: readonly unknown[] = [
  'initialize',
  'notifications/initialized',
  'ping',
  'tools/list',
  'server/discover',
];
const isOfProtocol = ({ method }: Message): boolean => ofProtocol.includes(method);

function headersFor({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const stated = params?._meta?.[versionKey];
  const version = typeof stated === 'string' ? stated : agreed;
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    ...(typeof stated === 'string' &&
      typeof method === 'string' && {
        'Mcp-Method': method,
        ...(typeof params?.name === 'string' && { 'Mcp-Name': params.name }),
      }),
  };
}

/** One JSON message, or those of a stream of events; what is no message of the protocol is none. */
function messagesIn(text: string, type: string): unknown[] {
  const lines = type.startsWith('text/event-stream')
    ? text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    : [text];
  return lines.flatMap((line) => {
    try {
      const message = JSON.parse(line);
      return message?.jsonrpc === '2.0' ? [message] : [];
    } catch {
      return [];
    }
  });
}

const failed = ({ id }: Message, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_000, message },
});

function wordsOf(status: number, text: string): string {
  if (status === 401)
    return 'Debrief does not know who asks: run "debrief login" in a terminal, then try again.';
  try {
    const { error } = JSON.parse(text);
    if (typeof error === 'string') return error.slice(0, 500);
  } catch {
    // Not one of ours.
  }
  return `The Debrief server answered with status ${status}.`;
}
