import type { AuditAction } from '@debrief/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const auditQuery = (action: AuditAction | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.audit, action ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.listAudit(
        { ...(action && { action }), ...(pageParam && { cursor: pageParam }), limit: 50 },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
