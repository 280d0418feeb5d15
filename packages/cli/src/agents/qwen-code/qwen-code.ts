import { join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { isJsonl, sourceOf, stem, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string =>
  env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(home, '.qwen');

export const qwenCode: Agent = {
  agentId: 'qwen-code',
  name: 'Qwen Code',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(
      join(homeOf(where), 'projects'),
      (segments) => isJsonl(segments) && segments[1] === 'chats',
      4,
    );
    return files.map((file) =>
      sourceOf(file, { agentId: 'qwen-code', externalId: stem(file.segments.at(-1) ?? '') }),
    );
  },
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd),
      gitBranch: text(r.gitBranch),
      version: text(r.version),
      at: instant(r.timestamp),
    });
  },
};
