import type { AddEndpoint, ChangeEndpoint } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export const endpointsQuery = queryOptions({
  queryKey: keys.endpoints,
  queryFn: async ({ signal }) => (await client.listEndpoints({}, { signal })).endpoints,
});

/** The newest; asked for again and again while something is on its way. */
export const deliveriesQuery = (endpointId: string) =>
  queryOptions({
    queryKey: keys.deliveries(endpointId),
    queryFn: async ({ signal }) => (await client.listDeliveries({ endpointId }, { signal })).deliveries,
    refetchInterval: 3000,
  });

/** Everything that is done with endpoints. */
export function useEndpoints() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keys.endpoints });
  return {
    add: useMutation({ mutationFn: (given: AddEndpoint) => client.addEndpoint(given), onSettled }),
    change: useMutation({
      mutationFn: (change: ChangeEndpoint & { endpointId: string }) => client.changeEndpoint(change),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (endpointId: string) => client.removeEndpoint({ endpointId }),
      onSettled,
    }),
    rotate: useMutation({
      mutationFn: (endpointId: string) => client.rotateEndpoint({ endpointId }),
      onSettled,
    }),
    test: useMutation({ mutationFn: (endpointId: string) => client.testEndpoint({ endpointId }), onSettled }),
    retry: useMutation({
      mutationFn: (one: { endpointId: string; deliveryId: string }) => client.retryDelivery(one),
      onSettled,
    }),
  };
}
