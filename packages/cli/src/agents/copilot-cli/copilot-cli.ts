import { join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { sourceOf, stem, walk } from '../walk.ts';

const homeOf = ({ env, home }: Surroundings): string => env.COPILOT_HOME || join(home, '.copilot');

/** `<session>/events.jsonl`, in older versions `<session>.jsonl`. */
const isLog = (segments: string[]): boolean =>
  segments.length === 2 ? segments[1] === 'events.jsonl' : (segments[0]?.endsWith('.jsonl') ?? false);

export const copilotCli: Agent = {
  agentId: 'copilot-cli',
  name: 'Copilot CLI',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(join(homeOf(where), 'session-state'), isLog, 1);
    return files.map((file) =>
      sourceOf(file, { agentId: 'copilot-cli', externalId: stem(file.segments[0] ?? '') }),
    );
  },
  facts(record) {
    const r = fields(record);
    const data = fields(r.data);
    const context = fields(data.context);
    return known({
      cwd: text(context.cwd),
      gitBranch: text(context.branch),
      version: text(data.copilotVersion),
      at: instant(r.timestamp),
      // A resume appends after the shutdown, so only the last record counts.
      ended: r.type === 'session.shutdown',
    });
  },
};
