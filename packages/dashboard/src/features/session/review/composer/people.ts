import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery } from '../../../../api/member.ts';
import { personNames } from '../../../../ui/person/person-name.ts';

export interface Mentionable {
  userId: string;
  name: string;
}

/** Members who can be mentioned, by the name they are shown with. */
export function useMentionable(): Mentionable[] {
  const { data } = useQuery(membersQuery);
  return useMemo(() => {
    const active = (data ?? []).filter(({ status }) => status === 'active');
    const names = personNames(data ?? []);
    return active.map(({ userId }) => ({ userId, name: names.get(userId) ?? userId }));
  }, [data]);
}
