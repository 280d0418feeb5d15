import { DebriefError } from '@debrief/contract';
import { uuid5 } from '../spool/identity.ts';
import type { Batch, Journal } from '../spool/journal.ts';
import type { Ledger } from '../spool/ledger.ts';
import type { SessionState } from '../spool/session.ts';
import { backoff, wait } from './backoff.ts';
import type { Enrolment } from './enrolment.ts';
import { createOpener } from './opening.ts';
import { quarantine } from './quarantine.ts';
import { kindOf, Stopped } from './verdict.ts';
import type { Wire } from './wire.ts';

export interface Uploader {
  /** Durable batches, in order per session. */
  add(batches: Batch[]): void;
  complete(state: SessionState): Promise<void>;
  pending(): number;
  /** Resolves when nothing waits, or rejects with why it never will be sent. */
  drained(): Promise<void>;
  close(): Promise<void>;
  report: UploadReport;
}

export interface UploadReport {
  sent: number;
  events: number;
  quarantined: number;
  lastUploadAt?: number;
  lastError?: { at: number; code: string; message: string };
  /** Agents an admin has disabled. */
  heldAgents: string[];
  retryAt?: number;
}

export interface UploaderOptions {
  wire: Wire;
  enrolment: Enrolment;
  journal: Journal;
  ledger: Ledger;
  directory: string;
  lanes?: number;
  onStop(reason: Stopped): void;
  delay?: typeof backoff;
}

const holdMs = 600_000;

