import { testShortly } from '../kit/short.ts';
import { rollingRestart } from '../rolling-restart.ts';
import { stalledReaders } from '../stalled-readers.ts';

/** These measure how long somebody waits; only what waits as well runs beside them. */
testShortly([
  [stalledReaders, 'sqlite'],
  [rollingRestart, 'nats'],
]);
