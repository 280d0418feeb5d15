import { busOutage } from './bus-outage.ts';
import { clock } from './clock.ts';
import { concurrency } from './concurrency.ts';
import { diskFull } from './disk-full.ts';
import { hostileText } from './hostile-text.ts';
import { testShortly } from './kit/short.ts';
import { retries } from './retries.ts';
import { rollingRestart } from './rolling-restart.ts';
import { smuggling } from './smuggling.ts';
import { stalledReaders } from './stalled-readers.ts';
import { storeOutage } from './store-outage.ts';

const mayMount = process.getuid?.() === 0;

testShortly([
  [storeOutage, 'postgres', 2],
  [busOutage, 'nats', 2],
  [retries, 'postgres', 150],
  [concurrency, 'nats', 200],
  [clock, 'nats', 3],
  [smuggling, 'sqlite'],
  [hostileText, 'sqlite'],
  [stalledReaders, 'sqlite'],
  [rollingRestart, 'nats'],
  // A disk to fill up has to be mounted.
  ...(mayMount ? [[diskFull, 'sqlite'] as const] : []),
]);
