import { DatabaseSync } from 'node:sqlite';
import { projectionPragmas } from '../sqlite-schema.ts';

/** Pages written in one step: some milliseconds during which nothing else is written there. */
const step = 200;

/**
 * Rewrites the search index without the words of chunks that are gone: a deletion only notes that they are, and the
 * words stay in the index until it is merged. In short steps; `rest` is called between two.
 */
export function mergeSearchIndex(path: string, rest: () => void): void {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    db.exec(projectionPragmas);
    const merge = db.prepare("insert into search_index (search_index, rank) values ('merge', ?)");
    const changes = () => Number(db.prepare('select total_changes() as n').get()?.n);
    // A negative number puts everything into one merge; steps that change next to nothing have ended it.
    for (let pages = -step; ; pages = step) {
      const before = changes();
      merge.run(pages);
      if (changes() - before < 2) return;
      rest();
    }
  } finally {
    db.close();
  }
}
