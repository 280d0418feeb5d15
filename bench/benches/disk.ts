import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { amount, type Bench, type Row } from '../bench.ts';
import { type Body, hasTranscripts, proseBodies, realBodies } from '../body.ts';
import { compactSessions, fillEvents } from '../fill.ts';
import { type Subject, startSubject } from '../subject.ts';

/** Bytes of the records and events on disk, once what waits in the write-ahead log is in its place. */
async function bytesStored({ database: { config } }: Subject, compacted = false): Promise<number> {
  if (config.engine === 'sqlite') {
    const db = new DatabaseSync(config.path);
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE);');
    const number = (pragma: string) => Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    const bytes = (number('page_count') - number('freelist_count')) * number('page_size');
    db.close();
    return bytes;
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  // What a merge left behind is given back by the next vacuum.
  if (compacted) await client.query('vacuum full');
  const { rows } = await client.query(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  );
  await client.end();
  return rows[0].bytes;
}

const sets: { id: string; title: string; bodies(): Body[] }[] = [
  { id: 'prose-10', title: 'batches of 10 × 1 KB', bodies: () => proseBodies(10) },
  { id: 'prose-50', title: 'batches of 50 × 1 KB', bodies: () => proseBodies(50) },
  {
    id: 'transcripts',
    title: `${hasTranscripts ? 'real' : 'generated'} transcripts in batches of ≥ 10`,
    bodies: () => realBodies().filter(({ events }) => events.length >= 10),
  },
];

export const disk: Bench = {
  name: 'disk',
  summary: 'disk bytes per byte of event JSON',
  async run(setting) {
    const rows: Row[] = [];
    for (const kind of ['sqlite', 'postgres'] as const) {
      const subject = await startSubject(kind);
      try {
        for (const set of sets) {
          const sessions = await subject.openSessions(8);
          const before = await bytesStored(subject);
          const events = amount(setting, { full: 500_000, usual: 40_000, quick: 2000 });
          const bytes = await fillEvents(subject, { sessions, bodies: set.bodies(), events });
          const stored = (await bytesStored(subject)) - before;
          const value = stored / bytes;
          for (const sessionId of sessions) await subject.machine.completeSession({ sessionId });
          await compactSessions(subject);
          const kept = ((await bytesStored(subject, true)) - before) / bytes;
          rows.push({
            id: `disk-${kind}-${set.id}`,
            bench: 'disk',
            title: `disk bytes per byte of event JSON, ${set.title}, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
            floor: 'the events as they were sent',
            goal: { atMost: 0.3 },
            value,
            spread: [value, value],
            rounds: [value],
            note: `${(stored / 1e6).toFixed(1)} MB for ${(bytes / 1e6).toFixed(1)} MB, keys and indexes included; ${kept.toFixed(2)} once the sessions are closed and their batches merged`,
          });
        }
      } finally {
        await subject.stop();
      }
    }
    return { rows };
  },
};
