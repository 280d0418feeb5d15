import { COMMANDS } from './commands.ts';
import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER, WORD } from './random.ts';
import { TOKEN_FORMS } from './token-forms.ts';

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

/** Secrets that are known by what stands around them, and tokens of several parts. */
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
  ...TOKEN_FORMS,
  ...Object.entries(PLACES),
  ...Object.entries(COMMANDS),
]);
