import { rm } from 'node:fs/promises';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { keptOf } from '../recorder/memory/connection.ts';
import { readSettings } from '../settings.ts';
import { isInteractive, say, tilde } from '../terminal.ts';
import { counted } from '../text.ts';

/** Removes what `disconnect` leaves: then this machine is a new one, to whatever server it is connected next. */
export async function forget(options: { yes?: boolean }): Promise<void> {
  const home = homeOf();
  if (await readSettings(home).catch(() => undefined)) {
    throw new Failure(
      'This machine is connected, and needs what it remembers. Run "debrief disconnect" first.',
      exitCodes.usage,
    );
  }
  const kept = await keptOf(home);
  if (kept && !options.yes) await ask(kept.pauses);
  await rm(home.state, { recursive: true, force: true });
  say(
    kept
      ? 'Forgotten. Connected again, this is a new machine, and an import sends what is in the transcripts then.'
      : `Nothing was remembered in ${tilde(home.state)}.`,
  );
}

async function ask(pauses: number): Promise<void> {
  if (!isInteractive()) throw new Failure('Add --yes to forget without being asked.', exitCodes.usage);
  const { confirm } = await import('@clack/prompts');
  const paused =
    pauses > 0
      ? ` What was written during ${counted(pauses, 'pause')} is then known no more, and an import would send it.`
      : '';
  const sure = await confirm({
    message: `Forget which sessions were sent, and as which machine?${paused}`,
    initialValue: false,
  });
  if (sure !== true) throw new Failure('Nothing was changed.');
}
