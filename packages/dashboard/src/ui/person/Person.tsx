import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery } from '../../api/member.ts';
import { Name } from '../text/Name.tsx';
import { visibleText } from '../text/visible.ts';
import { personNames } from './person-name.ts';

/** What a person is called, by their id. Somebody who has left has no name here any more. */
export function usePersonName(): (userId: string) => string {
  const { data } = useQuery(membersQuery);
  return useMemo(() => {
    const names = personNames(data ?? []);
    return (userId) => names.get(userId) ?? (data ? 'former member' : '…');
  }, [data]);
}

export function Person({ userId }: { userId: string }) {
  const nameOf = usePersonName();
  const { data } = useQuery(membersQuery);
  const email = data?.find((member) => member.userId === userId)?.email;
  return (
    <span {...(email && { title: visibleText(email) })}>
      <Name text={nameOf(userId)} />
    </span>
  );
}
