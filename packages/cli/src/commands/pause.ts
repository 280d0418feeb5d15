import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCodes, Failure } from '../failure.ts';
import { type Home, homeOf, pathsOf, spoolOf } from '../home.ts';
import { canonical, isPaused, type Pause, phaseOf } from '../pause.ts';
import { acquireLock, lockHolder } from '../recorder/run/lock.ts';
import { readSessions } from '../recorder/spool/session-states.ts';
import { repositoryOf } from '../repository.ts';
import { changeSettings, NotConnected, readSettings } from '../settings.ts';
import { momentOf, paint, parseDuration, say, tilde } from '../terminal.ts';

export interface PauseOptions {
  repo?: string;
  for?: string;
}

/** A full scan may be under way, for example an import; the recorder answers after it. */
const patienceMs = 60_000;

const folderOf = (repo: string): string => canonical(repositoryOf(resolve(repo)) ?? resolve(repo));

export async function pause(options: PauseOptions): Promise<void> {
  const home = homeOf();
  const span = options.for === undefined ? undefined : parseDuration(options.for);
  if (options.for !== undefined && !span) {
    throw new Failure(`"${options.for}" is not a span of time. Write 90m, 2h or 1d.`, exitCodes.usage);
  }
  if (options.repo !== undefined) await requireFolder(home, options.repo);
  const from = Date.now();
  const one: Pause = {
    id: randomUUID(),
    from,
    ...(span && { to: from + span }),
    ...(options.repo !== undefined && { repository: folderOf(options.repo) }),
  };
  await changeSettings(home, (settings) => ({ ...settings, pauses: [...settings.pauses, one] }));
  const isBegun = await settled(home, (pauses) =>
    pauses.every((pause) => pause.id !== one.id || phaseOf(pause) !== 'beginning'),
  );
  const until = one.to ? `until ${momentOf(one.to)}` : 'until "debrief resume"';
  const where = one.repository ? `in ${tilde(one.repository)}` : 'everywhere';
  say(`Paused ${where} ${until}. What the agents write until then is never sent.`);
  if (!isBegun)
    say(paint('yellow', 'The recorder is busy. The pause begins when it has read what is there now.'));
}

export async function resume(options: PauseOptions): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const now = Date.now();
  const repository = options.repo === undefined ? undefined : folderOf(options.repo);
  const open = settings.pauses.filter((one) => isPaused(one, now));
  const chosen = open.filter((one) => repository === undefined || one.repository === repository);
  if (repository !== undefined && chosen.length === 0 && open.length > 0) {
    const paused = open.map((one) => (one.repository ? tilde(one.repository) : 'everywhere')).join(', ');
    throw new Failure(`${tilde(repository)} is not paused. Paused: ${paused}.`, exitCodes.usage);
  }
  if (chosen.length === 0) return say('Nothing was paused.');
  const isChosen = (one: Pause) => chosen.some(({ id, from }) => id === one.id && from === one.from);
  await changeSettings(home, (current) => ({
    ...current,
    // One that an earlier version made has no id yet; with one its end is noted like any other's.
    pauses: current.pauses.map((one) => (isChosen(one) ? { id: randomUUID(), ...one, to: now } : one)),
  }));
  const isEnded = await settled(home, (pauses) =>
    pauses.every((one) => one.from > now || isPaused(one) || phaseOf(one) === 'over'),
  );
  say('Recording again. What happened during the pause stays on this machine.');
  if (!isEnded) say(paint('yellow', 'The recorder is busy. It goes on when it has caught up.'));
}

/**
 * Waits until the recorder has begun or ended the pauses. Without a recorder it is done here, so that the places
 * in the files mark this moment and not the next start.
 */
async function settled(home: Home, isDone: (pauses: readonly Pause[]) => boolean): Promise<boolean> {
  const paths = pathsOf(home);
  for (const began = Date.now(); Date.now() - began < patienceMs; ) {
    const settings = await readSettings(home);
    if (!settings || isDone(settings.pauses)) return true;
    const lock = (await lockHolder(paths.lock)) ? undefined : await acquireLock(paths.lock);
    if (lock) await settleHere(home).finally(() => lock.release());
    else await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

async function settleHere(home: Home): Promise<void> {
  const { assembleRecorder } = await import('../recorder/run/assemble.ts');
  const { beginAndEndPauses } = await import('../recorder/run/pausing.ts');
  const assembled = await assembleRecorder(home, () => {}, { lanes: 0 });
  try {
    await beginAndEndPauses(home, assembled);
  } finally {
    await assembled.recorder.close();
  }
}

/** A typing error must not leave a repository unpaused. */
async function requireFolder(home: Home, repo: string): Promise<void> {
  if (existsSync(resolve(repo))) return;
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const sessions = await readSessions(spoolOf(home, settings.environmentId));
  const newest = [...sessions.values()].sort((a, b) => b.lastChangeAt - a.lastChangeAt);
  const folders = newest.flatMap(({ cwd }) => (cwd && existsSync(cwd) ? [folderOf(cwd)] : []));
  const known = [...new Set(folders)].slice(0, 10).map((folder) => tilde(folder));
  const hint = known.length > 0 ? ` Sessions were recorded in: ${known.join(', ')}.` : '';
  throw new Failure(`There is no folder ${tilde(resolve(repo))}.${hint}`, exitCodes.usage);
}
