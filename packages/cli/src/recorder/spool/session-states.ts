import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAll, writeDurably } from '../../disk.ts';
import { type DecodedFrame, decodeFrames, encodeFrame } from './frame.ts';
import { keyOf, type SessionState } from './session.ts';

/** The state of every session, as a log of snapshots: the last one of a session counts. */
export interface SessionStates {
  sessions: Map<string, SessionState>;
  /** Notes that a session changed; written with the next flush. */
  touch(state: SessionState): void;
  /** Durable when it resolves. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const roomBytes = 8 * 1024 * 1024;

const frameOf = (state: SessionState): Buffer[] => encodeFrame([Buffer.from(JSON.stringify(state))]);

const pathOf = (directory: string): string => join(directory, 'ledger.log');

function sessionsIn(frames: readonly DecodedFrame[]): Map<string, SessionState> {
  const sessions = new Map<string, SessionState>();
  for (const frame of frames) {
    const state = JSON.parse(frame.body.toString()) as SessionState;
    sessions.set(keyOf(state.agentId, state.externalId), state);
  }
  return sessions;
}

/** The sessions as they were last written. Safe beside a running recorder. */
export async function readSessions(directory: string): Promise<Map<string, SessionState>> {
  const data = await readFile(pathOf(directory)).catch(() => Buffer.alloc(0));
  return sessionsIn(decodeFrames(data).frames);
}

export async function openSessionStates(directory: string): Promise<SessionStates> {
  const path = pathOf(directory);
  const data = await readFile(path).catch(() => Buffer.alloc(0));
  const { frames, good } = decodeFrames(data);
  const sessions = sessionsIn(frames);
  if (frames.length > 2 * sessions.size + 1000) {
    await writeDurably(path, Buffer.concat([...sessions.values()].flatMap(frameOf)));
  } else if (good < data.length) await truncate(path, good);

  const touched = new Set<SessionState>();
  let file = await open(path, 'a', 0o600);
  let flushing: Promise<void> = Promise.resolve();
  let size = (await file.stat()).size;
  let compacted = size;

  async function compact(): Promise<void> {
    await writeDurably(path, Buffer.concat([...sessions.values()].flatMap(frameOf)));
    await file.close();
    file = await open(path, 'a', 0o600);
    size = (await file.stat()).size;
    compacted = size;
  }

  async function write(): Promise<void> {
    if (touched.size === 0) return;
    const taken = [...touched];
    touched.clear();
    const parts = taken.flatMap(frameOf);
    if (size > roomBytes + 4 * compacted) return compact();
    try {
      await writeAll(file, parts);
      await file.datasync();
      size += parts.reduce((sum, part) => sum + part.length, 0);
    } catch (error) {
      for (const state of taken) touched.add(state);
      await file.truncate(size).catch(() => {});
      throw error;
    }
  }

  return {
    sessions,
    touch: (state) => void touched.add(state),
    flush() {
      const next = flushing.catch(() => {}).then(write);
      flushing = next;
      return next;
    },
    close: () => file.close(),
  };
}
