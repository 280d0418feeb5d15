import { observable } from '../../observable.ts';

const key = 'debrief.taken';
const max = 200;

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The sessions this tab took from the queue, oldest first. */
export const taken = observable<readonly string[]>(stored());

export function noteTaken(sessionId: string): void {
  const next = [...taken.get().filter((one) => one !== sessionId), sessionId].slice(-max);
  taken.set(next);
  try {
    sessionStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage that is full or forbidden costs the way back after a reload, and nothing else.
  }
}

/** The session before (-1) or after (1) one among those that were taken; undefined at the ends. */
export function stepAmong(sessions: readonly string[], current: string, step: 1 | -1): string | undefined {
  const at = sessions.indexOf(current);
  if (at < 0) return step < 0 ? sessions.at(-1) : undefined;
  return sessions[at + step];
}
