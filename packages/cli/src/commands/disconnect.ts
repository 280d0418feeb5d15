import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { removeProgram, stopRecorder } from '../installation.ts';
import { removeMarker, removeMarkerProgram } from '../marker/install.ts';
import { readStatus } from '../recorder/run/status.ts';
import { createFetch } from '../recorder/send/http.ts';
import { removeService } from '../service.ts';
import { readSettings, removeSecret } from '../settings.ts';
import { signedOutWords, signOut } from '../sign-in/sign-out.ts';
import { isInteractive, paint, say, tilde } from '../terminal.ts';
import { counted, oneLine } from '../text.ts';
import { dropHooks } from './hooks.ts';

/** Works in any state: half connected, server gone, agents uninstalled. Removes what it can and says what is left. */
export async function disconnect(options: { yes?: boolean }): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home).catch(() => undefined);
  const waiting = (await readStatus(home))?.pendingBatches ?? 0;
  if (!options.yes) await ask(waiting);
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
  await attempt('the secret', () => removeSecret(home));
  const signedOut = await attempt('the sign-in', () => signOut(home, createFetch()));
  const words = signedOut && signedOutWords[signedOut];
  if (words) say(words);
  await attempt(tilde(home.state), () => rm(home.state, { recursive: true, force: true }));
  await attempt(tilde(home.config), () => rm(home.config, { recursive: true, force: true }));
  await attempt(tilde(home.data), () => removeProgram(home));
  if (left.length > 0) {
    say(paint('yellow', 'Everything else is removed. This is left:'));
    for (const one of left) say(`  ${oneLine(one, 1000)}`);
    process.exitCode = exitCodes.failed;
    return;
  }
  say(
    settings
      ? `Disconnected from ${settings.server}. What was sent stays there.`
      : 'Everything Debrief added is removed.',
  );
}

async function ask(waiting: number): Promise<void> {
  if (!isInteractive()) throw new Failure('Add --yes to disconnect without being asked.');
  const { confirm } = await import('@clack/prompts');
  const batches = counted(waiting, 'batch was', 'batches were');
  const unsent =
    waiting > 0 ? ` ${batches} not sent yet; they stay only in the agents' own transcripts.` : '';
  const sure = await confirm({
    message: `Stop recording and remove everything Debrief added here?${unsent}`,
  });
  if (sure !== true) throw new Failure('Nothing was changed.');
}
