import { join } from 'node:path';
import { type Agent, fields, instant, known, text } from '../agent.ts';
import { sourceOf, walk } from '../walk.ts';

/** `wd_<slug>/<session>/agents/<agent>/wire.jsonl`; every agent but `main` is a sub-agent. */
export const kimiCode: Agent = {
  agentId: 'kimi-code',
  name: 'Kimi Code',
  homes: (where) => [join(where.home, '.kimi-code')],
  async find(where) {
    const root = join(where.home, '.kimi-code', 'sessions');
    const files = await walk(
      root,
      (segments) => segments[2] === 'agents' && segments.at(-1) === 'wire.jsonl',
      5,
    );
    return files.map((file) => {
      const [, session = '', , agent = 'main'] = file.segments;
      const nested = agent === 'main' ? {} : { part: agent, subagent: { id: agent } };
      return sourceOf(file, { agentId: 'kimi-code', externalId: session, ...nested });
    });
  },
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.workDir) ?? text(r.cwd), at: instant(r.timestamp) ?? instant(r.time) });
  },
};
