/** What the clients of a run sent and were told, to compare with what the server has in the end. */

export interface Sent {
  key: string;
  count: number;
  /** The distinct bodies of 2xx answers; more than one is a divergent replay. */
  answers: Set<string>;
  /** Whether a replayed answer lacked its header, or a first one had it twice. */
  first: number;
}

export class Ledger {
  readonly sessions = new Map<string, Map<string, Sent>>();
  /** Answers that no fault explains. */
  readonly unexpected: string[] = [];
  retries = 0;
  acknowledged = 0;
  events = 0;
  readonly milliseconds: number[] = [];

  plan(sessionId: string, key: string, count: number): Sent {
    const sent: Sent = { key, count, answers: new Set(), first: 0 };
    const session = this.sessions.get(sessionId) ?? new Map<string, Sent>();
    this.sessions.set(sessionId, session.set(key, sent));
    return sent;
  }

  accept(sent: Sent, body: string, replayed: boolean): void {
    if (sent.answers.size === 0) {
      this.acknowledged++;
      this.events += sent.count;
    }
    sent.answers.add(body);
    if (!replayed) sent.first++;
  }
}
