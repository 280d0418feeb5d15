import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { foldedSql, stampSql } from '../../domain/findings/stamp.ts';
import type { Rows } from '../reading/reader.ts';

/** What looks at a session came to, while it is as it was: answers by the names of their questions. */
export interface KeptAnswer {
  sessionId: string;
  stamp: string;
  answers: Record<string, unknown>;
}

/** Writes answers about sessions that are still as they were looked at. They can be had again: nothing waits for it. */
export type WriteAnswers = (kept: readonly KeptAnswer[]) => Promise<void>;

export async function readAnswers(
  rows: Rows,
  among: string,
  sessionIds: readonly string[],
): Promise<KeptAnswer[]> {
  const found = await rows<{ sessionId: string; stamp: string; answers: string }>(
    `select session_id as "sessionId", stamp, answers from projection.session_answers where session_id ${among}`,
    [JSON.stringify(sessionIds)],
  );
  return found.map((one) => ({ ...one, answers: JSON.parse(one.answers) as KeptAnswer['answers'] }));
}

/** Who folds a session is not kept waiting for long. */
const patience = 200;

export const answersToFile =
  (path: string): WriteAnswers =>
  async (kept) => {
    const file = new DatabaseSync(path);
    try {
      file.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
        BEGIN IMMEDIATE`);
      // Where its row is as it was, nobody has begun to remove what is derived from it.
      const put = file.prepare(
        `insert into session_answers select p.session_id, ?2, ?3 from session_statistics p where p.session_id = ?1
            and ?2 like ${foldedSql} || ' %'
          on conflict (session_id) do update set stamp = excluded.stamp, answers = excluded.answers`,
      );
      for (const { sessionId, stamp, answers } of kept) put.run(sessionId, stamp, JSON.stringify(answers));
      file.exec('COMMIT');
    } finally {
      file.close();
    }
  };

/** The row of the session is held until the end, so that whoever deletes it, or takes words out, waits. */
export const answersToPostgres =
  (pool: pg.Pool): WriteAnswers =>
  async (kept) => {
    await pool.query(
      `insert into projection.session_answers
        select p.session_id, k.stamp, k.answers
          from unnest($1::text[], $2::text[], $3::text[]) as k (session_id, stamp, answers)
          join sessions s on s.session_id = k.session_id
          join projection.session_statistics p on p.session_id = k.session_id
          where k.stamp = ${stampSql}
          order by p.session_id for key share of s
        on conflict (session_id) do update set stamp = excluded.stamp, answers = excluded.answers`,
      [
        kept.map(({ sessionId }) => sessionId),
        kept.map(({ stamp }) => stamp),
        kept.map(({ answers }) => JSON.stringify(answers)),
      ],
    );
  };
