import { readdirSync } from 'node:fs';
import type { RecordedFile } from './corpus.ts';

const folder = new URL('../agents/', import.meta.url);

/** The small session that lies beside every agent's reader: what the corpus checks go through everywhere. */
export const fixtures: RecordedFile[] = await Promise.all(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(async ({ name: agent }): Promise<RecordedFile> => {
      const beside: { records: unknown[] } = await import(new URL(`${agent}/fixture.ts`, folder).href);
      return { agent, name: `${agent} by hand.jsonl`, real: true, records: beside.records };
    }),
);
