import {
  after,
  alnum,
  b64,
  base64,
  chosen,
  hex,
  type Make,
  mixed,
  urlSafe,
  uuid,
  type Ways,
} from './value.ts';

/** Tokens that say by their form whose they are, in places that say nothing. */
const FORMS: Readonly<Record<string, Make>> = {
  'stripe live': after(['sk', 'live', ''], alnum(24)),
  'stripe restricted': after(['rk', 'live', ''], alnum(40)),
  'stripe webhook': after(['whsec', ''], alnum(32)),
  'github classic': after(['ghp', ''], alnum(36)),
  'github fine': after(['github', 'pat', ''], (r) => `${alnum(22)(r)}_${alnum(59)(r)}`),
  'github app': after(['ghs', ''], alnum(36)),
  'github refresh': after(['ghr', ''], alnum(36)),
  'gitlab pat': after(['glpat', ''], urlSafe(20), '-'),
  'gitlab runner': after(['glrt', ''], urlSafe(20), '-'),
  'gitlab deploy': after(['gldt', ''], urlSafe(20), '-'),
  'slack bot': after(
    ['xoxb', ''],
    (r) => `${r.text('0123456789', 12)}-${r.text('0123456789', 12)}-${alnum(24)(r)}`,
    '-',
  ),
  'slack app': after(
    ['xapp', '1', ''],
    (r) => `A${alnum(10)(r)}-${r.text('0123456789', 13)}-${hex(64)(r)}`,
    '-',
  ),
  'openai project': after(['sk', 'proj', ''], urlSafe(120), '-'),
  'openai service': after(['sk', 'svcacct', ''], urlSafe(80), '-'),
  anthropic: after(['sk', 'ant', 'api03', ''], (r) => `${urlSafe(93)(r)}AA`, '-'),
  'anthropic oauth': after(['sk', 'ant', 'oat01', ''], (r) => `${urlSafe(93)(r)}AA`, '-'),
  openrouter: after(['sk', 'or', 'v1', ''], hex(64), '-'),
  'aws key id': after(['AK', 'IA'], (r) => r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16), ''),
  'google api': after(['AI', 'za'], (r) => `Sy${urlSafe(33)(r)}`, ''),
  'google oauth': after(['ya', '29.'], urlSafe(120), ''),
  'google client secret': after(['GOCSPX', ''], urlSafe(28), '-'),
  npm: after(['npm', ''], alnum(36)),
  pypi: after(['pypi', ''], (r) => `AgEIcHlwaS5vcmc${urlSafe(120)(r)}`, '-'),
  sendgrid: after(['SG', ''], (r) => `${urlSafe(22)(r)}.${urlSafe(43)(r)}`, '.'),
  mailgun: after(['key', ''], hex(32), '-'),
  twilio: after(['S', 'K'], hex(32), ''),
  'digital ocean': after(['dop', 'v1', ''], hex(64)),
  heroku: after(['HRKU', ''], (r) => `AA${urlSafe(58)(r)}`, '-'),
  vault: after(['hv', 's.'], urlSafe(95), ''),
  terraform: (r) => `${alnum(14)(r)}.${['atlas', 'v1'].join('')}.${urlSafe(67)(r)}`,
  doppler: after(['dp', 'pt', ''], alnum(43), '.'),
  'hugging face': after(['hf', ''], (r) =>
    r.text('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 34),
  ),
  replicate: after(['r8', ''], alnum(37)),
  groq: after(['gsk', ''], alnum(52)),
  xai: after(['xai', ''], alnum(80), '-'),
  perplexity: after(['pplx', ''], alnum(48), '-'),
  linear: after(['lin', 'api', ''], alnum(40)),
  notion: after(['ntn', ''], alnum(46)),
  figma: after(['figd', ''], urlSafe(40)),
  postman: after(['PMAK', ''], (r) => `${hex(24)(r)}-${hex(34)(r)}`, '-'),
  shopify: after(['shpat', ''], hex(32)),
  databricks: after(['da', 'pi'], hex(32), ''),
  grafana: after(['glsa', ''], (r) => `${alnum(32)(r)}_${hex(8)(r)}`),
  sentry: after(
    ['sntrys', ''],
    (r) => `${b64('{"iat":1687336543.698059,"url":null}').replace(/=+$/, '')}_${alnum(43)(r)}`,
  ),
  'new relic': after(['NRAK', ''], (r) => r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 27), '-'),
  tailscale: after(['tskey', 'auth', ''], (r) => `${alnum(16)(r)}-${alnum(32)(r)}`, '-'),
  planetscale: after(['pscale', 'tkn', ''], urlSafe(43)),
  supabase: after(['sbp', ''], hex(40)),
  'supabase secret': after(['sb', 'secret', ''], urlSafe(31)),
  'docker pat': after(['dckr', 'pat', ''], urlSafe(27)),
  telegram: (r) => `7${r.text('0123456789', 9)}:AA${urlSafe(33)(r)}`,
  discord: (r) => `${b64(`1${r.text('0123456789', 17)}`)}.${alnum(6)(r)}.${urlSafe(38)(r)}`,
  airtable: (r) => `pat${alnum(14)(r)}.${hex(64)(r)}`,
  atlassian: after(['ATA', 'TT3'], (r) => `xFfGF0${urlSafe(180)(r)}=${r.text('0123456789ABCDEF', 8)}`, ''),
  'azure devops': (r) => `${alnum(76)(r)}AZDO${alnum(4)(r)}`,
  'azure client secret': (r) => `${alnum(3)(r)}8Q~${alnum(34)(r)}`,
  rubygems: after(['rubygems', ''], hex(48)),
  'age key': after(['AGE', 'SECRET', 'KEY', '1'], (r) => r.text('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58), '-'),
  'fly io': after(['fm', '2_'], (r) => `l${base64(90)(r)}`, ''),
  pulumi: after(['pul', ''], hex(40), '-'),
  'vercel blob': after(['vercel', 'blob', 'rw', ''], (r) => `${alnum(16)(r)}_${alnum(30)(r)}`),
  resend: after(['re', ''], (r) => `${alnum(8)(r)}_${alnum(24)(r)}`),
  'cloudflare ca': after(['v1.0', ''], (r) => `${hex(24)(r)}-${hex(146)(r)}`, '-'),
  langsmith: after(['lsv2', 'pt', ''], (r) => `${hex(32)(r)}_${hex(10)(r)}`),
  contentful: after(['CFPAT', ''], urlSafe(43), '-'),
  square: after(['EAAA', ''], urlSafe(60), ''),
};

const PLACES: readonly ((s: string) => string)[] = [
  (s) => `value was ${s} before`,
  (s) => `["x","${s}",3]`,
  (s) => `grep: match ${s}\n`,
  (s) => `https://api.x.test/${s}/me`,
  (s) => `<td>${s}</td>`,
  (s) => `x=${s};y=2`,
  (s) => `(${s})`,
];

const bearer: Ways = Object.fromEntries(
  Object.entries(FORMS).map(([name, make], index) => [
    `token: ${name}`,
    [make, PLACES[index % PLACES.length] as (s: string) => string],
  ]),
);

export const TOKENS: Ways = {
  ...bearer,
  'private key wrapped': [
    base64(1200),
    (s) =>
      `${['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')}\n${s.replace(/(.{64})/g, '$1\n')}\n${['-----END RSA', 'PRIVATE KEY-----'].join(' ')}`,
  ],
  'openssh key indented': [
    base64(280),
    (s) =>
      `  key: |\n    ${['-----BEGIN OPENSSH', 'PRIVATE KEY-----'].join(' ')}\n    ${s.replace(/(.{70})/g, '$1\n    ')}\n    ${['-----END OPENSSH', 'PRIVATE KEY-----'].join(' ')}`,
  ],
  'key without end': [
    base64(1200),
    (s) => `${['-----BEGIN EC', 'PRIVATE KEY-----'].join(' ')}\n${s.replace(/(.{64})/g, '$1\n')}`,
  ],
  'putty key': [base64(300), (s) => `Private-Lines: 5\n${s.replace(/(.{64})/g, '$1\n')}\nPrivate-MAC: 00`],
  'jwk private': [urlSafe(43), (s) => JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: s })],
  'jwk octet': [urlSafe(43), (s) => JSON.stringify({ kty: 'oct', alg: 'HS256', k: s })],
  'pgp block': [
    base64(600),
    (s) =>
      `${['-----BEGIN PGP', 'PRIVATE KEY BLOCK-----'].join(' ')}\n\n${s.replace(/(.{64})/g, '$1\n')}\n=abcd\n${['-----END PGP', 'PRIVATE KEY BLOCK-----'].join(' ')}`,
  ],
  'slack hook': [alnum(24), (s) => `posting to https://hooks.slack.com/services/T0ABCDEF1/B0ABCDEF1/${s} ok`],
  'teams hook': [
    hex(32),
    (s) => `https://corp.webhook.office.com/webhookb2/${'a'.repeat(8)}@b/IncomingWebhook/${s}/c`,
  ],
  'zapier hook': [alnum(30), (s) => `ZAP_HOOK_SECRET_URL=https://x.test/h/${s}`],
  'sentry dsn old': [hex(32), (s) => `https://${hexOf(s)}:${s}@sentry.io/1234`],
  'telegram url': [urlSafe(35), (s) => `https://api.telegram.org/bot7000000001:${s}/getMe`],
  'basic auth no scheme': [chosen, (s) => `kim:${s}@db.corp.test:5432/shop`],
  amqp: [mixed, (s) => `amqps://app:${encodeURIComponent(s)}@mq.corp.test/vh`],
  'redis only pw': [alnum(24), (s) => `rediss://:${s}@r.corp.test:6380/0`],
  'mongo query': [
    chosen,
    (s) => `mongodb://h1,h2/?replicaSet=r&authSource=admin&password=${encodeURIComponent(s)}`,
  ],
  'uuid key named': [uuid, (s) => `HEROKU_API_KEY: ${s}`],
};
function hexOf(text: string): string {
  return Buffer.from(text).toString('hex').slice(0, 32);
}
