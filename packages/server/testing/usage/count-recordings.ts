import { createFold } from '@debrief/transcript';
import { moreWorkSessions, recordedFiles, workSessions } from '../../../transcript/src/testing/corpus.ts';
import { eventsOf } from '../../../transcript/src/testing/read-all.ts';
import { type CountedRow, countedAgents, IndependentCount } from './independent-count.ts';

/** Prints what the recordings beside the repository used: as their readers say, and by an independent count. */

const sum = (rows: Iterable<CountedRow>): number =>
  [...rows].reduce((total, row) => total + row.input + row.output + row.cacheRead + row.cacheWrite, 0);

const once = new IndependentCount();
let added = 0;
for (const recordings of [recordedFiles, workSessions, moreWorkSessions]) {
  const agents = new Map<string, { files: number; requests: number; tokens: number; differ: number }>();
  for (const { agent, name, records } of recordings()) {
    if (!countedAgents.includes(agent) || !name.endsWith('.jsonl')) continue;
    const alone = new IndependentCount();
    for (const count of [alone, once]) count.add(agent, name, records);
    const fold = createFold(agent);
    fold.feed(eventsOf(records));
    const { input, output, cacheRead, cacheWrite, requests } = fold.summary().usage;
    const tokens = input + output + cacheRead + cacheWrite;
    const of = agents.get(agent) ?? { files: 0, requests: 0, tokens: 0, differ: 0 };
    of.files++;
    of.requests += requests;
    of.tokens += tokens;
    if (tokens !== sum(alone.rows.values())) of.differ++;
    agents.set(agent, of);
    added += tokens;
  }
  for (const [agent, figures] of agents) console.log(recordings.name, agent, JSON.stringify(figures));
}
console.log(
  `files added up: ${added} tokens; each request once: ${sum(once.rows.values())}, ${once.rows.size} requests`,
);
