import { looksRandom } from '../../judge.ts';
import { pattern, prefixed, type Rule } from '../../rule.ts';
import { ALNUM, END, HEX, WORD } from './piece.ts';

/** Formats of vendors that were missing. */
export const newerFormats: readonly Rule[] = [
  pattern('k3s', ['::server:', '::node:'], /K10[0-9a-f]{64}::(?:server|node):[\w.:-]{8,100}/, { before: 67 }),
  // Keys of Azure that say what they open: storage, Cosmos, functions, search, caches, buses, hubs, registries.
  pattern(
    'azure-key',
    ['+ASt', 'ACDb', 'AzFu', 'AzSe', '+ABa', '+AMC', 'AzCa', '+ASb', '+AEh', '+ARm', 'AIoT', '+ACR'],
    /(?<=[A-Za-z0-9+/]{30,80})(?:\+ASt|ACDb|AzFu|AzSe|\+ABa|\+AMC|AzCa|\+ASb|\+AEh|\+ARm|AIoT|\+ACR)[A-Za-z0-9+/]{4,8}={0,2}(?![A-Za-z0-9+/])/,
  ),
  prefixed('baidu', 'bce-v3/ALTAK-', `${ALNUM}{16,30}/${HEX}{40}`),
  prefixed('volcengine', 'AKLT', `${ALNUM}{36,60}${END}`, looksRandom),
  prefixed('scalingo', ['tk-us-', 'tk-eu-'], `${WORD}{48}`),
  prefixed('defined', 'dnkey-', `[a-z0-9=_-]{26}-[a-z0-9=_-]{52}`),
  prefixed('intra42', ['s-s4t2ud-', 's-s4t2af-'], `${HEX}{64}`),
  prefixed('tigris', 'tsec_', `${WORD}{40,80}`),
  prefixed('depot', 'depot_', `(?:org_|project_)?${HEX}{40,80}`),
  prefixed('stytch', ['secret-live-', 'secret-test-'], `${WORD}{30,60}=?`),
  prefixed('unkey', 'unkey_', `${ALNUM}{20,60}${END}`, looksRandom),
  prefixed('cal', ['cal_live_', 'cal_test_'], `${HEX}{32}`),
  prefixed('polar', ['polar_oat_', 'polar_pat_', 'polar_whs_'], `${ALNUM}{30,80}`),
  prefixed('daytona', 'dtn_', `${HEX}{48,80}`),
  prefixed('llamacloud', 'llx-', `${ALNUM}{40,60}${END}`),
  prefixed('context7', 'ctx7sk-', `${WORD}{20,60}`),
  prefixed('amp', 'sgamp_', `${WORD}{30,140}`),
  prefixed('cartesia', 'sk_car_', `${ALNUM}{20,40}`),
  prefixed('rootly', 'rootly_', `${HEX}{64}`),
  prefixed('akamai', 'akab-', `[a-z0-9]{16}-[a-z0-9]{16}`),
  pattern('gitlab', ['_gitlab_session='], /_gitlab_session=([0-9a-f]{32})/),
];
