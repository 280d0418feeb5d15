import { endingCrash } from '../broken-off/ending.ts';
import { testShortly } from '../kit/short.ts';

testShortly([
  [endingCrash, 'sqlite', 2],
  [endingCrash, 'postgres', 1],
  [endingCrash, 'nats', 1],
]);
