import { writeQuickly } from '../disk.ts';
import { isId } from '../id.ts';

/** A session that is in use in a folder. */
export interface ActiveSession {
  sessionId: string;
  root: string;
}

/** The recorder looks four times a minute; after that a list is too old to name anybody. */
const validMs = 2 * 60_000;

/** For the hooks that name sessions in commits; a line each: until when it counts, the session, the folder. */
export async function writeActiveSessions(
  path: string,
  sessions: readonly ActiveSession[],
  now = Date.now(),
): Promise<void> {
  const until = Math.ceil((now + validMs) / 1000);
  const lines = sessions
    .filter(({ sessionId, root }) => isId('session', sessionId) && !root.includes('\n'))
    .map(({ sessionId, root }) => `${until} ${sessionId} ${root}\n`);
  await writeQuickly(path, lines.join(''));
}
