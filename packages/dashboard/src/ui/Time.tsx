import { exact, relative, timeInDay } from './format.ts';
import { useNow } from './now.ts';

/** "4 min ago", with the exact time on hover and for machines. `inDay`: under a head that names the day. */
export function Time({ at, inDay = false }: { at: string; inDay?: boolean }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exact(at)}>
      {inDay ? timeInDay(at, now) : relative(at, now)}
    </time>
  );
}
