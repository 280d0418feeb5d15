import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Change, Listener } from '../../domain/session/bell.ts';
import type { Bell } from '../../domain/session/log-ports.ts';
import { LocalBell } from '../bell.ts';

export interface PostgresBellOptions {
  url: string;
  onFault?: (fault: unknown) => void;
}

const channel = 'debrief_bell';
/** Rings this close together travel as one notification. */
const gap = 50;
/** A notification holds at most 8000 bytes; an entry takes under 80. */
const perNotification = 90;
/** What waits while the connection is down; the rest is found by whoever looks by themselves. */
const maxWaiting = 5000;
const longestPause = 5000;
/** Stands where an organization would: the entry is about a membership. */
const memberMark = 'member';
/** How long a bell that is stopped tries to send what waits. */
const longestFlush = 1000;

/** The bell of several servers on one PostgreSQL: LISTEN and NOTIFY on a connection of its own. */
export class PostgresBell implements Bell {
  readonly #local = new LocalBell();
  readonly #options: PostgresBellOptions;
  readonly #self = randomBytes(6).toString('base64url');
  readonly #waiting = new Map<string, string>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sentAt = 0;
  #sending = false;
  #stopped = false;
  #pause = 100;

  constructor(options: PostgresBellOptions) {
    this.#options = options;
    void this.#connect();
  }

  ring(change: Change): void {
    this.#local.announce(change, true);
    const { organizationId, sessionId, derived } = change;
    const key = `${sessionId}${derived ? '*' : ''}`;
    if (this.#waiting.size < maxWaiting) this.#waiting.set(key, `${organizationId} ${key}`);
    this.#schedule();
  }

  listen(listener: Listener, sessionId?: string): () => void {
    return this.#local.listen(listener, sessionId);
  }

  ringMember(userId: string): void {
    this.#local.ringMember(userId);
    // Before whatever else waits: somebody must stop reading.
    const others = [...this.#waiting];
    this.#waiting.clear();
    this.#waiting.set(userId, `${memberMark} ${userId}`);
    for (const [key, entry] of others) this.#waiting.set(key, entry);
    this.#schedule();
  }

  listenMember(userId: string, listener: () => void): () => void {
    return this.#local.listenMember(userId, listener);
  }

  async stop(): Promise<void> {
    await this.#flush();
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#local.stop();
    await this.#client?.end().catch(() => {});
  }

  /** The first ring after a quiet moment goes out at once, the following ones together. */
  #schedule(): void {
    if (this.#timer || this.#sending || this.#stopped || !this.#client || this.#waiting.size === 0) return;
    const wait = Math.max(0, this.#sentAt + gap - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, wait).unref();
  }

  async #send(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    this.#sending = true;
    this.#sentAt = Date.now();
    const some = [...this.#waiting].slice(0, perNotification);
    for (const [key] of some) this.#waiting.delete(key);
    try {
      const text = [this.#self, ...some.map(([, entry]) => entry)].join('\n');
      await client.query('select pg_notify($1, $2)', [channel, text]);
    } catch (error) {
      for (const [key, entry] of some) this.#waiting.set(key, entry);
      this.#options.onFault?.(error);
    } finally {
      this.#sending = false;
      this.#schedule();
    }
  }

  /** An operator's command rings and stops at once; what it has to say must go out all the same. */
  async #flush(): Promise<void> {
    const until = Date.now() + longestFlush;
    while (this.#waiting.size > 0 && Date.now() < until) {
      if (this.#client && !this.#sending) await this.#send();
      else await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #hear(text: string | undefined): void {
    const [sender, ...entries] = (text ?? '').split('\n');
    if (sender === this.#self) return;
    for (const entry of entries) {
      const [organizationId = '', key = ''] = entry.split(' ');
      if (organizationId === memberMark) {
        this.#local.ringMember(key);
        continue;
      }
      const derived = key.endsWith('*');
      const sessionId = derived ? key.slice(0, -1) : key;
      this.#local.announce({ organizationId, sessionId, ...(derived && { derived }) }, false);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'debrief bell',
    });
    let lost = false;
    const again = (error?: unknown) => {
      if (lost) return;
      lost = true;
      if (this.#client === client) this.#client = undefined;
      client.end().catch(() => {});
      if (this.#stopped) return;
      if (error) this.#options.onFault?.(error);
      setTimeout(() => void this.#connect(), this.#pause).unref();
      this.#pause = Math.min(this.#pause * 2, longestPause);
    };
    client.on('error', again);
    client.on('end', () => again());
    client.on('notification', ({ payload }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      if (this.#stopped) return void (await client.end());
      this.#client = client;
      this.#pause = 100;
      this.#schedule();
    } catch (error) {
      again(error);
    }
  }
}
