const hour = 3_600_000;

/** Closed, or silent for an hour: nothing more is to be expected for now. */
export const isQuietAt = (session: { status: string; updatedAt: number }, now: number): boolean =>
  session.status !== 'active' || session.updatedAt <= now - hour;
