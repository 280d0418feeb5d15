import type { AuditAction } from '@debrief/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Which entries of the log are wanted; everything by default. */
export interface AuditFilter {
  action?: AuditAction | undefined;
  actorId?: string | undefined;
  /** Days back from now. */
  days?: number | undefined;
}

const dayMs = 24 * 60 * 60_000;

export const auditQuery = ({ action, actorId, days }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.audit, action, actorId, days],
    queryFn: ({ pageParam, signal }) =>
      client.listAudit(
        {
          ...(action && { action }),
          ...(actorId && { actorId }),
          ...(days && { from: new Date(Date.now() - days * dayMs).toISOString() }),
          ...(pageParam && { cursor: pageParam }),
          limit: 100,
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
