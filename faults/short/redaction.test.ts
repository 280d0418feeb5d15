import { redactionCrash } from '../broken-off/redaction.ts';
import { testShortly } from '../kit/short.ts';

testShortly([
  [redactionCrash, 'sqlite', 2],
  [redactionCrash, 'postgres', 1],
  [redactionCrash, 'nats', 1],
]);
