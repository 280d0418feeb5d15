import { DatabaseSync } from 'node:sqlite';
import { projectionPragmas } from '../sqlite-schema.ts';

/** Pages written in one step: some milliseconds during which nothing else is written there. */
const step = 200;
/** Others write meanwhile, and may begin another merge each time. */
const maxPasses = 4;

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
    const changedBy = (pages: number): number => {
      const before = changes();
      merge.run(pages);
      return changes() - before;
    };
    // A negative number puts everything into one merge; steps that change next to nothing have ended it. But it goes on
    // with one that was under way, which had taken words along before they were deleted: then there is another to do.
    for (let pass = 0; pass < maxPasses && changedBy(-step) >= 2; pass++) {
      do rest();
      while (changedBy(step) >= 2);
    }
  } finally {
    db.close();
  }
}
