/** What stands in the address of the audit log. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  /** Days back from now. */
  days?: number;
}

const dayCounts = [1, 7, 30];

export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined;
  const [actor, action] = [text(raw.actor), text(raw.action)];
  return {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(dayCounts.includes(raw.days as number) && { days: raw.days as number }),
  };
}
