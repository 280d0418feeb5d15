import { COMMANDS } from './commands.ts';
import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER, WORD } from './random.ts';

/** What must disappear, and the text around it where the secret is one only by its place. */
export type Sample = { secret: string; text?: string; record?: unknown };
type Kind = (random: Random) => Sample | string;

const hex = (length: number) => (random: Random) => random.text(HEX, length);
const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-');
const armour = (label: string, magic: string, length: number) => (random: Random) => {
  const body = magic + random.text(BASE64, length);
  const lines = body.match(/.{1,64}/g)?.join('\n') ?? '';
  const dashes = '-'.repeat(5);
  return {
    secret: body.slice(64, 128),
    text: `${dashes}BEGIN ${label}${dashes}\n${lines}\n${dashes}END ${label}${dashes}`,
  };
};
const base64 = (text: string) => Buffer.from(text).toString('base64url');
const password = (random: Random) =>
  `${random.text(LOWER, 5)}${random.pick([...'!#*+?'])}${random.text(ALNUM, 6)}${random.below(90) + 10}`;
const under =
  (text: (secret: string, random: Random) => string, make: (random: Random) => string): Kind =>
  (random) => {
    const secret = make(random);
    return { secret, text: text(secret, random) };
  };

/** Tokens that are known by their form: prefix, alphabet, length. Prefixes are joined so that no scanner trips. */
const FORMS: Record<string, readonly [prefix: string, alphabet: string, length: number]> = {
  'aws access key': ['AK'.concat('IA'), `${UPPER}234567`, 16],
  'aws temporary key': ['AS'.concat('IA'), `${UPPER}234567`, 16],
  'google api': ['AI'.concat('za'), WORD, 35],
  'google oauth secret': ['GOC'.concat('SPX-'), WORD, 28],
  'google access token': ['ya'.concat('29.a0'), WORD, 160],
  'github personal': ['gh'.concat('p_'), ALNUM, 36],
  'github oauth': ['gh'.concat('o_'), ALNUM, 36],
  'github server': ['gh'.concat('s_'), ALNUM, 36],
  'github fine-grained': ['github'.concat('_pat_'), ALNUM, 82],
  'gitlab personal': ['gl'.concat('pat-'), WORD, 20],
  'gitlab runner': ['gl'.concat('rt-'), WORD, 20],
  'gitlab deploy': ['gl'.concat('dt-'), WORD, 20],
  'slack bot': ['xo'.concat('xb-'), DIGIT, 0],
  'slack client': ['xo'.concat('xc-'), DIGIT, 0],
  'stripe live': ['sk'.concat('_live_'), ALNUM, 24],
  'stripe restricted': ['rk'.concat('_live_'), ALNUM, 99],
  'stripe webhook': ['wh'.concat('sec_'), ALNUM, 32],
  'debrief live': ['sk'.concat('_live_'), WORD, 43],
  'debrief test': ['sk'.concat('_test_'), WORD, 43],
  'openai legacy': ['sk'.concat('-'), ALNUM, 48],
  'openai project': ['sk'.concat('-proj-'), WORD, 120],
  'anthropic api': ['sk'.concat('-ant-api03-'), WORD, 93],
  'anthropic oauth': ['sk'.concat('-ant-oat01-'), WORD, 86],
  'anthropic admin': ['sk'.concat('-ant-admin01-'), WORD, 93],
  openrouter: ['sk'.concat('-or-v1-'), HEX, 64],
  huggingface: ['h'.concat('f_'), ALNUM, 34],
  groq: ['gs'.concat('k_'), ALNUM, 52],
  perplexity: ['pp'.concat('lx-'), ALNUM, 48],
  xai: ['xa'.concat('i-'), ALNUM, 80],
  replicate: ['r'.concat('8_'), ALNUM, 37],
  nvidia: ['nv'.concat('api-'), WORD, 64],
  npm: ['np'.concat('m_'), ALNUM, 36],
  pypi: ['py'.concat('pi-AgEIcHlwaS5vcmc'), WORD, 140],
  rubygems: ['ruby'.concat('gems_'), HEX, 48],
  docker: ['dckr'.concat('_pat_'), WORD, 27],
  digitalocean: ['do'.concat('p_v1_'), HEX, 64],
  heroku: ['HR'.concat('KU-AA'), WORD, 58],
  fly: ['fo'.concat('1_'), WORD, 43],
  render: ['rn'.concat('d_'), ALNUM, 32],
  netlify: ['nf'.concat('p_'), ALNUM, 36],
  vercel: ['vc'.concat('p_'), ALNUM, 56],
  supabase: ['sb'.concat('p_'), HEX, 40],
  'supabase secret': ['sb'.concat('_secret_'), WORD, 31],
  planetscale: ['pscale'.concat('_tkn_'), WORD, 43],
  doppler: ['dp'.concat('.st.prd.'), ALNUM, 43],
  pulumi: ['pu'.concat('l-'), HEX, 40],
  'vault service': ['hv'.concat('s.'), WORD, 95],
  atlassian: ['ATA'.concat('TT3xFfGF0'), WORD, 180],
  databricks: ['da'.concat('pi'), HEX, 32],
  sonar: ['sq'.concat('p_'), HEX, 40],
  postman: ['PM'.concat('AK-'), HEX, 0],
  shopify: ['sh'.concat('pat_'), HEX, 32],
  square: ['sq0'.concat('csp-'), WORD, 43],
  razorpay: ['rzp'.concat('_live_'), ALNUM, 14],
  newrelic: ['NR'.concat('AK-'), UPPER + DIGIT, 27],
  'sentry user': ['snt'.concat('ryu_'), HEX, 64],
  'grafana cloud': ['gl'.concat('c_'), ALNUM, 120],
  honeycomb: ['hc'.concat('aik_'), ALNUM, 58],
  posthog: ['ph'.concat('x_'), ALNUM, 43],
  linear: ['lin'.concat('_api_'), ALNUM, 40],
  notion: ['nt'.concat('n_'), DIGIT, 0],
  'notion legacy': ['sec'.concat('ret_'), ALNUM, 43],
  figma: ['fi'.concat('gd_'), WORD, 40],
  contentful: ['CF'.concat('PAT-'), WORD, 43],
  facebook: ['EA'.concat('A'), ALNUM, 160],
  alibaba: ['LT'.concat('AI5t'), ALNUM, 20],
  buildkite: ['bk'.concat('ua_'), HEX, 40],
  tailscale: ['ts'.concat('key-auth-k'), ALNUM, 0],
  'age key': ['AGE-'.concat('SECRET-KEY-1'), 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58],
};

