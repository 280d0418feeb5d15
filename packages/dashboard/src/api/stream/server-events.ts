import { DebriefError, type ErrorCode } from '@debrief/contract';
import { authorizedFetch, hasCode } from '../client.ts';
import { maxRetryMs, pause } from '../retry.ts';
import { createParser, type StreamMessage } from './sse.ts';

/** The server beats every fifteen seconds; longer silence is a dead connection. */
const silentMs = 45_000;

export type Connection = 'connecting' | 'live' | 'retrying';

/**
 * Follows a stream of the server until aborted, over drops, restarts and sleeping laptops. The path is asked for anew
 * with each connection, so that it can say how far it came.
 */
export async function followServerEvents(
  path: () => string,
  onMessage: (message: StreamMessage) => void,
  signal: AbortSignal,
  onState: (state: Connection) => void = () => {},
): Promise<void> {
  let failures = 0;
  let wasOpen = false;
  while (!signal.aborted) {
    onState(failures === 0 ? 'connecting' : 'retrying');
    try {
      await readStream(path(), onMessage, signal, () => {
        failures = 0;
        wasOpen = true;
        onState('live');
      });
      failures++;
    } catch (error) {
      if (signal.aborted) return;
      const end = hasCode(error, 'session_not_found')
        ? 'gone'
        : // Whoever has just signed up has none yet.
          wasOpen && hasCode(error, 'organization_not_found')
          ? 'left'
          : '';
      // What a stream says before it ends may have been missed.
      if (end) onMessage({ id: undefined, event: end, data: '{}' });
      if (end || hasCode(error, 'insufficient_role')) return;
      failures++;
    }
    await pause(Math.min(maxRetryMs, 250 * 2 ** Math.min(failures, 6)), signal);
  }
}

async function faultOf(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { code?: ErrorCode; error?: string } | null;
  const words = `The server answered ${response.status}.`;
  return body?.code ? new DebriefError(body.code, body.error ?? words) : new Error(words);
}

async function readStream(
  path: string,
  onMessage: (message: StreamMessage) => void,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const control = new AbortController();
  const stop = () => control.abort();
  signal.addEventListener('abort', stop);
  let timer = setTimeout(stop, silentMs);
  try {
    const response = await authorizedFetch(path, {
      headers: { Accept: 'text/event-stream' },
      signal: control.signal,
      cache: 'no-store',
    });
    if (!response.ok || !response.body) throw await faultOf(response);
    onOpen();
    const parse = createParser(onMessage);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(stop, silentMs);
      parse(value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    control.abort();
  }
}
