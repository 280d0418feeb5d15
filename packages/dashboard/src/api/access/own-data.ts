import { DebriefError, isErrorCode } from '@debrief/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedFetch, client } from '../client.ts';
import { keys } from '../keys.ts';

/** How much of what is stored of oneself. */
export const ownDataQuery = queryOptions({
  queryKey: keys.ownData,
  queryFn: ({ signal }) => client.getOwnData({}, { signal }),
});

export const downloadOwnData = (): Promise<Blob> => downloadLines('/v1/organizations/me/own-data/download');

/** Lines of any length; the browser keeps what is large on its disk. */
export async function downloadLines(path: string): Promise<Blob> {
  const response = await authorizedFetch(path);
  if (response.ok) return response.blob();
  const { code, error } = (await response.json().catch(() => ({}))) as { code?: unknown; error?: unknown };
  throw isErrorCode(code) && typeof error === 'string'
    ? new DebriefError(code, error)
    : new Error('The download failed.');
}
