import { isStandIn, looksRandom } from '../../judge.ts';
import { pattern, prefixed, type Rule } from '../../rule.ts';
import { ALNUM, END, GUID, HEX, WORD } from './piece.ts';

const isNoSample = (key: string) => !isStandIn(key);

/** Where things run. */
export const cloudFormats: readonly Rule[] = [
  prefixed('alibaba', 'LTAI', `${ALNUM}{12,24}${END}`, looksRandom),
  prefixed('tencent', 'AKID', `${ALNUM}{32}${END}`, looksRandom),
  pattern(
    'azure-storage',
    ['accountkey=', 'sharedaccesskey='],
    /[A-Za-z]{10,16}=([A-Za-z0-9+/]{40,100}={0,2})/i,
  ),
  pattern('azure-sas', ['sig='], /(?<=[?&;])sig=([A-Za-z0-9%+/_-]{40,80}(?:%3d|=)?)/i),
  pattern(
    'azure-ad',
    [...'0123456789'].map((digit) => `${digit}Q~`),
    /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/,
    {
      before: 3,
    },
  ),
  pattern('azure-devops', ['AZDO'], /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/, {
    before: 76,
  }),
  prefixed('digitalocean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${HEX}{64}`),
  prefixed('heroku', 'HRKU-', `${WORD}{36,70}`),
  prefixed('fly', 'fo1_', `${WORD}{43}`),
  prefixed('fly', ['fm1_', 'fm2_', 'fm1r_', 'fm1a_', 'fm2r_'], '[A-Za-z0-9+/=,_-]{80,2000}'),
  prefixed('render', 'rnd_', `${ALNUM}{24,40}${END}`),
  prefixed('netlify', ['nfp_', 'nfc_', 'nfo_', 'nfu_'], `${ALNUM}{36,40}${END}`),
  prefixed('vercel', 'vercel_blob_rw_', `${ALNUM}{10,24}_${ALNUM}{24,40}`),
  prefixed('supabase', ['sbp_', 'sbp_oauth_', 'sbp_v0_'], `${HEX}{40}`),
  prefixed('supabase', 'sb_secret_', `${WORD}{20,60}`),
  prefixed('planetscale', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[\\w.-]{32,64}'),
  prefixed('neon', 'napi_', `${ALNUM}{40,70}${END}`),
  prefixed('mongodb-atlas', 'mdb_sa_sk_', `${WORD}{32,50}`),
  prefixed(
    'doppler',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    '[A-Za-z0-9_.-]{40,64}',
  ),
  prefixed('pulumi', 'pul-', `${HEX}{40}${END}`),
  pattern('terraform', ['.atlasv1.'], /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/, {
    before: 14,
  }),
  prefixed('cloudflare-origin', 'v1.0-', `${HEX}{24}-${HEX}{146}`),
  prefixed('openshift', 'sha256~', `${WORD}{43}`),
  prefixed('prefect', ['pnu_', 'pnb_'], `${ALNUM}{36}${END}`),
  prefixed('yandex', ['AQVN', 't1.'], `${WORD}{35,210}(?:\\.${WORD}{86}={0,2})?`, looksRandom),
  prefixed('scaleway', 'SCW', `[A-Z0-9]{17}${END}`, looksRandom),
  prefixed('aws', ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AROA', 'AIDA'], `[A-Z2-7]{16}${END}`, isNoSample),
  // Temporary credentials of AWS begin with what their first bytes always are.
  prefixed('aws-session', ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'FQoGZXIvYXdz'], '[A-Za-z0-9+/=%]{80,4000}'),
  prefixed('amazon', 'amzn.mws.', GUID),
  prefixed('amazon', ['amzn1.oa2-cs.v1.'], `${HEX}{64}`),
  pattern('azure-key', ['JQQJ99'], /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{8,30}/, { before: 52 }),
  prefixed('vercel', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], `${ALNUM}{24,80}${END}`, looksRandom),
  prefixed('databricks', ['dapi'], `${HEX}{32}(?:-\\d)?${END}`),
  prefixed('vault', ['hvs.', 'hvb.', 'hvr.'], `${WORD}{24,400}`, looksRandom),
  prefixed('cloudflare', ['cfk_', 'cfut_', 'cfat_'], `${WORD}{30,80}`, looksRandom),
  prefixed('tailscale', 'tskey-', `[a-z]{3,14}-${ALNUM}{6,30}(?:-${ALNUM}{6,60}){0,2}`),
  prefixed('deno', ['ddp_', 'ddw_'], `${ALNUM}{32,45}${END}`),
  prefixed('xata', 'xau_', `${ALNUM}{36,60}${END}`),
  prefixed('aiven', 'AVNS_', `${WORD}{16,30}`),
  prefixed('cockroach', 'CCDB1_', `${ALNUM}{20,30}_${ALNUM}{30,60}`),
  prefixed('dbt', ['dbtc_', 'dbtu_'], '[A-Za-z0-9+/_=-]{36,120}'),
  prefixed('swarm', 'SWMTKN-1-', '[0-9a-z]{40,60}-[0-9a-z]{20,30}'),
  prefixed('swarm', 'SWMKEY-1-', '[A-Za-z0-9+/=]{40,60}'),
  prefixed('rancher', 'token-', `[a-z0-9]{5}:[a-z0-9]{50,60}${END}`),
  prefixed('infracost', 'ico-', `${ALNUM}{32}${END}`),
  prefixed('clickhouse', '4b1d', `${ALNUM}{38}${END}`, looksRandom),
  prefixed('harness', ['pat.'], `${WORD}{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`),
  prefixed('octopus', 'API-', `[A-Z0-9]{25,32}${END}`, looksRandom),
  prefixed('ngrok', ['ngrok_'], `${WORD}{30,60}`, looksRandom),
];
