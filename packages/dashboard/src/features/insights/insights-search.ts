/** What the page of Insights is asked for, as it stands in the address. */
export interface InsightsSearch {
  repository?: string;
  agent?: string;
  /** Only one's own sessions. */
  of?: 'me';
  /** How many weeks; twelve when absent. */
  weeks?: 26 | 52;
}

const text = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined;

/** What cannot be understood is dropped. */
export function readInsightsSearch(raw: Record<string, unknown>): InsightsSearch {
  const [repository, agent] = [text(raw.repository, 6000), text(raw.agent, 64)];
  const weeks = ([26, 52] as const).find((one) => String(one) === String(raw.weeks));
  return {
    ...(repository !== undefined && { repository }),
    ...(agent !== undefined && { agent }),
    ...(raw.of === 'me' && { of: 'me' as const }),
    ...(weeks !== undefined && { weeks }),
  };
}
