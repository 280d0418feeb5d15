import { looksRandom } from '../../judge.ts';
import { pattern, prefixed, type Rule } from '../../rule.ts';
import { ALNUM, END, GUID, HEX, WORD } from './piece.ts';

/** Watching what runs. */
export const observationFormats: readonly Rule[] = [
  prefixed('newrelic', ['NRAK-', 'NRBR-', 'NRII-', 'NRJS-', 'NRRA-'], `[A-Za-z0-9_-]{19,42}`),
  pattern('newrelic', ['NRAL'], /(?<![0-9a-z])[0-9a-f]{36}NRAL(?![0-9A-Za-z])/, { before: 36 }),
  prefixed('sentry', 'sntrys_', `eyJ[A-Za-z0-9+/=_-]{20,400}`),
  prefixed('sentry', ['sntryu_', 'sntryi_', 'sntrya_'], `${HEX}{64}`),
  pattern('sentry-dsn', ['://'], /:\/\/([0-9a-f]{32}(?::[0-9a-f]{32})?)(?=@[\w.-]{1,80}\/\d)/),
  prefixed('dynatrace', ['dt0c01.', 'dt0s01.', 'dt0s16.'], '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  prefixed('honeycomb', ['hcaik_', 'hcxik_', 'hcalk_'], `${ALNUM}{32,64}${END}`),
  prefixed('posthog', ['phx_', 'phs_'], `${ALNUM}{32,60}${END}`),
  prefixed('launchdarkly', ['sdk-', 'api-', 'mob-'], `${GUID}`),
  prefixed('axiom', ['xaat-', 'xapt-'], GUID),
  prefixed('grafana', 'eyJrIjoi', '[A-Za-z0-9+/]{60,400}={0,2}'),
  prefixed('datadog', ['ddapi_', 'ddapp_', 'ddpat_'], `${ALNUM}{30,60}${END}`),
  prefixed('grafana', ['glc_', 'glsa_'], '[A-Za-z0-9+/_=]{30,400}'),
  prefixed('statsig', 'secret-', `${ALNUM}{40,60}${END}`, looksRandom),
];

/** Everything else with an account. */
export const servicesFormats: readonly Rule[] = [
  prefixed('linear', ['lin_oauth_', 'lin_wh_'], `${ALNUM}{32,70}`),
  prefixed('notion', 'secret_', `${ALNUM}{43}${END}`, looksRandom),
  prefixed('figma', ['figo_', 'figu_', 'figuh_', 'figdh_'], `${WORD}{36,60}`),
  prefixed('hubspot', ['pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'], GUID),
  prefixed('typeform', 'tfp_', '[A-Za-z0-9_.-]{40,70}'),
  prefixed('readme', 'rdme_', `[a-z0-9]{70}`),
  prefixed('contentful', 'CFPAT-', `${WORD}{40,50}`),
  prefixed('dropbox', 'sl.', `(?:u\\.)?${WORD}{120,1200}`),
  prefixed('facebook', 'EAA', `${ALNUM}{80,300}${END}`),
  prefixed('twitter', 'AAAAAAAAAAAAAAAAAAAAA', '[A-Za-z0-9%]{60,120}', (secret) => /%|\d/.test(secret)),
  prefixed('mapbox', 'sk.eyJ', `${WORD}{50,120}\\.${WORD}{20,30}`),
  prefixed('frameio', 'fio-u-', `[A-Za-z0-9_=-]{64}`),
  prefixed('inngest', ['signkey-prod-', 'signkey-test-', 'signkey-branch-'], `${HEX}{32,64}`),
  prefixed('trigger', ['tr_dev_', 'tr_prod_', 'tr_stg_', 'tr_pat_'], `${ALNUM}{20,48}${END}`),
  prefixed('shopify', ['shptka_', 'shprt_', 'shpua_', 'shpit_'], `${ALNUM}{32,64}${END}`),
  prefixed('okta', 'SSWS ', `00${WORD}{40}`),
  prefixed('onesignal', ['os_v2_app_', 'os_v2_org_'], '[a-z0-9]{80,120}'),
  prefixed('apify', 'apify_api_', `${ALNUM}{36,46}${END}`),
  prefixed('lob', ['live_pub_', 'test_pub_'], `${HEX}{30,40}`),
  prefixed('workos', ['sk_test_a2V5', 'sk_live_a2V5'], '[A-Za-z0-9+/=_-]{40,120}'),
  prefixed('debrief', ['mk_live_', 'mk_test_', 'dt_', 'pat_'], `${ALNUM}{38}${END}`),
  prefixed('linear', 'lin_api_', `${ALNUM}{32,70}`),
  prefixed('notion', 'ntn_', `${ALNUM}{40,60}${END}`),
  prefixed('figma', 'figd_', `${WORD}{30,60}`),
  prefixed('shopify', ['shppa_', 'shpca_', 'shpat_', 'shpss_'], `${ALNUM}{32,64}${END}`),
  prefixed('1password', 'ops_ey', '[A-Za-z0-9+/_=-]{100,2000}'),
  prefixed('settlemint', ['sm_aat_', 'sm_pat_', 'sm_sat_'], `${ALNUM}{16,40}`),
  prefixed('clickup', 'pk_', `\\d{5,10}_[A-Z0-9]{32}${END}`),
  prefixed('instagram', ['IGQV', 'IGAA'], `${WORD}{100,300}`),
  prefixed('vk', 'vk1.a.', `${WORD}{80,300}`),
];
