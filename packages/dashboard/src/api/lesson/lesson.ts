import type {
  AdoptLesson,
  EditLesson,
  Lesson,
  LessonPolicy,
  ProposeLesson,
  RetireLesson,
  TryCheck,
} from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** Those that apply in a repository, or all. */
export const lessonsQuery = (repository: string | undefined) =>
  queryOptions({
    queryKey: [...keys.lessons, repository ?? ''],
    queryFn: ({ signal }) => client.listLessons({ ...(repository && { repository }) }, { signal }),
  });

/** What became of a lesson: all of one repository, or of those for all, are counted in one look at its sessions. */
export const lessonEffectQuery = ({ lessonId, repository, check, state }: Lesson) =>
  queryOptions({
    queryKey: [...keys.lessons, 'effects', repository ?? ''],
    queryFn: ({ signal }) => client.listLessonEffects({ ...(repository && { repository }) }, { signal }),
    enabled: check !== undefined && state !== 'retired',
    staleTime: 60_000,
    select: ({ effects, ...looked }) => {
      const found = effects.find((one) => one.lessonId === lessonId);
      return found && { ...looked, ...found };
    },
  });

/** Sentences of the instruction files of a repository that sessions show, and how they are kept. */
export const keptRulesQuery = (repository: string) =>
  queryOptions({
    queryKey: [...keys.lessons, 'kept', repository],
    queryFn: ({ signal }) => client.listKeptRules({ repository }, { signal }),
    staleTime: 60_000,
  });

/** Commands that do not work in a repository, or in any, again and again. */
export const repeatedFailuresQuery = (repository: string | undefined) =>
  queryOptions({
    queryKey: [...keys.lessons, 'failures', repository ?? ''],
    queryFn: ({ signal }) => client.listRepeatedFailures({ ...(repository && { repository }) }, { signal }),
    staleTime: 60_000,
  });

export const lessonPolicyQuery = queryOptions({
  queryKey: keys.lessonPolicy,
  queryFn: ({ signal }) => client.getLessonPolicy({}, { signal }),
});

export const useTryCheck = () => useMutation({ mutationFn: (check: TryCheck) => client.tryCheck(check) });

/** Everything that is done with lessons. */
export function useLessons() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.lessons });
  return {
    propose: useMutation({ mutationFn: (given: ProposeLesson) => client.proposeLesson(given), onSettled }),
    edit: useMutation({
      mutationFn: (given: EditLesson & { lessonId: string }) => client.editLesson(given),
      onSettled,
    }),
    adopt: useMutation({
      mutationFn: (given: AdoptLesson & { lessonId: string }) => client.adoptLesson(given),
      onSettled,
    }),
    retire: useMutation({
      mutationFn: (given: RetireLesson & { lessonId: string }) => client.retireLesson(given),
      onSettled,
    }),
    setPolicy: useMutation({
      mutationFn: (policy: LessonPolicy) => client.setLessonPolicy(policy),
      onSettled: () => Promise.all([onSettled(), queries.invalidateQueries({ queryKey: keys.lessonPolicy })]),
    }),
  };
}
