import type { Context } from '../context.ts';

/** Sessions of a repository have another key from now on, and so has what was derived from them. */
export async function adoptRepository(
  context: Context,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const moved = await context.store.repository.adopt(organizationId, from, to);
  if (moved > 0) await context.store.statistics.adopt(organizationId, from, to);
}
