import { limits, type TryCheck } from '@debrief/contract';
import { checkFaults, completionsOf } from '@debrief/lessons';
import { Autocomplete, Button } from '@mantine/core';
import { useTryCheck } from '../../api/lesson/lesson.ts';
import { toastError } from '../../ui/toast/toast.ts';
import { Shown } from './Kept.tsx';
import styles from './Lessons.module.css';

export const faultOfCheck = (check: string): string | undefined =>
  check.trim() === '' ? undefined : checkFaults(check)[0]?.message;

interface CheckProps {
  check: string;
  scope: Omit<TryCheck, 'check'>;
  onChange(check: string): void;
}

/** How one sees in a session whether a lesson was kept, with what may come next, tried on the sessions that are there. */
export function CheckField({ check, scope, onChange }: CheckProps) {
  const tried = useTryCheck();
  const fault = faultOfCheck(check);
  // What was typed stays in front of what may come next.
  const begun = /\s$/.test(check) ? check : check.slice(0, check.lastIndexOf(' ') + 1);
  const result = tried.data && tried.variables?.check === check ? tried.data : undefined;
  return (
    <div className={styles.check}>
      <Autocomplete
        label="How one sees whether it was kept"
        description='Optional. Such as: when commit unless ran "make lint" since the last edit'
        placeholder="when …"
        maxLength={limits.lessonCheck}
        value={check}
        data={completionsOf(check).map((word) => `${begun}${word}`)}
        filter={({ options }) => options}
        error={fault}
        onChange={(text) => onChange(text.replace('"…"', '"'))}
      />
      {check.trim() !== '' && !fault && (
        <Button
          variant="default"
          loading={tried.isPending}
          onClick={() => tried.mutate({ ...scope, check }, { onError: toastError })}
        >
          Try it on your sessions
        </Button>
      )}
      {result && (
        <div role="status" data-testid="tried">
          Kept {result.kept.kept} of {result.kept.opportunities} times, in{' '}
          {result.isWhole ? '' : 'the newest '}
          {result.sessions} sessions.
          <Shown examples={result.examples} label="Examples" />
        </div>
      )}
    </div>
  );
}
