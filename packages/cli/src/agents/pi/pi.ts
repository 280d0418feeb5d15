import { join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { isJsonl, sourceOf, stem, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string => env.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent');

export const pi: Agent = {
  agentId: 'pi',
  name: 'pi',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(join(homeOf(where), 'sessions'), isJsonl, 3);
    // <time>_<uuid>.jsonl; the header repeats the uuid.
    return files.map((file) => {
      const name = stem(file.segments.at(-1) ?? '');
      return sourceOf(file, { agentId: 'pi', externalId: name.slice(name.indexOf('_') + 1) });
    });
  },
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.cwd), at: instant(r.timestamp) });
  },
};
