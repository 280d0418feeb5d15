import type pg from 'pg';

/** By the beginning of a statement: the rows it finds, or the error it fails with. Others find nothing. */
export type Answers = Record<string, Rows | Error | ((values: readonly unknown[]) => Rows | Promise<Rows>)>;
type Rows = Record<string, unknown>[];

export interface Asked {
  /** The beginning of the statement that `Answers` names, or its first word. */
  what: string;
  values: readonly unknown[];
}

/** A pool of connections to PostgreSQL that answers as the test says, and tells what it was asked. */
export function fakePool(answers: Answers) {
  const asked: Asked[] = [];
  let lent = 0;
  const query = async (statement: string | pg.QueryConfig, given: readonly unknown[] = []) => {
    const { text, values = given } = typeof statement === 'string' ? { text: statement } : statement;
    const [what, answer] = Object.entries(answers).find(([begin]) => text.startsWith(begin)) ?? [
      text.split(' ', 1).join(),
      [],
    ];
    asked.push({ what, values });
    if (answer instanceof Error) throw answer;
    const rows = typeof answer === 'function' ? await answer(values) : answer;
    return { rows, rowCount: rows.length };
  };
  const pool = {
    query,
    async connect() {
      lent++;
      return { query, release: () => void lent-- };
    },
  } as unknown as pg.Pool;
  return {
    pool,
    asked,
    statements: () => asked.map(({ what }) => what),
    /** Connections that were not given back. */
    lent: () => lent,
  };
}
