import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, type Facts, fields, type Row, type Source } from '../agents/agent.ts';
import { capture } from '../recorder/read/capture.ts';
import { noHold } from '../recorder/read/hold.ts';
import { noRedaction } from '../recorder/read/redact.ts';
import type { CaptureContext } from '../recorder/read/taker.ts';
import type { BatchHead } from '../recorder/spool/batch.ts';
import { applyStep, newSession, type SessionState } from '../recorder/spool/session.ts';

export interface Captured {
  head: BatchHead;
  events: { eventType: string; payload: unknown }[];
  marks: bigint[];
}

/** Reads one source of one session into memory, with an agent whose records say their facts under these very names. */
export class Capturing {
  readonly folder = mkdtempSync(join(tmpdir(), 'debrief-capturing-'));
  readonly path = join(this.folder, 's.jsonl');
  readonly id = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  session: SessionState = newSession(this.id, 'codex', 's');
  /** Marks of lines that made no event. */
  remembered: bigint[] = [];
  /** Where the agent rewrites its store in place. */
  rows: Row[] | undefined;

  get agent(): Agent {
    const { rows } = this;
    return {
      agentId: 'codex',
      facts: (record: unknown): Facts => {
        const { cwd, gitBranch, version, at, ended } = fields(record) as Facts;
        return Object.fromEntries(
          Object.entries({ cwd, gitBranch, version, at, ended }).filter(([, value]) => value !== undefined),
        );
      },
      ...(rows && { rows: async () => rows }),
    } as unknown as Agent;
  }

  source(given: Partial<Source> = {}): Source {
    const size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    return {
      agentId: 'codex',
      externalId: 's',
      part: '',
      path: this.path,
      stamp: 'stamp',
      modifiedAt: Date.UTC(2026, 0, 1),
      bytes: size,
      ...given,
    };
  }

  write(...lines: unknown[]): void {
    writeFileSync(
      this.path,
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
  }

  /** The batches that one reading makes; the session goes on with them. */
  async read(given: Partial<Source> = {}, context: Partial<CaptureContext> = {}): Promise<Captured[]> {
    const captured: Captured[] = [];
    const source = this.source(given);
    this.isWhole = await capture(this.agent, source, {
      session: this.session,
      redaction: noRedaction(),
      directory: this.folder,
      hold: noHold(source),
      append: async (head, body, marks) => {
        captured.push({ head, marks, events: JSON.parse(body.toString()).events });
        applyStep(this.session, head.batch, structuredClone(head.step));
      },
      remember: async (marks) => void this.remembered.push(...marks),
      ...context,
    });
    return captured;
  }

  /** What the last reading answered. */
  isWhole: boolean | undefined;

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

export const payloadsOf = (captured: readonly Captured[]): unknown[] =>
  captured.flatMap(({ events }) => events.map(({ payload }) => payload));
