import { readFile } from 'node:fs/promises';
import type { Findings } from '@debrief/redaction';
import { writeQuickly } from '../../disk.ts';
import type { Home } from '../../home.ts';
import { pathsOf } from '../../home.ts';
import type { AgentHealth } from '../read/sources.ts';
import type { UploadReport } from '../send/upload.ts';
import { addFindings } from '../spool/redaction-ledger.ts';
import type { Recorder } from './recorder.ts';
import type { Progress } from './scan.ts';

/** What the recorder tells the other commands, a few seconds old at most. */
export interface Status {
  pid: number;
  version: string;
  startedAt: number;
  updatedAt: number;
  pendingBatches: number;
  pendingBytes: number;
  upload: UploadReport;
  agents: Record<string, AgentHealth>;
  /** Rule → how often, over everything captured so far. */
  redactions: Findings;
  /** Absent where an earlier version wrote the file. */
  lastHookCall?: Record<string, number>;
  importing?: Progress;
  /** The last import asked for that was read to the end. */
  imported?: Imported;
}

export interface Imported extends Progress {
  id: string;
}

export function statusOf(
  recorder: Recorder,
  more: Pick<Status, 'version' | 'startedAt' | 'lastHookCall' | 'importing' | 'imported'>,
): Status {
  return {
    pid: process.pid,
    updatedAt: Date.now(),
    pendingBatches: recorder.uploader.pending(),
    pendingBytes: recorder.spool.journal.pendingBytes(),
    upload: recorder.uploader.report,
    agents: Object.fromEntries(recorder.health),
    redactions: redactionsOf(recorder),
    ...more,
  };
}

function redactionsOf(recorder: Recorder): Findings {
  const sum: Findings = {};
  for (const { redactions = {} } of recorder.spool.states.sessions.values()) addFindings(sum, redactions);
  return sum;
}

/** It writes its status every second, also while it reads much. */
const hangsAfterMs = 120_000;

/** How long nothing was heard of a recorder whose process is there; undefined while it moves. */
export function hangingFor(status: Status | undefined, pid: number, now = Date.now()): number | undefined {
  // Another one has just begun and not written yet.
  if (status === undefined || status.pid !== pid) return undefined;
  const silence = now - status.updatedAt;
  return silence > hangsAfterMs ? silence : undefined;
}

/** Undefined where there is no such file, or no JSON in it. */
const readJson = <T>(path: string): Promise<T | undefined> =>
  readFile(path, 'utf8')
    .then((content) => JSON.parse(content) as T)
    .catch(() => undefined);

export const writeStatus = (home: Home, status: Status): Promise<void> =>
  writeQuickly(pathsOf(home).status, JSON.stringify(status));

export async function readStatus(home: Home): Promise<Status | undefined> {
  return readJson(pathsOf(home).status);
}

export interface StopNote {
  code: string;
  message: string;
  remedy: string;
  at: number;
}

export async function readStopNote(home: Home): Promise<StopNote | undefined> {
  return readJson(pathsOf(home).stopped);
}

/** What a recorder has uploaded since an earlier status, which may still be the one of the recorder before it. */
export function uploadedSince(
  before: Status | undefined,
  { upload, startedAt }: Status,
): { events: number; quarantined: number } {
  const known = before?.startedAt === startedAt ? before.upload : undefined;
  return {
    events: upload.events - (known?.events ?? 0),
    quarantined: upload.quarantined - (known?.quarantined ?? 0),
  };
}
