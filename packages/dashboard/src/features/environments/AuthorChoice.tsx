import type { Environment } from '@debrief/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSetAuthor } from '../../api/author.ts';
import { environmentName } from '../../api/environment.ts';
import { membersQuery } from '../../api/member.ts';
import { Person, usePersonName } from '../../ui/person/Person.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** Whose machine it is; admins may say so. */
export function AuthorChoice({ environment, mayManage }: { environment: Environment; mayManage: boolean }) {
  const { environmentId, authorUserId } = environment;
  const members = useQuery({ ...membersQuery, enabled: mayManage });
  const nameOf = usePersonName();
  const set = useSetAuthor();
  if (!mayManage) {
    return authorUserId ? <Person userId={authorUserId} /> : <span>No author</span>;
  }
  const active = (members.data ?? []).filter(({ status }) => status === 'active');
  return (
    <NativeSelect
      size="xs"
      aria-label={`Author of the sessions of ${visibleText(environmentName(environment))}`}
      value={authorUserId ?? ''}
      disabled={set.isPending}
      onChange={(event) =>
        set.mutate(
          { environmentId, userId: event.currentTarget.value || null },
          { onSuccess: () => toast('Author changed.'), onError: toastError },
        )
      }
      data={[
        { value: '', label: 'No author' },
        ...active.map(({ userId }) => ({ value: userId, label: visibleText(nameOf(userId)) })),
      ]}
    />
  );
}
