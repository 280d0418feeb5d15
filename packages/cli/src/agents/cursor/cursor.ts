import { join } from 'node:path';
import { type Agent, fields, instant, known, type Source, type Surroundings, text } from '../agent.ts';
import { type FoundFile, isJsonl, sourceOf, stem, walk } from '../walk.ts';
import { inChats, readChat } from './chat-store.ts';
import { composersOf, inComposers, readComposer } from './composer.ts';

const homeOf = ({ home }: Surroundings): string => join(home, '.cursor');

function place(file: FoundFile) {
  const below = file.segments.slice(2);
  const name = stem(below.at(-1) ?? '');
  const session = below.length > 1 ? (below[0] ?? name) : name;
  if (!below.includes('subagents')) return sourceOf(file, { agentId: 'cursor', externalId: session });
  return sourceOf(file, { agentId: 'cursor', externalId: session, part: name, subagent: { id: name } });
}

/** Of the doors to a conversation the first is taken: its transcript, the editor's database, the chats of the CLI. */
function eachOnce(...doors: Source[][]): Source[] {
  const taken = new Set<string>();
  return doors.flatMap((sources) => {
    const fresh = sources.filter((source) => !taken.has(source.externalId));
    for (const source of fresh) taken.add(source.externalId).add(source.part);
    return fresh;
  });
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
    const composers = await Promise.all(composersOf(where).map(inComposers));
    return eachOnce(files.map(place), composers.flat(), await inChats(join(homeOf(where), 'chats')));
  },
  rows: (source) =>
    source.path.includes('state.vscdb#')
      ? readComposer(source)
      : source.path.endsWith('store.db')
        ? readChat(source)
        : undefined,
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd),
      version: text(r.cursor_version),
      at: instant(r.timestamp) ?? instant(fields(r.bubble).createdAt) ?? instant(r.createdAt),
    });
  },
};
