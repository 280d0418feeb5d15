import { join } from 'node:path';
import { type Agent, fields, instant, known, type Surroundings, text } from '../agent.ts';
import { type Found, isJsonl, sourceOf, stem, walk } from '../walk.ts';

const homeOf = ({ home }: Surroundings): string => join(home, '.cursor');

function place(file: Found) {
  const below = file.segments.slice(2);
  const name = stem(below.at(-1) ?? '');
  const session = below.length > 1 ? (below[0] ?? name) : name;
  if (!below.includes('subagents')) return sourceOf(file, { agentId: 'cursor', externalId: session });
  return sourceOf(file, { agentId: 'cursor', externalId: session, part: name, subagent: { id: name } });
}

/** The transcripts Cursor writes for tooling. They name neither folder nor time; hooks add what they can. */
export const cursor: Agent = {
  agentId: 'cursor',
  name: 'Cursor',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const files = await walk(
      join(homeOf(where), 'projects'),
      (segments) => segments[1] === 'agent-transcripts' && isJsonl(segments),
      5,
    );
    return files.map(place);
  },
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.cwd), version: text(r.cursor_version), at: instant(r.timestamp) });
  },
};
