import type { SetLegalHold } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** Legal holds, in force and over; for admins. */
export const legalHoldsQuery = queryOptions({
  queryKey: keys.legalHolds,
  queryFn: async ({ signal }) => (await client.listLegalHolds({}, { signal })).legalHolds,
});

export function useLegalHolds() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: keys.legalHolds });
  return {
    set: useMutation({ mutationFn: (wanted: SetLegalHold) => client.setLegalHold(wanted), onSuccess }),
    lift: useMutation({
      mutationFn: (said: { legalHoldId: string; agreed: boolean }) => client.liftLegalHold(said),
      onSuccess,
    }),
  };
}
