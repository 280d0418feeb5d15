import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** The settings in force that decide what is recorded of whom and who reads it. */
export const privacyQuery = queryOptions({
  queryKey: keys.privacy,
  queryFn: ({ signal }) => client.getPrivacy({}, { signal }),
});
