import type { Lesson } from '@debrief/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lessonEffectQuery, useLessons } from '../../api/lesson/lesson.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { GivenOrNot, KeptBars, NotKept, Sentence } from './Kept.tsx';
import styles from './Lessons.module.css';
import { Alike, LessonOrigin, LessonText } from './LessonWords.tsx';

interface RowProps {
  lesson: Lesson;
  all: readonly Lesson[];
  where: string | undefined;
  mayAdopt: boolean;
  isTheirs: boolean;
  onEdit(lesson: Lesson): void;
}

/** One lesson: its words, what became of it, and what may be done with it. */
export function LessonRow(props: RowProps) {
  const { lesson, all, where, mayAdopt, onEdit } = props;
  const [asking, setAsking] = useState(false);
  return (
    <li className={styles.row} data-state={lesson.state} data-lesson={lesson.lessonId}>
      <div>
        <div className={styles.text}>
          {lesson.state !== 'adopted' && (
            <Chip tone={lesson.state === 'proposed' ? 'accent' : 'plain'}>{lesson.state}</Chip>
          )}{' '}
          <LessonText text={lesson.text} />
        </div>
        <div className={styles.origin}>
          <LessonOrigin lesson={lesson} where={where} />
          <Alike lesson={lesson} all={all} />
        </div>
      </div>
      <Effect
        lesson={lesson}
        {...(mayAdopt && { onRetire: () => setAsking(true), onReword: () => onEdit(lesson) })}
      />
      <Deeds {...props} asking={asking} setAsking={setAsking} />
    </li>
  );
}

interface EffectProps {
  lesson: Lesson;
  /** Absent: they may not. */
  onRetire?: () => void;
  onReword?: () => void;
}

function Effect({ lesson, onRetire, onReword }: EffectProps) {
  const isAdopted = lesson.state === 'adopted';
  const { data, error } = useQuery(lessonEffectQuery(lesson));
  if (!lesson.check) return <div className={styles.none}>No check: whether it is kept cannot be seen.</div>;
  if (error) return <div className={styles.none}>{error.message}</div>;
  if (!data) return <div className={styles.none}>{lesson.state === 'retired' ? '' : 'Counting…'}</div>;
  const { effect, kept, sessions, isWhole, examples, ways } = data;
  const looked = `in ${isWhole ? '' : 'the newest '}${sessions} sessions`;
  if (!isAdopted || !effect)
    return (
      <div className={styles.none}>
        Kept {kept.kept} of {kept.opportunities} times {looked}
      </div>
    );
  return (
    <div className={styles.effect}>
      <KeptBars effect={effect} />
      <div title={`Counted ${looked}`}>
        <Sentence effect={effect} />{' '}
        {effect.offer === 'retire' && onRetire && (
          <button type="button" className={styles.offer} onClick={onRetire}>
            Retire it?
          </button>
        )}
        {effect.offer === 'reword' && onReword && (
          <button type="button" className={styles.offer} onClick={onReword}>
            Say it in other words?
          </button>
        )}
        <GivenOrNot effect={effect} ways={ways} />
        {!isWhole && <p className={styles.given}>Of the newest {sessions} sessions.</p>}
        <NotKept examples={examples} since={effect.since} from={lesson.adopted?.at ?? ''} />
      </div>
    </div>
  );
}

interface DeedsProps extends RowProps {
  /** Whether it is asked why it shall be retired. */
  asking: boolean;
  setAsking(asking: boolean): void;
}

function Deeds({ lesson, mayAdopt, isTheirs, onEdit, asking, setAsking }: DeedsProps) {
  const { adopt, retire } = useLessons();
  const [reason, setReason] = useState('');
  const { lessonId, version, state } = lesson;
  const mayChange = mayAdopt || (isTheirs && state === 'proposed');
  // The row moves to another list, and what it waits for must not go with it.
  const retireIt = () =>
    void retire
      .mutateAsync({ lessonId, reason: reason.trim() })
      .then(
        () => toast(state === 'proposed' ? 'The proposal is gone.' : 'Agents are told no longer.'),
        toastError,
      )
      .finally(() => setAsking(false));
  const adoptIt = () =>
    void adopt
      .mutateAsync({ lessonId, version })
      .then(() => toast('Agents are told from now on.'), toastError);
  return (
    <div className={styles.deeds}>
      {mayChange && (
        <Button size="compact-sm" variant="default" onClick={() => onEdit(lesson)}>
          Edit
        </Button>
      )}
      {mayAdopt && state !== 'adopted' && (
        <Button size="compact-sm" loading={adopt.isPending} onClick={adoptIt}>
          Adopt
        </Button>
      )}
      {mayChange && state !== 'retired' && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {state === 'proposed' ? 'Decline' : 'Retire'}
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={state === 'proposed' ? 'Decline this proposal?' : 'Retire this lesson?'}
        action={state === 'proposed' ? 'Decline' : 'Retire'}
        busy={retire.isPending}
        onConfirm={() => reason.trim() !== '' && retireIt()}
      >
        <TextInput
          label="Why"
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Confirm>
    </div>
  );
}
