import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exitCodes, Failure } from '../../failure.ts';
import { type Home, homeOf, pathsOf } from '../../home.ts';
import { removeProgram, stopRecorder } from '../../installation.ts';
import { removeMarker, removeMarkerProgram } from '../../marker/install.ts';
import { keptOf, rememberConnection } from '../../recorder/memory/connection.ts';
import { readStatus } from '../../recorder/run/status.ts';
import { createFetch } from '../../recorder/send/http.ts';
import { removeService } from '../../service.ts';
import { readSecret, readSettings, removeSecret } from '../../settings.ts';
import { signedOutWords, signOut } from '../../sign-in/sign-out.ts';
import { isInteractive, paint, say, tilde } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';
import { dropHooks } from '../hooks.ts';

/** Works in any state: half connected, server gone, agents uninstalled. Removes what it can and says what is left. */
export async function disconnect(options: { yes?: boolean }): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home).catch(() => undefined);
  const waiting = (await readStatus(home))?.pendingBatches ?? 0;
  if (!options.yes) await ask(waiting, settings !== undefined);
  const left: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      left.push(`${what}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  if (await attempt('the service', removeService)) say('Service removed.');
  if (await attempt('the recorder', () => stopRecorder(home))) say('Recorder stopped.');
  for (const { agentId, change, path, message } of (await attempt('hooks', () => dropHooks(home, []))) ??
    []) {
    if (change === 'malformed' || change === 'failed')
      left.push(`${tilde(path)}: ${oneLine(message ?? '')} Remove the lines with "debrief-hook" by hand.`);
    else say(`Hooks of ${agentId}: ${change}.`);
  }
  for (const root of Object.keys(settings?.markers ?? {})) {
    // Of a worktree that is gone the hooks stay in its repository; without the program they do nothing.
    if (!existsSync(root)) continue;
    if (await attempt(`the hooks in ${tilde(root)}`, () => removeMarker(root)))
      say(`Commits in ${tilde(root)} name no sessions any more.`);
  }
  await attempt('the marker program', () => removeMarkerProgram(home));
  // Before anything is removed; and if it cannot be kept, what tells it stays where it is.
  const isKept = await attempt('what was sent so far', async () => {
    if (settings) await rememberConnection(home, settings, await readSecret(home, {}));
    return true;
  });
  if (!isKept) return tellLeft(left);
  await attempt('the secret', () => removeSecret(home));
  const signedOut = await attempt('the sign-in', () => signOut(home, createFetch()));
  const words = signedOut && signedOutWords[signedOut];
  if (words) say(words);
  await attempt(tilde(home.state), () => clearState(home));
  await attempt(tilde(home.config), () => rm(home.config, { recursive: true, force: true }));
  await attempt(tilde(home.data), () => removeProgram(home));
  if (left.length > 0) return tellLeft(left);
  say(
    settings
      ? `Disconnected from ${settings.server}. What was sent stays there.`
      : 'This machine is not connected. Nothing else of Debrief is left here.',
  );
  const kept = await keptOf(home);
  if (kept) say(keptWords(home, kept.pauses));
}

/** What is left to do by hand. */
function tellLeft(left: readonly string[]): void {
  say(paint('yellow', 'Everything else is removed. This is left:'));
  for (const one of left) say(`  ${oneLine(one, 1000)}`);
  process.exitCode = exitCodes.failed;
}

const keptWords = (home: Home, pauses: number): string => {
  const paused = pauses > 0 ? `, and what it knows of ${counted(pauses, 'pause')} stays here` : '';
  return (
    `This machine remembers in ${tilde(home.state)} who it is and what it sent. Connected again, it goes on where it ` +
    `was: nothing is sent twice${paused}. "debrief forget" removes that.`
  );
};

/** Everything but the memory and how far each session was sent. What the server refused is not needed for that. */
async function clearState(home: Home): Promise<void> {
  const { memory, spools } = pathsOf(home);
  const isKept = (await keptOf(home)) !== undefined;
  if (!isKept) return rm(home.state, { recursive: true, force: true });
  const remaining = [memory, spools].map((path) => basename(path));
  for (const name of await readdir(home.state))
    if (!remaining.includes(name)) await rm(join(home.state, name), { recursive: true, force: true });
  for (const name of await readdir(spools).catch(() => []))
    await rm(join(spools, name, 'quarantine'), { recursive: true, force: true });
}

async function ask(waiting: number, isConnected: boolean): Promise<void> {
  if (!isInteractive()) throw new Failure('Add --yes to disconnect without being asked.', exitCodes.usage);
  const { confirm } = await import('@clack/prompts');
  const batches = counted(waiting, 'batch was', 'batches were');
  const unsent =
    waiting > 0 ? ` ${batches} not sent yet; they wait until it is connected to the same server again.` : '';
  const question = isConnected
    ? 'Stop recording and remove everything Debrief added here?'
    : 'This machine is not connected. Remove what may be left of an earlier connection?';
  const sure = await confirm({ message: `${question}${unsent}` });
  if (sure !== true) throw new Failure('Nothing was changed.');
}
