import { join } from 'node:path';
import { type Agent, fields, instant, known, text } from '../agent.ts';
import { isJsonl, sourceOf, stem, walk } from '../walk.ts';

export const kiroCli: Agent = {
  agentId: 'kiro-cli',
  name: 'Kiro CLI',
  homes: (where) => [join(where.home, '.kiro')],
  async find(where) {
    const files = await walk(join(where.home, '.kiro', 'sessions', 'cli'), isJsonl, 3);
    return files.map((file) =>
      sourceOf(file, { agentId: 'kiro-cli', externalId: stem(file.segments.at(-1) ?? '') }),
    );
  },
  facts(record) {
    const r = fields(record);
    const data = fields(r.data);
    return known({ cwd: text(data.cwd), at: instant(fields(data.meta).timestamp) ?? instant(r.timestamp) });
  },
};