/** Forms whose body has several parts. */
const BODIES: Record<string, (random: Random) => string> = {
  'slack bot': (random) => `${random.text(DIGIT, 12)}-${random.text(DIGIT, 12)}-${random.text(ALNUM, 24)}`,
  'slack client': (random) => `${random.text(DIGIT, 12)}-${random.text(DIGIT, 12)}-${random.text(HEX, 64)}`,
  postman: (random) => `${random.text(HEX, 24)}-${random.text(HEX, 34)}`,
  notion: (random) => random.text(DIGIT, 11) + random.text(ALNUM, 35),
  tailscale: (random) => `${random.text(ALNUM, 10)}CNTRL-${random.text(ALNUM, 32)}`,
};

const PLACES: Record<string, Kind> = {
  jwt: (random) =>
    `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(JSON.stringify({ sub: random.text(DIGIT, 10) }))}.${random.text(WORD, 43)}`,
  'rsa key': armour(`RSA ${'PRIVATE'} KEY`, 'MIIEpAIBAAKCAQEA', 1500),
  'pkcs8 key': armour(`${'PRIVATE'} KEY`, 'MIIEvQIBADANBgkqhkiG9w0B', 1500),
  'ec key': armour(`EC ${'PRIVATE'} KEY`, 'MHcCAQEEI', 150),
  'encrypted key': armour(`ENCRYPTED ${'PRIVATE'} KEY`, 'MIIFHDBOBgkqhkiG9w0B', 1500),
  'openssh key': armour(`OPENSSH ${'PRIVATE'} KEY`, 'b3BlbnNzaC1rZXktdjEAAAAA', 1800),
  'pgp key': armour(`PGP ${'PRIVATE'} KEY BLOCK`, 'lQdGBGR', 2000),
  sendgrid: (random) => `${'S'.concat('G.')}${random.text(WORD, 22)}.${random.text(WORD, 43)}`,
  mailgun: (random) => `${'ke'.concat('y-')}${random.text(HEX, 32)}`,
  telegram: under(
    (secret, random) => `${random.text('123456789', 10)}:${secret}`,
    (random) => `AA${random.text(WORD, 33)}`,
  ),
  'slack webhook': under(
    (secret) => `https://hooks.${'slack'}.com/services/${secret}`,
    (random) => `T${random.text(UPPER, 9)}/B${random.text(UPPER, 9)}/${random.text(ALNUM, 24)}`,
  ),
  'discord webhook': under(
    (secret, random) => `https://discord.com/api/webhooks/${random.text('123456789', 18)}/${secret}`,
    (random) => random.text(WORD, 68),
  ),
  'discord bot': under(
    (secret) => `DISCORD_TOKEN=${secret}`,
    (random) => `M${random.text(ALNUM, 25)}.${random.text(WORD, 6)}.${random.text(WORD, 38)}`,
  ),
  'azure storage': under(
    (secret) =>
      `DefaultEndpointsProtocol=https;AccountName=prod;AccountKey=${secret};EndpointSuffix=core.windows.net`,
    (random) => `${random.text(BASE64, 86)}==`,
  ),
  'azure client secret': (random) => `${random.text(ALNUM, 3)}8${'Q'.concat('~')}${random.text(ALNUM, 34)}`,
  'azure sas': under(
    (secret) => `https://prod.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig=${secret}`,
    (random) => `${random.text(ALNUM, 43)}%3D`,
  ),
  'aws secret key': under(
    (secret) => `aws_secret_access_key = ${secret}`,
    (random) => random.text(BASE64, 40),
  ),
  'aws session token': under(
    (secret) => `export AWS_SESSION_TOKEN="${secret}"`,
    (random) => `${random.text(BASE64, 300)}==`,
  ),
  'twilio token': under((secret) => `TWILIO_AUTH_TOKEN=${secret}`, hex(32)),
  'datadog key': under((secret) => `DD_API_KEY: ${secret}`, hex(32)),
  'heroku legacy': under((secret) => `heroku config:set HEROKU_API_KEY=${secret}`, uuid),
  'cloudflare token': under(
    (secret) => `CLOUDFLARE_API_TOKEN=${secret}`,
    (random) => random.text(WORD, 40),
  ),
  'algolia key': under((secret) => `"algolia_admin_key": "${secret}"`, hex(32)),
  'mailchimp key': under(
    (secret) => `MAILCHIMP_API_KEY='${secret}'`,
    (random) => `${random.text(HEX, 32)}-us${random.below(20) + 1}`,
  ),
  'airtable token': under(
    (secret) => `airtable token: ${secret}`,
    (random) => `pat${random.text(ALNUM, 14)}.${random.text(HEX, 64)}`,
  ),
  'crates token': under(
    (secret) => `cargo login --token ${secret}`,
    (random) => `cio${random.text(ALNUM, 32)}`,
  ),
  npmrc: under((secret) => `//registry.example.net/:_authToken=${secret}`, uuid),
  'postgres url': under(
    (secret) => `DATABASE_URL=postgres://svc:${secret}@db.internal:5432/app`,
    (random) => random.text(ALNUM, 14),
  ),
  'mysql url': under((secret) => `mysql://app:${secret}@10.0.0.4/app`, password),
  'mongodb url': under(
    (secret) => `mongodb+srv://app:${secret}@c0.abcde.mongodb.net/?retryWrites=true`,
    (random) => random.text(ALNUM, 16),
  ),
  'redis url': under(
    (secret) => `redis://:${secret}@cache.internal:6379/0`,
    (random) => random.text(ALNUM, 24),
  ),
  'amqp url': under(
    (secret) => `amqps://svc:${secret}@mq.internal/vhost`,
    (random) => random.text(ALNUM, 20),
  ),
  'basic-auth url': under(
    (secret) => `curl https://deploy:${secret}@git.internal/x.git`,
    (random) => random.text(ALNUM, 12),
  ),
  'git url token': under(
    (secret) => `https://x-access-token:${secret}@git.internal/x.git`,
    (random) => random.text(ALNUM, 40),
  ),
  'url query token': under(
    (secret) => `GET /v1/items?access_token=${secret}&page=2`,
    (random) => random.text(ALNUM, 32),
  ),
  'sentry dsn': under(
    (secret, random) => `https://${secret}@o1234.ingest.sentry.io/${random.text('123456789', 7)}`,
    hex(32),
  ),
  'bearer header': under(
    (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.internal`,
    (random) => random.text(ALNUM, 40),
  ),
  'basic header': under(
    (secret) => `authorization: Basic ${secret}`,
    (random) => Buffer.from(`svc:${random.text(ALNUM, 16)}`).toString('base64'),
  ),
  'bare bearer': under(
    (secret) => `sent with Bearer ${secret} and it worked`,
    (random) => random.text(ALNUM, 32),
  ),
  'token header': under(
    (secret) => `X-Api-Key: ${secret}`,
    (random) => random.text(ALNUM, 32),
  ),
  'service header': under(
    (secret) => `'X-Service-Secret': '${secret}'`,
    (random) => random.text(WORD, 43),
  ),
  'cookie header': under(
    (secret) => `Cookie: theme=dark1234; session=${secret}`,
    (random) => random.text(ALNUM, 40),
  ),
  'set-cookie header': under(
    (secret) => `Set-Cookie: sid=${secret}; Path=/; HttpOnly`,
    (random) => random.text(ALNUM, 40),
  ),
  'env line': under(
    (secret) => `PORT=4000\nSESSION_SECRET=${secret}\nDEBUG=1`,
    (random) => random.text(ALNUM, 32),
  ),
  'env password': under((secret) => `export DB_PASSWORD='${secret}'`, password),
  'yaml password': under((secret) => `db:\n  user: app\n  password: "${secret}"\n`, password),
  'json password': under((secret) => `{"user":"app","password":"${secret}"}`, password),
  'escaped json secret': under(
    (secret) => `{\\"client_secret\\": \\"${secret}\\"}`,
    (random) => random.text(ALNUM, 32),
  ),
  'code api key': under(
    (secret) => `const client = new Client({ apiKey: '${secret}' });`,
    (random) => random.text(ALNUM, 32),
  ),
  'flag password': under((secret) => `mysqladmin --user app --password ${secret} status`, password),
  'docker auth': under(
    (secret) => `{"auths":{"ghcr.io":{"auth":"${secret}"}}}`,
    (random) => Buffer.from(`ci:${random.text(ALNUM, 20)}`).toString('base64'),
  ),
  'ado connection': under((secret) => `Server=db;User Id=sa;Pwd=${secret};Encrypt=true`, password),
  'sshpass command': under((secret) => `sshpass -p '${secret}' ssh host`, password),
  'mysql command': under((secret) => `mysql -u root -p${secret} app`, password),
  'redis command': under(
    (secret) => `redis-cli -h cache -a ${secret} ping`,
    (random) => random.text(ALNUM, 24),
  ),
  'docker env': under((secret) => `ENV SECRET_KEY_BASE ${secret}`, hex(128)),
  'setter call': under(
    (secret) => `config.set('apiKey', '${secret}')`,
    (random) => random.text(ALNUM, 24),
  ),
  'xml element': under((secret) => `<password>${secret}</password>`, password),
  'kube config': under(
    (secret) => `    client-key-data: ${secret}`,
    (random) => random.text(BASE64, 400),
  ),
  netrc: under((secret) => `machine git.internal login ci password ${secret}`, password),
  'curl user': under((secret) => `curl -s -u ci:${secret} https://ci.internal`, password),
  wireguard: under(
    (secret) => `[Interface]\nPrivateKey = ${secret}\nAddress = 10.0.0.2/32`,
    (random) => `${random.text(BASE64, 43)}=`,
  ),
  'entropy near word': under(
    (secret) => `Use the staging token below\tplease: see ${secret}`,
    (random) => random.text(ALNUM, 48),
  ),
  'stated secret': under((secret) => `the api key is ${secret}.`, hex(32)),
  'record password': (random) => {
    const secret = password(random);
    return { secret, record: { tool: 'login', input: { user: 'ann', password: secret } } };
  },
  'record token': (random) => {
    const secret = random.text(HEX, 40);
    return { secret, record: { headers: [{ accessToken: secret }] } };
  },
  'record set-cookie': (random) => {
    const secret = random.text(ALNUM, 24);
    return { secret, record: { headers: { 'Set-Cookie': [`sid=${secret}; Path=/`] } } };
  },
  'record cookie': (random) => {
    const secret = random.text(ALNUM, 40);
    return { secret, record: { headers: { cookie: `sid=${secret}`, authorization: `Bearer ${secret}` } } };
  },
};

export const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...Object.entries(FORMS).map(([kind, [prefix, alphabet, length]]): [string, Kind] => [
    kind,
    (random) => prefix + (BODIES[kind]?.(random) ?? random.text(alphabet, length)),
  ]),
  ...Object.entries(PLACES),
  ...Object.entries(COMMANDS),
]);
