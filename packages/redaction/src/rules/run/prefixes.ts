import { isGibberish } from '../../gibberish.ts';
import { entropy, isHollow, looksRandom } from '../../judge.ts';
import { isDense } from './dense.ts';

/**
 * What tokens of vendors begin with. Nothing is searched for by these: a long run of the characters that tokens are made of
 * is found anyway, and looked up here. Prefixes that are too frequent to be searched for stand here, too.
 */
const VENDORS: Readonly<Record<string, string>> = {
  adafruit: 'aio_',
  appwrite: 'standard_',
  arcade: 'arc_ arc_proj',
  'bitbucket-pat': 'BBDC-',
  brex: 'bxt_',
  buildkite: 'bkat_ bkcl_ bkpi_ bkrt_',
  cashfree: 'cfsk_ma_prod_ cfsk_ma_test_',
  'cfx.re': 'cfxk_',
  checkly: 'cu_',
  'checkout.com': 'sk_sbox_',
  'chief-tools': 'ctp_',
  'clerk-machine': 'ak_ mt_',
  courier: 'pk_prod_',
  databento: 'db-',
  devcycle: 'dvc_server_',
  devin: 'apk_ apk_user_ cog_',
  dynatrace: 'dt0s02. dt0s03. dt0s04. dt0s06. dt0s08. dt0e01.',
  ebay: 'PRD- SBX-',
  elastic: 'essu_',
  endor: 'endr+',
  factory: 'fk-',
  figma: 'figt_',
  firehydrant: 'fhb-',
  flagsmith: 'ser.',
  'canadian-digital-service': 'gcntfy-',
  gitbook: 'gb_api_',
  gitea: 'gta_ gtr_',
  growthbook: 'secret_user_ secret_admin_ secret_readonly_',
  harness: 'sat.',
  honeybadger: 'hbp_ hbu_',
  hop: 'ptk_',
  hubspot: 'pat-ap1- pat-na3-',
  hyperbrowser: 'hb_',
  imagekit: 'private_',
  ionic: 'ion_',
  iterative: 'isat_',
  'jd-cloud': 'JDC_',
  klarna: 'klarna_live_api_ klarna_test_api_',
  klaviyo: 'pk_',
  lambda: 'secret_',
  linkedin: 'WPL_AP1. WPL_AP0.',
  lob: 'live_ test_',
  logfire: 'pylf_v1_ pylf_v2_',
  logicmonitor: 'lmb_ lma_',
  matrix: 'syt_ syr_ mct_ mcr_',
  mem0: 'm0-',
  mercadopago: 'APP_USR- TEST-',
  mercury: 'mercury_production_ mercury_sandbox_',
  midtrans: 'Mid-server- SB-Mid-server-',
  modal: 'as- ak-',
  netbird: 'nbp_ nbs_',
  ntfy: 'tk_',
  omise: 'skey_ skey_test_ skey_live_',
  onfido: 'api_live. api_sandbox. api_live_us. api_live_ca.',
  openvsx: 'ovsxp_',
  orbit: 'obu_ obp_',
  ory: 'ory_pat_ ory_at_ ory_rt_ ory_apikey_ ory_st_',
  pagerduty: 'pdus+_ pdeu+_',
  persona: 'persona_production_ persona_sandbox_',
  pinterest: 'pina_ pinc_ pinr_',
  plain: 'plainApiKey_',
  pubnub: 'sec-c-',
  pushbullet: 'o.',
  ramp: 'ramp_sec_ ramp_tok_ ramp_business_tok_ ramp_id_',
  runpod: 'rpa_ rps_',
  samsara: 'samsara_api_',
  scrapfly: 'scp-live- scp-test-',
  socket: 'sktsec_',
  steel: 'ste-',
  stripe: 'sk_org_ sk_org_live_ ek_live_ ek_test_ rak_live_ rak_test_',
  supermemory: 'sm_',
  surge: 'surge_',
  svix: 'testsk_ sk_svix_',
  temporal: 'tmprl_',
  thunderstore: 'tss_',
  traceloop: 'tl_',
  'val-town': 'vtwn_',
  vault: 's. b.AAAAAQ',
  wakatime: 'waka_ waka_sec_ waka_tok_ waka_ref_',
  warp: 'wk-',
  woocommerce: 'ck_ cs_',
  workato: 'wrkaus- wrkeu- wrkus- wrkjp-',
  writer: 'writer_',
  xendit: 'xnd_production_ xnd_development_ xnd_public_production_',
  yandex: 'y0_ y1_ y2_ y3_',
  zep: 'z_',
  zuplo: 'zpka_',
  'you.com': 'ydc-sk-',
};
const RULES = new Map(
  Object.entries(VENDORS).flatMap(([vendor, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, vendor]),
  ),
);

/** A word before the random half that no id has: `acme_live_…`, `tool-pat-…`. */
const SAYS = new Set(
  'live test prod production sandbox sbx staging dev sk pat key apikey secret sec token tok api oauth srv server admin priv private access refresh svc service machine webhook bot'.split(
    ' ',
  ),
);
const PUBLIC = new Set('pk pub public publishable anon client id'.split(' '));
const MOST_PREFIX = 24;
const SHORTEST = 18;
const LONGEST = 400;

/** The vendor whose token this is. */
export function vendorOf(token: string): string | undefined {
  if (token.length > LONGEST) return undefined;
  let vendor: string | undefined;
  let says = false;
  let from = 0;
  const last = Math.min(MOST_PREFIX, token.length - SHORTEST);
  for (let at = 1; at <= last; at++) {
    const code = token.charCodeAt(at - 1);
    if (code !== UNDERSCORE && code !== HYPHEN && code !== DOT) continue;
    const segment = token.slice(from, at - 1);
    if (PUBLIC.has(segment)) return undefined;
    const known = RULES.get(token.slice(0, at));
    says ||= code !== DOT && SAYS.has(segment);
    from = at;
    const body = token.slice(at);
    if (known ? isBody(body) : says && isDense(body) && isBody(body))
      vendor = known ?? vendor ?? 'vendor-token';
  }
  return vendor;
}
const UNDERSCORE = 95;
const HYPHEN = 45;
const DOT = 46;

/** Random by every look: digits among letters, no words, as many different characters as chance has. */
function isBody(body: string): boolean {
  if (body.length < SHORTEST || isHollow(body) || /\d/.test(body) === false) return false;
  if (/^[0-9a-f-]+$/.test(body)) return body.length >= 24 && /[a-f]/.test(body) && entropy(body) >= 3;
  if (WORDS.test(body)) return false;
  return (
    entropy(body) >= 3.5 && body.replace(/\D/g, '').length >= 2 && (looksRandom(body) || isGibberish(body))
  );
}
/** Two words of four small letters and more. */
const WORDS = /(?:^|[-_.])[a-z]{4,}[-_.](?:.*[-_.])?[a-z]{4,}(?:$|[-_.])/;
