import type { Session, SessionLeak } from '@debrief/contract';
import { Chip } from '../Chip.tsx';
import { plural } from '../format.ts';
import { Hint } from '../Hint.tsx';
import { visibleText } from '../text/visible.ts';

/** Absent for members: the server tells it only to those who can do something about it. */
export const leaksOf = (session: Session): readonly SessionLeak[] => session.statistics?.leaks ?? [];

const total = (leaks: readonly SessionLeak[]): number => leaks.reduce((sum, { count }) => sum + count, 0);

const named = (leaks: readonly SessionLeak[]): string =>
  leaks.map(({ rule, count }) => (count > 1 ? `${rule} × ${count}` : rule)).join(', ');

/** A session in which something that looks like a secret was sent unredacted. */
export function LeakChip({ session }: { session: Session }) {
  const leaks = leaksOf(session);
  if (leaks.length === 0) return null;
  return (
    <Hint label={`Looks like a secret: ${visibleText(named(leaks))}`} maxWidth={320}>
      <span data-testid="leaks">
        <Chip tone="bad">{plural(total(leaks), 'secret')}</Chip>
      </span>
    </Hint>
  );
}
