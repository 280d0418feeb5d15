import type { Call } from '@debrief/transcript';
import { Chip } from '../../../ui/Chip.tsx';
import { duration } from '../../../ui/format.ts';

/** How a call went; silence means well. */
export function Outcome({ call, untimed = false }: { call: Call; untimed?: boolean }) {
  return (
    <>
      {!untimed && call.durationMs !== undefined && call.durationMs >= 100 && (
        <span>{duration(call.durationMs)}</span>
      )}
      {call.outcome === 'error' && (
        <Chip tone="bad">{call.exitCode === undefined ? 'Failed' : `Exit ${call.exitCode}`}</Chip>
      )}
      {call.outcome === 'denied' && <Chip tone="warn">Denied</Chip>}
      {call.outcome === 'interrupted' && <Chip tone="warn">Interrupted</Chip>}
      {call.outcome === 'running' && <Chip tone="accent">Running</Chip>}
    </>
  );
}

export const toneOf = (call: Call): 'bad' | 'warn' | undefined =>
  call.outcome === 'error'
    ? 'bad'
    : call.outcome === 'denied' || call.outcome === 'interrupted'
      ? 'warn'
      : undefined;
