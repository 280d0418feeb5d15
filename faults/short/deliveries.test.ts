import { deliveriesCrash } from '../broken-off/deliveries.ts';
import { testShortly } from '../kit/short.ts';

testShortly([[deliveriesCrash, 'postgres', 3]]);
