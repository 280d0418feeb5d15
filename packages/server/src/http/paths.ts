import { type Route, routes } from '@debrief/contract';

/** Which methods a path of the route table takes: for 405 and OPTIONS, which Fastify answers as 404 (H2, H4). */
export function methodsByPath(extra: Record<string, string[]> = {}): (path: string) => string[] | undefined {
  const byPath = new Map<string, Set<string>>(
    Object.entries(extra).map(([path, methods]) => [path, new Set(methods)]),
  );
  for (const row of Object.values<Route>(routes)) {
    const methods = byPath.get(row.path) ?? new Set();
    byPath.set(row.path, methods.add(row.method));
    if (row.method === 'GET') methods.add('HEAD');
    methods.add('OPTIONS');
  }
  const table = [...byPath].map(([path, methods]) => ({
    parts: path.split('/'),
    methods: [...methods],
  }));
  return (path) => {
    const given = path.split('/');
    // `…/inbox/read` is a path of its own, and an id may be called that, too: each has its methods.
    const found = table.filter(({ parts }) => isAt(parts, given));
    return found.length === 0 ? undefined : [...new Set(found.flatMap(({ methods }) => methods))].sort();
  };
}

/** A part in braces stands for any text that is not empty. */
const isAt = (parts: readonly string[], given: readonly string[]): boolean =>
  parts.length === given.length &&
  parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : given[index] === part));
