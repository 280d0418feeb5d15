import type { InviteMember, LeavingChoice, Member, Role } from '@debrief/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useObservable } from '../use-observable.ts';
import { authState } from './auth.ts';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const membersQuery = queryOptions({
  queryKey: keys.members,
  queryFn: async ({ signal }) => (await client.listMembers({}, { signal })).users,
  staleTime: 30_000,
});

/** The signed-in person as a member. What they may not do is not offered; the server decides either way. */
export function useMe(): { member: Member | undefined; role: Role; mayManage: boolean } {
  const state = useObservable(authState);
  const email = 'email' in state ? state.email.toLowerCase() : '';
  const { data } = useQuery(membersQuery);
  const member = data?.find((one) => one.status === 'active' && one.email.toLowerCase() === email);
  const role = member?.role ?? 'member';
  return { member, role, mayManage: role !== 'member' };
}

export function useInviteMember() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: InviteMember) => {
      const member = await client.inviteMember(input);
      return client.inviteByLink({ userId: member.userId });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.members }),
  });
}

export const useInvitationLink = () =>
  useMutation({ mutationFn: (userId: string) => client.inviteByLink({ userId, handOver: true }) });

export function useChangeMember() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { userId: string; role: Role }) => client.changeMember(input),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.members }),
  });
}

export function useRemoveMember() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { userId: string; sessions: LeavingChoice }) => client.removeMember(input),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.members });
      await queries.invalidateQueries({ queryKey: keys.dataRequests });
    },
  });
}
