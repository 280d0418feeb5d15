import { fairShare } from '../fair-share.ts';
import { testShortly } from '../kit/short.ts';

testShortly([[fairShare, 'sqlite']]);
