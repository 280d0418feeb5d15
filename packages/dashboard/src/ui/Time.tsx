import { exact, relative } from './format.ts';
import { useNow } from './now.ts';

/** "4 min ago", with the exact time on hover and for machines. */
export function Time({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at, now)}
    </time>
  );
}
