import { looksRandom } from '../judge.ts';
import { pattern, prefixed, type Rule } from '../rule.ts';

const HEX = '[0-9a-f]';
const ALNUM = '[A-Za-z0-9]';
const WORD = '[A-Za-z0-9_-]';
const GUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;
const END = '(?![A-Za-z0-9])';

/** Models and what serves them. */
const ai: Rule[] = [
  prefixed('anthropic', 'sk-ant-', `[a-z]{3,8}\\d\\d-${WORD}{20,200}`),
  // Keys of the many services that copied the `sk-` shape (OpenRouter, DeepSeek, Langfuse, Helicone …) as well.
  prefixed('openai', 'sk-', `(?:[a-z0-9]{2,10}-){0,2}${WORD}{20,200}`, looksRandom),
  prefixed('google-api', 'AIza', `${WORD}{35}`),
  prefixed('google-oauth', 'GOCSPX-', `${WORD}{20,40}`),
  prefixed('google-oauth', 'ya29.', `${WORD}{20,400}`),
  prefixed('google-oauth', '1//0', `${WORD}{40,120}`),
  prefixed('perplexity', 'pplx-', `${ALNUM}{32,64}${END}`),
  prefixed('xai', 'xai-', `${ALNUM}{60,100}${END}`),
  prefixed('replicate', 'r8_', `${ALNUM}{30,45}${END}`),
  prefixed('huggingface', ['hf_', 'api_org_'], `${ALNUM}{30,45}${END}`),
  prefixed('langsmith', ['lsv2_pt_', 'lsv2_sk_'], `${HEX}{32}_${HEX}{10}`),
  prefixed('fireworks', 'fw_', `${ALNUM}{22,30}${END}`, looksRandom),
  prefixed('together', 'tgp_v1_', `${WORD}{40,50}`),
  prefixed('elevenlabs', 'sk_', `${HEX}{48}${END}`),
  prefixed('nvidia', 'nvapi-', `${WORD}{50,80}`),
  prefixed('cerebras', 'csk-', `[a-z0-9]{40,60}${END}`),
  prefixed('tavily', 'tvly-', `(?:dev-|prod-)?${ALNUM}{28,48}${END}`),
  prefixed('firecrawl', 'fc-', `${HEX}{32}${END}`),
  prefixed('pinecone', 'pcsk_', `${ALNUM}{4,8}_${ALNUM}{50,80}${END}`),
];

