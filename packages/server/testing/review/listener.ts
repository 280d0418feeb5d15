import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildRequest, type Session, type SessionEvent } from '@debrief/contract';

export interface Message {
  id?: string;
  event?: string;
  data?: string;
  comment?: string;
  at: number;
}

/** A client as the dashboard has one: fetch, and the lines as they come. */
export class Listener {
  readonly messages: Message[] = [];
  readonly #values = new WeakMap<Message, unknown>();
  readonly #abort = new AbortController();
  ended = false;
  status = 0;
  headers = new Headers();

  async open(url: string, token: string, input: Record<string, unknown>, headers = {}): Promise<this> {
    const { path } = buildRequest('streamEvents', input);
    const response = await fetch(url + path, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: this.#abort.signal,
    });
    this.status = response.status;
    this.headers = response.headers;
    void this.#read(response).catch(() => {
      this.ended = true;
    });
    return this;
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body as ReadableStream<Uint8Array>) {
      const part = decoder.decode(bytes, { stream: true });
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message: Message = { at: performance.now() };
        for (const line of block.split('\n')) {
          const colon = line.indexOf(':');
          const name = line.slice(0, colon) || 'comment';
          if (name === 'id' || name === 'event' || name === 'data' || name === 'comment') {
            message[name] = line.slice(colon + 2);
          }
        }
        this.messages.push(message);
      }
    }
    this.ended = true;
  }

  events(): SessionEvent[] {
    return this.#parsed('event');
  }

  sessions(): Session[] {
    return this.#parsed('session');
  }

  /** Each message is parsed once, though `until` asks for all of them every few milliseconds. */
  #parsed<Value>(kind: string): Value[] {
    return this.messages
      .filter(({ event }) => event === kind)
      .map((message) => {
        if (!this.#values.has(message)) this.#values.set(message, JSON.parse(message.data ?? ''));
        return this.#values.get(message) as Value;
      });
  }

  async until(check: () => boolean, within = 5000): Promise<void> {
    for (const begun = performance.now(); !check(); await sleep(2)) {
      assert.ok(
        performance.now() - begun < within,
        `nothing in time: ${JSON.stringify(this.messages).slice(0, 500)}`,
      );
    }
  }

  close(): void {
    this.#abort.abort();
  }
}
