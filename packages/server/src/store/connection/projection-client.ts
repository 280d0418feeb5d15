import pg from 'pg';
import { inProjectionSchema } from '../../domain/projection-version.ts';

/** A connection on which `projection` is the schema of this version. */
export class ProjectionClient extends pg.Client {}

const { query } = pg.Client.prototype as { query(this: pg.Client, ...args: unknown[]): unknown };

function renamed(first: unknown): unknown {
  if (typeof first === 'string') return inProjectionSchema(first);
  const { text } = first as { text?: unknown };
  if (typeof text !== 'string') return first;
  const own = inProjectionSchema(text);
  return own === text ? first : { ...(first as object), text: own };
}

// Its many signatures have one thing in common: the statement comes first.
Object.defineProperty(ProjectionClient.prototype, 'query', {
  value(this: pg.Client, first: unknown, ...rest: unknown[]) {
    return query.call(this, renamed(first), ...rest);
  },
});
