import type { Lesson } from '@debrief/contract';
import { Button, NativeSelect, Skeleton, Switch } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { rulesQuery } from '../../api/finding.ts';
import { lessonPolicyQuery, lessonsQuery, useLessons } from '../../api/lesson/lesson.ts';
import { useMe } from '../../api/member.ts';
import { repositoriesQuery } from '../../api/repository.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { repositoryWords } from '../../ui/link/repository-words.ts';
import { Page } from '../../ui/Page.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toastError } from '../../ui/toast/toast.ts';
import { Failures } from './Failures.tsx';
import { KeptRules } from './KeptRules.tsx';
import { LessonDialog } from './LessonDialog.tsx';
import { LessonRow } from './LessonRow.tsx';
import styles from './Lessons.module.css';
import { Offers } from './Offers.tsx';
import { offersOf } from './offers.ts';
import { type Start, startQuery } from './start.ts';

/** What repositories are called, by what lessons call them. */
function useRepositories(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(repositoriesQuery);
  const words = repositoryWords(data);
  return new Map(
    data.flatMap(({ repository, repoRoot }) =>
      repository ? [[repository, visibleText(words.get(repoRoot) ?? repository)]] : [],
    ),
  );
}

/** What the team tells its agents, and whether it is kept. Long because it is one page, part after part. */
export function Lessons() {
  const search = useSearch({ from: '/shell/lessons' });
  const navigate = useNavigate({ from: '/lessons' });
  const { member } = useMe();
  const { repository } = search;
  const repositories = useRepositories();
  const { data, error, refetch } = useQuery(lessonsQuery(repository));
  const started = useQuery(startQuery(search));
  const { data: { rules = [] } = {} } = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Start | Lesson>();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const { lessons = [], mayAdopt = false } = data ?? {};
  const of = (state: Lesson['state']) => lessons.filter((one) => one.state === state);
  const start = edited ?? started.data;
  const close = () => {
    setEdited(undefined);
    if (search.from) void navigate({ search: repository ? { repository } : {}, replace: true });
  };
  const list = (label: string, some: readonly Lesson[]) =>
    some.length > 0 && (
      <ul className={styles.rows} aria-label={label}>
        {some.map((lesson) => (
          <LessonRow
            key={lesson.lessonId}
            lesson={lesson}
            all={lessons}
            where={
              lesson.repository === undefined
                ? 'all repositories'
                : repository
                  ? undefined
                  : (repositories.get(lesson.repository) ?? visibleText(lesson.repository))
            }
            mayAdopt={mayAdopt}
            isTheirs={member !== undefined && [lesson.ownerId, lesson.proposed.by].includes(member.userId)}
            onEdit={setEdited}
          />
        ))}
      </ul>
    );
  const retired = of('retired');
  return (
    <Page
      title="Lessons"
      lead={`What your team tells its agents, in its own words, and whether it is kept. ${of('adopted').length} adopted · ${of('proposed').length} proposed`}
      action={<Button onClick={() => setEdited({ text: '', repository })}>New lesson</Button>}
    >
      <NativeSelect
        className={styles.filter ?? ''}
        aria-label="Repository"
        value={repository ?? ''}
        data={[
          { value: '', label: 'All repositories' },
          ...[...repositories].map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => {
          const value = event.currentTarget.value;
          void navigate({ search: value ? { repository: value } : {} });
        }}
      />
      {!data && <Skeleton height={160} />}
      {data && lessons.length === 0 && (
        <Empty
          icon={<IconBulb size={22} />}
          title="No lessons yet"
          text="A remark that reviewers write again and again can be an instruction to every agent of the team. Start from a discussion, a confirmed finding or a review, or write one."
        />
      )}
      {list('Proposed lessons', of('proposed'))}
      {list('Adopted lessons', of('adopted'))}
      {!repository && <Offers offers={offersOf(rules, lessons)} onPick={setEdited} />}
      <Failures repository={repository} repositories={repositories} onPick={setEdited} />
      {repository && (
        <KeptRules
          repository={repository}
          taken={new Set(lessons.flatMap(({ check }) => check ?? []))}
          onPick={setEdited}
        />
      )}
      {retired.length > 0 && (
        <details className={styles.section}>
          <summary>{retired.length} retired</summary>
          {list('Retired lessons', retired)}
        </details>
      )}
      <Adopters />
      {started.error && <p role="alert">{started.error.message}</p>}
      {start && (
        <LessonDialog start={start} repositories={repositories} mayAdopt={mayAdopt} onClose={close} />
      )}
    </Page>
  );
}

/** Who adopts. */
function Adopters() {
  const { mayManage } = useMe();
  const { data } = useQuery(lessonPolicyQuery);
  const { setPolicy } = useLessons();
  if (!data) return null;
  if (!mayManage)
    return (
      <p className={styles.policy}>
        {data.adopters === 'admins' ? 'Admins adopt lessons.' : 'Every member adopts lessons.'}
      </p>
    );
  return (
    <Switch
      className={styles.policy ?? ''}
      label="Every member may adopt and retire lessons"
      description="Otherwise only admins do. Everybody may propose."
      checked={data.adopters === 'members'}
      disabled={setPolicy.isPending}
      onChange={(event) =>
        setPolicy.mutate(
          { adopters: event.currentTarget.checked ? 'members' : 'admins' },
          { onError: toastError },
        )
      }
    />
  );
}
