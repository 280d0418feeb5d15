import { busOutage } from './bus-outage.ts';
import { concurrency } from './concurrency.ts';
import { hostileText } from './hostile-text.ts';
import { testShortly } from './kit/short.ts';
import { rollingRestart } from './rolling-restart.ts';
import { stalledReaders } from './stalled-readers.ts';
import { storeOutage } from './store-outage.ts';

/** Those that measure how long somebody waits; nothing else runs beside them. */
testShortly([
  [storeOutage, 'postgres', 2],
  [busOutage, 'nats', 2],
  [concurrency, 'nats', 200],
  [hostileText, 'sqlite'],
  [stalledReaders, 'sqlite'],
  [rollingRestart, 'nats'],
]);