export function createUploader(options: UploaderOptions): Uploader {
  const { wire, enrolment, journal, ledger, directory, lanes = 4, onStop, delay = backoff } = options;
  const queues = new Map<string, Batch[]>();
  const running = new Set<string>();
  const heldAgents = new Map<string, number>();
  const abort = new AbortController();
  const opener = createOpener({ wire, enrolment, ledger, signal: abort.signal });
  const report: UploadReport = { sent: 0, events: 0, quarantined: 0, heldAgents: [] };
  const waiters: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let attempt = 0;
  let closedUntil = 0;
  let stopped: Stopped | undefined;
  let timer: NodeJS.Timeout | undefined;

  function pump(): void {
    if (stopped || abort.signal.aborted) return;
    // What an admin holds back will not be sent today; nobody need wait for it.
    if (running.size === 0 && !anySendable()) {
      for (const { resolve } of waiters.splice(0)) resolve();
      return;
    }
    const pause = closedUntil - Date.now();
    if (pause > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        pump();
      }, pause);
      return;
    }
    for (const key of queues.keys()) {
      // After a failure one lane tries; the others follow when it got through.
      if (running.size >= (attempt > 0 ? 1 : lanes)) break;
      if (running.has(key) || isHeld(key)) continue;
      running.add(key);
      drain(key).finally(() => {
        running.delete(key);
        pump();
      });
    }
  }

  function anySendable(): boolean {
    for (const key of queues.keys()) if (!isHeld(key)) return true;
    return false;
  }

  function isHeld(key: string): boolean {
    const agentId = key.slice(0, key.indexOf('/'));
    const until = heldAgents.get(agentId);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    heldAgents.delete(agentId);
    return false;
  }

  async function drain(key: string): Promise<void> {
    const state = ledger.sessions.get(key);
    for (;;) {
      const batch = queues.get(key)?.[0];
      if (!batch || !state) {
        queues.delete(key);
        return;
      }
      if (stopped || abort.signal.aborted || closedUntil > Date.now()) return;
      try {
        await send(state, batch);
      } catch (error) {
        if (!(await judge(error, state))) return;
        continue;
      }
      attempt = 0;
      delete report.retryAt;
      state.acked = batch.batch;
      ledger.touch(state);
      journal.release(batch);
      queues.get(key)?.shift();
      report.sent++;
      report.events += batch.count;
      report.lastUploadAt = Date.now();
    }
  }

  /** Whether to go on with this session at once. */
  async function judge(error: unknown, state: SessionState): Promise<boolean> {
    if (abort.signal.aborted) return false;
    const kind = kindOf(error);
    const code = error instanceof DebriefError ? error.code : 'unreachable';
    report.lastError = {
      at: Date.now(),
      code,
      message: error instanceof Error ? error.message : String(error),
    };
    if (kind === 'stop') {
      stopped = new Stopped(code, report.lastError.message);
      for (const { reject } of waiters.splice(0)) reject(stopped);
      onStop(stopped);
      return false;
    }
    if (kind === 'hold') {
      heldAgents.set(state.agentId, Date.now() + holdMs);
      report.heldAgents = [...heldAgents.keys()];
      setTimeout(pump, holdMs).unref();
      return false;
    }
    const retryAfter = error instanceof DebriefError ? error.retryAfter : undefined;
    if (kind === 'busy') {
      await wait(Math.max(100, (retryAfter ?? 0) * 1000), abort.signal);
      return true;
    }
    closedUntil = Date.now() + delay(attempt++, retryAfter);
    report.retryAt = closedUntil;
    return false;
  }

  async function send(state: SessionState, batch: Batch): Promise<void> {
    if (batch.step.leg > state.openedLeg) await opener.openLeg(state, batch);
    const body = await journal.body(batch);
    if (state.single === batch.batch) return sendSingly(state, batch, body);
    try {
      await append(state, batch, batch.key, body);
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'reused') {
        // Something else lies under this key: sending the events under others could only duplicate them.
        await setAside(state, batch, 0, body, error);
        return;
      }
      if (kind !== 'refused') throw error;
      state.single = batch.batch;
      ledger.touch(state);
      await ledger.flush();
      await sendSingly(state, batch, body);
    }
  }

  async function append(state: SessionState, batch: Batch, key: string, body: Buffer): Promise<void> {
    for (;;) {
      try {
        await wire.appendBody(state.sessionId ?? '', key, body, abort.signal);
        return;
      } catch (error) {
        const gone = error instanceof DebriefError && error.code === 'session_not_found';
        if (!gone && !(error instanceof DebriefError && error.code === 'session_closed')) throw error;
        await opener.reopen(state, batch, gone);
      }
    }
  }

  /** One by one, so that a single event the server cannot take does not keep the others. */
  async function sendSingly(state: SessionState, batch: Batch, body: Buffer): Promise<void> {
    const { events } = JSON.parse(body.toString()) as { events: { eventType: string; payload: unknown }[] };
    for (const [index, event] of events.entries()) {
      const one = Buffer.from(JSON.stringify({ events: [event] }));
      try {
        await append(state, batch, uuid5(batch.key, String(index)), one);
      } catch (error) {
        if (kindOf(error) !== 'refused') throw error;
        await setAside(state, batch, index, one, error);
        const reason = error instanceof Error ? error.message : '';
        const marker = { type: 'debrief/quarantined', eventType: event.eventType, bytes: one.length, reason };
        const replaced = { events: [{ eventType: marker.type, payload: marker }] };
        await append(
          state,
          batch,
          uuid5(batch.key, `${index}/marker`),
          Buffer.from(JSON.stringify(replaced)),
        );
      }
    }
  }

  async function setAside(state: SessionState, batch: Batch, index: number, body: Buffer, error: unknown) {
    await quarantine(directory, `${state.id}-${batch.batch}-${index}`, batch.session, body, error);
    report.quarantined++;
  }

  return {
    report,
    add(batches) {
      for (const batch of batches) {
        const queue = queues.get(batch.session);
        if (queue) queue.push(batch);
        else queues.set(batch.session, [batch]);
      }
      pump();
    },
    async complete(state) {
      if (!state.sessionId || stopped || closedUntil > Date.now()) return;
      const at = state.lastRecordAt ?? state.lastChangeAt;
      const sane = at > Date.UTC(2000, 0, 1) && at < Date.now() + 86_000_000;
      try {
        await wire.completeSession({
          sessionId: state.sessionId,
          status: 'completed',
          ...(sane && { endedAt: new Date(at).toISOString() }),
        });
      } catch (error) {
        const code = error instanceof DebriefError ? error.code : undefined;
        if (code !== 'session_closed' && code !== 'session_not_found') {
          await judge(error, state);
          return;
        }
      }
      state.closed = true;
      ledger.touch(state);
    },
    pending: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    drained() {
      if (stopped) return Promise.reject(stopped);
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject });
        pump();
      });
    },
    async close() {
      abort.abort();
      clearTimeout(timer);
      while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
