import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads anew what the server says has changed. A first reading that is under way may have begun before the change, and
 * the library would take its answer for the new one: it is broken off.
 */
export async function readAnew(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
