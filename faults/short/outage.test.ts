import { busOutage } from '../bus-outage.ts';
import { concurrency } from '../concurrency.ts';
import { testShortly } from '../kit/short.ts';
import { storeOutage } from '../store-outage.ts';

/** These measure how long somebody waits; only what waits as well runs beside them. */
testShortly([
  [storeOutage, 'postgres', 2],
  [busOutage, 'nats', 2],
  [concurrency, 'nats', 200],
]);