/** Where things run. */
const cloud: Rule[] = [
  prefixed('alibaba', 'LTAI', `${ALNUM}{12,24}${END}`, looksRandom),
  prefixed('tencent', 'AKID', `${ALNUM}{32}${END}`, looksRandom),
  pattern(
    'azure-storage',
    ['accountkey=', 'sharedaccesskey='],
    /[A-Za-z]{10,16}=([A-Za-z0-9+/]{40,100}={0,2})/i,
  ),
  pattern('azure-sas', ['sig='], /(?<=[?&;])sig=([A-Za-z0-9%+/]{40,80}(?:%3d|=)?)/i),
  pattern('azure-ad', digits('Q~'), /(?<![\w~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![\w~.-])/, {
    before: 3,
  }),
  pattern('azure-devops', ['AZDO'], /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/, {
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
  pattern('terraform', ['.atlasv1.'], /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/, {
    before: 14,
  }),
  prefixed('cloudflare-origin', 'v1.0-', `${HEX}{24}-${HEX}{146}`),
  prefixed('openshift', 'sha256~', `${WORD}{43}`),
  prefixed('prefect', ['pnu_', 'pnb_'], `${ALNUM}{36}${END}`),
  prefixed('yandex', ['AQVN', 't1.'], `${WORD}{35,210}(?:\\.${WORD}{86}={0,2})?`, looksRandom),
  prefixed('scaleway', 'SCW', `[A-Z0-9]{17}${END}`, looksRandom),
];

/** Code, packages, builds. */
const forge: Rule[] = [
  prefixed(
    'gitlab',
    [
      ...['glptt-', 'gldt-', 'glrt-', 'glrtr-', 'glcbt-', 'glsoat-', 'glimt-', 'glagent-', 'gloas-', 'glft-'],
      ...['glffct-', 'glwt-', 'GR1348941'],
    ],
    '[A-Za-z0-9_.-]{20,128}',
  ),
  prefixed('atlassian', ['ATATT3', 'ATCTT3', 'ATBB', 'ATLASSIAN3'], '[A-Za-z0-9_=-]{24,250}'),
  prefixed('pypi', 'pypi-', `Ag${WORD}{50,400}`),
  prefixed('rubygems', 'rubygems_', `${HEX}{48}`),
  prefixed('nuget', 'oy2', `[a-z0-9]{43}${END}`),
  prefixed('clojars', 'CLOJARS_', `${HEX}{60}`),
  prefixed('packagist', ['packagist_ort_', 'packagist_uut_', 'packagist_oat_'], `${HEX}{60,68}`),
  prefixed('jfrog', ['AKCp', 'cmVmdGtu'], `${ALNUM}{50,80}${END}`),
  prefixed('sonar', ['sqp_', 'squ_', 'sqa_', 'sqco_'], `${HEX}{40}${END}`),
  prefixed('circleci', ['CCIPAT_', 'CCIPRJ_'], `${ALNUM}{22}_${HEX}{40}`),
  prefixed('buildkite', ['bkua_', 'bkct_', 'bkaj_'], `${ALNUM}{30,60}${END}`),
  prefixed('sourcegraph', ['sgp_', 'slk_'], `(?:(?:${HEX}{16}|local)_)?${HEX}{40,64}${END}`),
  prefixed('docker', 'dckr_oat_', `${WORD}{27,40}`),
  prefixed('postman', 'PMAK-', `${HEX}{24}-${HEX}{34}`),
  prefixed('jsr', 'jsrp_', `${ALNUM}{30,60}${END}`),
  prefixed('snyk', ['snyk_uat.', 'snyk_sat.'], `${HEX}{8}\\.${WORD}{30,400}(?:\\.${WORD}{10,200}){0,2}`),
];

/** Mail, chat, notices. */
const messaging: Rule[] = [
  prefixed(
    'slack',
    ['xoxc-', 'xoxd-', 'xoxe-', 'xoxe.xoxb-', 'xoxe.xoxp-', 'xoxs-'],
    '[A-Za-z0-9%+/=-]{20,300}',
  ),
  pattern(
    'slack-webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:workflows|triggers|services)\/([\w/+-]{30,120})/i,
  ),
  pattern('discord', ['/api/webhooks/'], /\/api\/webhooks\/\d{15,20}\/([\w-]{60,80})/),
  pattern('telegram', [':AA'], /(?<=(?<!\d)\d{8,10}):(AA[\w-]{32,34})(?![\w-])/),
  prefixed('mailgun', ['key-', 'pubkey-'], `${HEX}{32}${END}`),
  // secretlint's SendGrid rule takes no more than one hyphen; real keys have several.
  prefixed('sendgrid', 'SG.', `${WORD}{20,24}\\.${WORD}{39,50}`),
  prefixed('brevo', ['xkeysib-', 'xsmtpsib-'], `${HEX}{64}-${ALNUM}{16}`),
  prefixed('resend', 're_', `${ALNUM}{8}_${ALNUM}{20,30}${END}`, looksRandom),
  pattern('teams-webhook', ['.webhook.office.com/'], /\.webhook\.office\.com\/webhookb2\/([\w@/-]{60,250})/i),
  pattern('zapier', ['hooks.zapier.com/'], /hooks\.zapier\.com\/hooks\/catch\/([\w/]{10,60})/i),
  prefixed('knock', ['sk_knock_'], `${WORD}{30,60}`),
];

/** Money. */
const payment: Rule[] = [
  prefixed('stripe', 'whsec_', '[A-Za-z0-9+/=]{24,80}'),
  prefixed('square', ['sq0atp-', 'sq0csp-', 'sq0idp-'], `${WORD}{22,50}`),
  prefixed('square', 'EAAA', `${WORD}{58,62}(?!${WORD})`),
  prefixed('paypal', ['access_token$production$', 'access_token$sandbox$'], `[0-9a-z]{16}\\$${HEX}{32}`),
  prefixed('plaid', ['access-sandbox-', 'access-development-', 'access-production-'], GUID),
  prefixed('razorpay', ['rzp_live_', 'rzp_test_'], `${ALNUM}{14,24}${END}`),
  prefixed('adyen', 'AQE', '[A-Za-z0-9+/_=.-]{80,250}'),
  prefixed('flutterwave', ['FLWSECK-', 'FLWSECK_TEST-'], `${ALNUM}{12,40}(?:-X)?`),
  prefixed('paddle', ['pdl_live_apikey_', 'pdl_sdbx_apikey_'], `[a-z0-9]{26}_${ALNUM}{22}_${ALNUM}{3}`),
  prefixed('shippo', ['shippo_live_', 'shippo_test_'], `${HEX}{40}`),
  prefixed('easypost', ['EZAK', 'EZTK'], `${ALNUM}{54}${END}`),
  prefixed('duffel', ['duffel_live_', 'duffel_test_'], `${WORD}{43}`),
  prefixed('paystack', ['sk_live_', 'sk_test_'], `${WORD}{20,100}`, looksRandom),
];

/** Watching what runs. */
const observation: Rule[] = [
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
];

/** Everything else with an account. */
const services: Rule[] = [
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
];

function digits(suffix: string): string[] {
  return [...'0123456789'].map((digit) => digit + suffix);
}

/** Known formats that secretlint's preset misses, or takes too narrowly. */
export const formatRules: readonly Rule[] = [
  ...ai,
  ...cloud,
  ...forge,
  ...messaging,
  ...payment,
  ...observation,
  ...services,
];
