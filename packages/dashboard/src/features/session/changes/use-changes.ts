import type { ChangedFile } from '@debrief/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { loadChanges } from '../../../api/reading/transcript.ts';

const maxPages = 20;

/** The files a session changed, in the order of their first change. */
export const useChangedFiles = (sessionId: string, foldedTo: number) =>
  useQuery({
    queryKey: ['changes', sessionId, 'files', foldedTo],
    queryFn: async ({ signal }) => {
      const files: ChangedFile[] = [];
      let cursor: string | undefined;
      let total = 0;
      for (let page = 0; page < maxPages; page++) {
        const answer = await loadChanges({ sessionId, ...(cursor && { cursor }) }, signal);
        files.push(...answer.files);
        total = answer.totalFiles;
        if (answer.nextCursor === null) break;
        cursor = answer.nextCursor;
      }
      return { files, total };
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What changed in one file. */
export const useFileChanges = (sessionId: string, path: string | undefined, foldedTo: number) =>
  useQuery({
    queryKey: ['changes', sessionId, 'file', path, foldedTo],
    queryFn: ({ signal }) => loadChanges({ sessionId, path: path ?? '' }, signal),
    enabled: path !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
