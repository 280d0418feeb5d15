import { join } from 'node:path';
import { type Agent, fields, instant, known, text } from '../agent.ts';
import { isJsonl, sourceOf, stem, walk } from '../walk.ts';

export const droid: Agent = {
  agentId: 'droid',
  name: 'Droid',
  homes: (where) => [join(where.home, '.factory')],
  async find(where) {
    const files = await walk(join(where.home, '.factory', 'sessions'), isJsonl);
    return files.map((file) =>
      sourceOf(file, { agentId: 'droid', externalId: stem(file.segments.at(-1) ?? '') }),
    );
  },
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd),
      version: r.type === 'session_start' ? text(r.version) : undefined,
      at: instant(r.timestamp),
    });
  },
};
