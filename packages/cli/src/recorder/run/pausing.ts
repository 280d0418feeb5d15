import type { Home } from '../../home.ts';
import { type Pause, phaseOf } from '../../pause.ts';
import { changeSettings } from '../../settings.ts';
import type { Assembled } from './assemble.ts';

/** Pauses that have to begin or to end. */
function isDue(pause: Pause, now: number): boolean {
  const phase = phaseOf(pause, now);
  return phase === 'beginning' || (phase === 'in force' && pause.to !== undefined && pause.to <= now);
}

/**
 * Begins and ends pauses: reads everything that is there, so that the places in the files mark the moment.
 * Only for the process that holds the lock. When it resolves the places are durable.
 */
export async function beginAndEndPauses(
  home: Home,
  assembled: Assembled,
  signal?: AbortSignal,
): Promise<void> {
  await assembled.reload();
  const now = Date.now();
  const due = assembled.settings().pauses.filter((pause) => isDue(pause, now));
  if (due.length === 0) return;
  const ending = due.filter((pause) => pause.to !== undefined && pause.to <= now);
  if (ending.length > 0) await assembled.recorder.learn(signal);
  await assembled.recorder.scan(signal ? { signal } : {});
  if (signal?.aborted) return;
  await assembled.recorder.noteGrowth(ending);
  await assembled.recorder.maintain();
  const isOne = (pause: Pause, list: readonly Pause[]) =>
    list.some((one) => one.id === pause.id && one.from === pause.from);
  await changeSettings(home, (settings) => ({
    ...settings,
    pauses: settings.pauses.map((pause) =>
      isOne(pause, due) ? { ...pause, begun: true, ...(isOne(pause, ending) && { ended: true }) } : pause,
    ),
  }));
  await assembled.reload();
}
