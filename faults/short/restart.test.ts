import { hostileText } from '../hostile-text.ts';
import { testShortly } from '../kit/short.ts';
import { rollingRestart } from '../rolling-restart.ts';

/** These measure how long somebody waits; only what waits as well runs beside them. */
testShortly([
  [rollingRestart, 'nats'],
  [hostileText, 'sqlite'],
]);
