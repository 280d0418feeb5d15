import { readdirSync } from 'node:fs';
import type { RecordedFile } from './corpus.ts';

const folder = new URL('../agents/', import.meta.url);

/** What lies beside a reader: a small session, and records of the kinds that are not in it. */
interface Fixture {
  records: unknown[];
  /** Sessions of a few records each, by what they show. */
  cases?: Record<string, unknown[]>;
}

const beside = await Promise.all(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(async ({ name: agent }) => {
      const fixture: Fixture = await import(new URL(`${agent}/fixture.ts`, folder).href);
      return { agent, ...fixture };
    }),
);

/** The small session that lies beside every agent's reader: what the corpus checks go through everywhere. */
export const fixtures: RecordedFile[] = beside.map(({ agent, records }) => ({
  agent,
  name: `${agent} by hand.jsonl`,
  real: true,
  records,
}));

/** The agents that have records of more kinds beside their reader. */
export const casesOfAgents = beside.flatMap(({ agent, cases }) => (cases ? [{ agent, cases }] : []));

/** The same as sessions. */
export const caseFiles: RecordedFile[] = casesOfAgents.flatMap(({ agent, cases }) =>
  Object.entries(cases).map(([name, records]) => ({ agent, name, real: false, records })),
);
