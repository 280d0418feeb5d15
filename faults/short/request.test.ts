import { clock } from '../clock.ts';
import { diskFull } from '../disk-full.ts';
import { testShortly } from '../kit/short.ts';
import { retries } from '../retries.ts';
import { slowStore } from '../slow-store.ts';
import { smuggling } from '../smuggling.ts';

const mayMount = process.getuid?.() === 0;

testShortly([
  [retries, 'postgres', 150],
  [clock, 'nats', 3],
  [slowStore, 'nats', 3],
  [smuggling, 'sqlite'],
  // A disk to fill up has to be mounted.
  ...(mayMount ? [[diskFull, 'sqlite'] as const] : []),
]);
