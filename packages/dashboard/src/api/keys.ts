/** One key per thing the server knows, so that a change can say exactly what it made old. */
export const keys = {
  organization: ['organization'] as const,
  members: ['members'] as const,
  secrets: ['secrets'] as const,
  environments: ['environments'] as const,
  agents: ['agents'] as const,
  installations: ['installations'] as const,
  repositories: ['repositories'] as const,
  sessions: ['sessions'] as const,
  session: (sessionId: string) => ['session', sessionId] as const,
  audit: ['audit'] as const,
  threads: (sessionId: string) => ['threads', sessionId] as const,
  review: (sessionId: string) => ['review', sessionId] as const,
  reviews: ['reviews'] as const,
  policy: ['policy'] as const,
  inbox: ['inbox'] as const,
  inboxSettings: ['inbox-settings'] as const,
};
