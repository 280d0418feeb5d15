import { rm } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { removeProgram, stopRecorder } from '../installation.ts';
import { readStatus } from '../recorder/run/status.ts';
import { removeService } from '../service.ts';
import { readSettings, removeSecret } from '../settings.ts';
import { isInteractive, say } from '../terminal.ts';
import { dropHooks } from './hooks.ts';

/** Works in any state: half connected, server gone, agents uninstalled. */
export async function disconnect(options: { yes?: boolean }): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home).catch(() => undefined);
  const waiting = (await readStatus(home))?.pendingBatches ?? 0;
  if (!options.yes) await ask(waiting);
  if (await removeService()) say('Service removed.');
  if (await stopRecorder(home)) say('Recorder stopped.');
  for (const { agentId, change, message } of await dropHooks(home, [])) {
    say(`Hooks of ${agentId}: ${message ?? change}.`);
    if (change === 'malformed' || change === 'failed') process.exitCode = 1;
  }
  await removeSecret(home);
  await rm(home.state, { recursive: true, force: true });
  await rm(home.config, { recursive: true, force: true });
  await removeProgram(home);
  say(
    settings
      ? `Disconnected from ${settings.server}. What was sent stays there.`
      : 'Everything Debrief added is removed.',
  );
}

async function ask(waiting: number): Promise<void> {
  if (!isInteractive()) throw new Failure('Add --yes to disconnect without being asked.');
  const { confirm } = await import('@clack/prompts');
  const unsent =
    waiting > 0
      ? ` ${waiting} batches were not sent yet; they stay only in the agents' own transcripts.`
      : '';
  const sure = await confirm({
    message: `Stop recording and remove everything Debrief added here?${unsent}`,
  });
  if (sure !== true) throw new Failure('Nothing was changed.');
}
