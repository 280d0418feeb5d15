import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DebriefError, type ErrorCode } from '@debrief/contract';
import { createEnrolment, type Enrolment } from '../recorder/send/enrolment.ts';
import type { Wire } from '../recorder/send/wire.ts';
import type { Batch, BatchHead } from '../recorder/spool/batch.ts';
import { type Journal, openJournal } from '../recorder/spool/journal.ts';
import { newSession, type SessionState } from '../recorder/spool/session.ts';
import { openSessionStates, type SessionStates } from '../recorder/spool/session-states.ts';

type CallName =
  | 'registerEnvironment'
  | 'registerInstallation'
  | 'openSession'
  | 'appendBody'
  | 'completeSession';

interface Call {
  name: CallName;
  input: Record<string, unknown>;
  signal: AbortSignal | undefined;
}

/** A server's calls without a server: they are noted, and the next ones answered with the errors a test hands over. */
export class FakeWire {
  readonly calls: Call[] = [];
  readonly #errors = new Map<CallName, unknown[]>();
  /** Resolves when the call may be answered. */
  gate: (name: CallName, input: Record<string, unknown>) => Promise<void> = async () => {};
  #count = 0;

  /** The next calls of this name fail with these, in order; undefined lets one through. */
  fail(name: CallName, ...errors: (ErrorCode | Error | undefined)[]): void {
    const list = errors.map((one) => (typeof one === 'string' ? new DebriefError(one, `No: ${one}.`) : one));
    this.#errors.set(name, [...(this.#errors.get(name) ?? []), ...list]);
  }

  named(name: CallName): Record<string, unknown>[] {
    return this.calls.filter((one) => one.name === name).map(({ input }) => input);
  }

  /** The events of the bodies that were appended, a list for each call. */
  bodies(): { key: unknown; sessionId: unknown; body: string }[] {
    return this.named('appendBody').map(({ key, sessionId, body }) => ({
      key,
      sessionId,
      body: String(body),
    }));
  }

  get wire(): Wire {
    const call = async (name: CallName, input: Record<string, unknown>, signal?: AbortSignal) => {
      this.calls.push({ name, input, signal });
      await this.gate(name, input);
      const error = this.#errors.get(name)?.shift();
      if (error !== undefined) throw error;
      return ++this.#count;
    };
    type Input = Record<string, unknown>;
    type Options = { signal?: AbortSignal };
    return {
      registerEnvironment: async (input: Input) => ({
        environmentId: `env_${await call('registerEnvironment', input)}`,
      }),
      registerInstallation: async (input: Input) => ({
        installationId: `ins_${await call('registerInstallation', input)}`,
      }),
      openSession: async (input: Input, options: Options = {}) => ({
        sessionId: `ses_${await call('openSession', input, options.signal)}`,
      }),
      completeSession: async (input: Input) => ({ status: await call('completeSession', input) }),
      appendBody: async (input: Input, signal?: AbortSignal) => ({
        accepted: await call('appendBody', input, signal),
      }),
    } as unknown as Wire;
  }
}

/** Everything that sending needs, in a temporary folder. */
export interface Sending {
  directory: string;
  fake: FakeWire;
  wire: Wire;
  enrolment: Enrolment;
  journal: Journal;
  states: SessionStates;
  /** What the enrolment wanted to be kept, the newest last. */
  kept: unknown[];
  session(externalId: string, given?: Partial<SessionState>): SessionState;
  /** Durable batches of a session, with the numbers after its last one. */
  batches(state: SessionState, bodies: string[], given?: Partial<BatchHead>): Promise<Batch[]>;
  remove(): Promise<void>;
}

export async function createSending(): Promise<Sending> {
  const directory = await mkdtemp(join(tmpdir(), 'debrief-sending-'));
  const fake = new FakeWire();
  const { wire } = fake;
  const kept: unknown[] = [];
  const enrolled = {
    environmentId: 'env_0',
    machineId: 'machine',
    displayName: 'me@here',
    installations: {},
  };
  const enrolment = createEnrolment(
    wire,
    enrolled,
    async (changed) => void kept.push(structuredClone(changed)),
  );
  const { journal } = await openJournal(join(directory, 'journal'));
  const states = await openSessionStates(directory);
  return {
    ...{ directory, fake, wire, enrolment, journal, states, kept },
    session(externalId, given = {}) {
      const id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
      const state = { ...newSession(id, 'codex', externalId), ...given };
      states.sessions.set(`${state.agentId}/${externalId}`, state);
      return state;
    },
    batches(state, bodies, given = {}) {
      for (const body of bodies) {
        const batch = ++state.batch;
        const step = { places: [], events: 1, leg: 1, lastChangeAt: 0 };
        const key = `00000000-0000-4000-8000-${String(batch).padStart(12, '0')}`;
        const session = `${state.agentId}/${state.externalId}`;
        journal.append({ session, id: state.id, batch, key, count: 1, step, ...given }, Buffer.from(body));
      }
      return journal.commit();
    },
    async remove() {
      await states.close();
      await journal.close();
      await rm(directory, { recursive: true });
    },
  };
}
