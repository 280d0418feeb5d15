import { resolve } from 'node:path';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { repositoryOf } from '../repository.ts';
import { changeSettings, type Pause } from '../settings.ts';
import { parseDuration, say } from '../terminal.ts';

export interface PauseOptions {
  repo?: string;
  for?: string;
}

const folderOf = (repo: string): string => repositoryOf(resolve(repo)) ?? resolve(repo);

export async function pause(options: PauseOptions): Promise<void> {
  const span = options.for === undefined ? undefined : parseDuration(options.for);
  if (options.for !== undefined && !span) {
    throw new Failure(`"${options.for}" is no span of time. Say 90m, 2h or 1d.`, exitCodes.usage);
  }
  const from = Date.now();
  const one: Pause = {
    from,
    ...(span && { to: from + span }),
    ...(options.repo && { repository: folderOf(options.repo) }),
  };
  await changeSettings(homeOf(), (settings) => ({ ...settings, pauses: [...settings.pauses, one] }));
  const until = one.to ? `until ${new Date(one.to).toLocaleTimeString()}` : 'until "debrief resume"';
  say(
    `Paused ${one.repository ? `in ${one.repository}` : 'everywhere'} ${until}. What happens meanwhile is not sent, also not later.`,
  );
}

export async function resume(options: PauseOptions): Promise<void> {
  const now = Date.now();
  const repository = options.repo && folderOf(options.repo);
  let ended = 0;
  await changeSettings(homeOf(), (settings) => ({
    ...settings,
    pauses: settings.pauses.map((one) => {
      const open = one.to === undefined || one.to > now;
      if (!open || (repository && one.repository !== repository)) return one;
      ended++;
      return { ...one, to: now };
    }),
  }));
  say(ended > 0 ? 'Recording again.' : 'Nothing was paused.');
}
