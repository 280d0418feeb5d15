import { erasureCrash } from '../broken-off/erasure-crash.ts';
import { testShortly } from '../kit/short.ts';

testShortly([
  [erasureCrash, 'sqlite', 2],
  [erasureCrash, 'postgres', 1],
  [erasureCrash, 'nats', 2],
]);
