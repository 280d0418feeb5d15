import { Chip, type Tone } from '../../../ui/Chip.tsx';
import { Hint } from '../../../ui/Hint.tsx';
import type { RecordHealth } from './health.ts';

export const verdictTone: Record<RecordHealth['kind'], Tone> = {
  complete: 'good',
  arriving: 'accent',
  silent: 'warn',
  gap: 'bad',
  checking: 'plain',
};

/** Whether the record can be trusted to be whole. Of most it can: that is said without colour. */
export const Health = ({ verdict }: { verdict: RecordHealth }) => (
  <Hint label={verdict.text} maxWidth={280}>
    <span data-testid="verdict">
      {verdict.kind === 'complete' ? (
        verdict.short
      ) : (
        <Chip tone={verdictTone[verdict.kind]}>{verdict.short}</Chip>
      )}
    </span>
  </Hint>
);
