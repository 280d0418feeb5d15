import { ALNUM, BASE64, HEX, type Random } from './random.ts';

export type OddCase = { readonly kind: string; readonly context: unknown; readonly secret: string };

const bytesOf = (value: string) => [...Buffer.from(value)];
const base64 = (value: string) => Buffer.from(value).toString('base64');
const token = (random: Random) => `${random.text(ALNUM, 10)}7${random.text(ALNUM, 21)}`;
const password = (random: Random) =>
  `${random.text(ALNUM, 5)}${random.pick([...'!%^*?'])}${random.text(ALNUM, 4)}4x`;
const storageKey = (random: Random) => `${random.text(BASE64, 86)}==`;
const hexKey = (random: Random) => random.text(HEX, 32);
const clientSecret = (random: Random) => `${random.text(ALNUM, 3)}8Q~${random.text(ALNUM, 34)}`;

type Place = (value: string, random: Random) => unknown;
type Group = { readonly make: (random: Random) => string; readonly places: Readonly<Record<string, Place>> };

/** Values under a name, in the ways agents print them that nobody writes by hand. */
const NAMED: Group = {
  make: token,
  places: {
    'yaml folded': (v) => `db:\n  api_token: >-\n    ${v}\n  port: 1\n`,
    'yaml literal': (v) => `stringData:\n  API_TOKEN: |\n    ${v}\n  other: x\n`,
    'yaml next line': (v) => `client_secret:\n  ${v}\nname: a\n`,
    'yaml anchor': (v) => `auth_token: &tok ${v}\n`,
    'yaml tag': (v) => `auth_token: !!str ${v}\n`,
    'flag over a line break': (v) => `deploy \\\n  --api-token \\\n  ${v} \\\n  --region eu`,
    'flag equals line break': (v) => `deploy --api-token=\\\n${v} --region eu`,
    'flag in a list': (v) => `["deploy", "--api-token", "${v}", "--x"]`,
    'flag in lines': (v) => `args:\n  - --api-token\n  - ${v}\n  - --verbose`,
    'box table': (v) => `│ API_TOKEN   │ ${v} │\n│ PORT │ 80 │`,
    'ascii table': (v) => `+------+------+\n| access_token | ${v} |\n+------+`,
    'aligned columns': (v) => `NAME            VALUE\nPORT            80\nAPI_TOKEN       ${v}\n`,
    'tab separated': (v) => `API_TOKEN\t${v}\nPORT\t80`,
    'column of a table': (v) => ` id | name | api_token\n----+------+-----------\n  1 | ada  | ${v}\n(1 row)`,
    'column of a markdown table': (v) => `| user | client_secret |\n|---|---|\n| ada | ${v} |\n`,
    'column of csv': (v) => `id,name,api_key,created\n1,ada,${v},2026-01-01\n`,
    'insert into': (v) => `INSERT INTO apps (id, name, client_secret) VALUES (1, 'ada', '${v}');`,
    plist: (v) => `<key>apiToken</key>\n<string>${v}</string>`,
    'form data': (v) => `Content-Disposition: form-data; name="api_token"\r\n\r\n${v}\r\n--x`,
    'html input': (v) => `<input type="hidden" name="access_token" value="${v}">`,
    'html meta': (v) => `<meta name="csrf-token" content="${v}">`,
    'number array': (v) => `const apiToken = [${bytesOf(v).join(', ')}];`,
    'number array in json': (v) => `{"secret_key": [${bytesOf(v).join(',')}]}`,
    'hex bytes': (v) =>
      `uint8_t secret_key[] = {${bytesOf(v)
        .map((b) => `0x${b.toString(16)}`)
        .join(', ')}};`,
    'buffer of bytes': (v) => `const privateKey = Buffer.from([${bytesOf(v).join(', ')}]);`,
    'kubernetes data': (v) => `apiVersion: v1\nkind: Secret\ndata:\n  api-token: ${base64(v)}\n`,
    'add mask': (v) => `::add-mask::${v}\nok`,
    'set output': (v) => `echo "api_token=${v}" >> $GITHUB_OUTPUT`,
    'heroku set': (v) => `heroku config:set API_TOKEN=${v} -a app`,
    'two lines of prose': (v) => `Here is the API token:\n\n${v}\n\nKeep it safe.`,
    'code block below its name': (v) => `The client secret is:\n\`\`\`\n${v}\n\`\`\``,
    bullet: (v) => `* API key → ${v}`,
    'colon and arrow': (v) => `api_key -> ${v}`,
    'python tuple': (v) => `[("api_token", "${v}"), ("x", 1)]`,
    'map entry': (v) => `Map(2) { 'api_token' => '${v}', 'x' => 1 }`,
    'go struct dump': (v) => `{Host:db Port:1 APIToken:${v} Debug:false}`,
    'ruby inspect': (v) => `#<Config host="db", api_token="${v}">`,
    'rust debug': (v) => `Config { host: "db", api_token: "${v}" }`,
    'rust some': (v) => `api_token: Some("${v}"),`,
    'java toString': (v) => `Config(host=db, apiToken=${v}, port=1)`,
    logfmt: (v) => `level=info msg="ok" api_token=${v} dur=3ms`,
    'console.log of an object': (v) => `{\n  host: 'db',\n  apiToken: '${v}',\n}`,
    'json in json in json': (v) => JSON.stringify(JSON.stringify(JSON.stringify({ apiToken: v }))),
    'url fragment': (v) => `https://app.internal/cb#access_token=${v}&token_type=bearer`,
    'header with another name': (v) => `X-Vault-Token: ${v}`,
    'header in a list': (v) => `-H "X-Auth-Key: ${v}"`,
    'header pair': (v) => `headers.set("X-Api-Key", "${v}")`,
    'subscription key': (v) => `Ocp-Apim-Subscription-Key: ${v}`,
    'systemd environment': (v) => `Environment="API_TOKEN=${v}"`,
    'nginx header': (v) => `proxy_set_header X-Api-Key "${v}";`,
    'hcl map': (v) => `variables = {\n  "api_token" : "${v}"\n}`,
    'xml property': (v) => `<property>\n  <name>api.token</name>\n  <value>${v}</value>\n</property>`,
    'env json': (v) => ({ env: { API_TOKEN: v } }),
    'list of pairs': (v) => ({ environment: [{ name: 'API_TOKEN', value: v }] }),
    'argument list': (v) => ({ args: ['--api-token', v, '--x'] }),
    'removed line wrapped': (v) => `-  apiToken:\n-    '${v}',\n`,
    'assignment over a line break': (v) => `const apiToken =\n  "${v}";`,
    'string put together': (v) => `const apiToken = "${v.slice(0, 16)}" + "${v.slice(16)}";`,
    'heredoc in python': (v) => `API_TOKEN = (\n    "${v}"\n)`,
    'question of a prompt': (v) => `? Enter your API token: ${v}`,
  },
};

const CHOSEN: Group = {
  make: password,
  places: {
    'netrc on a line': (v) => `machine api.internal login ada password ${v}`,
    'netrc on lines': (v) => `machine api.internal\n  login ada\n  password ${v}\n`,
    'netrc default': (v) => `default login ada password ${v}`,
    'netrc with account': (v) => `machine h login ada account x password ${v}`,
    'user and password': (v) => `Username: ada\nPassword: ${v}\n`,
    'short name': (v) => `host=db user=ada pw=${v}`,
    'short name with colon': (v) => `pw: ${v}`,
    german: (v) => `Passwort: ${v}`,
    'redis requirepass': (v) => `requirepass ${v}\nport 6379`,
    'ldap bindpw': (v) => `bindpw ${v}`,
    'wpa psk': (v) => `network={\n  ssid="home"\n  psk="${v}"\n}`,
    'ansible become': (v) => `web1 ansible_host=h ansible_become_pass=${v}`,
    'gpg passphrase': (v) => `gpg --batch --passphrase '${v}' -c file`,
    'ssh-keygen': (v) => `ssh-keygen -t ed25519 -N '${v}' -f id`,
    sqlcmd: (v) => `sqlcmd -S db -U sa -P '${v}' -Q "select 1"`,
    'net user': (v) => `net user deploy ${v} /add`,
    smbclient: (v) => `smbclient //host/share -U ada%${v}`,
    'mount option': (v) => `mount -t cifs //h/s /m -o username=ada,password=${v}`,
    xfreerdp: (v) => `xfreerdp /v:host /u:ada /p:${v}`,
    'az login': (v) => `az login --service-principal -u app -p '${v}' --tenant t`,
    'ftp log': (v) => `> USER ada\n> PASS ${v}\n< 230 ok`,
    'imap login': (v) => `a1 LOGIN ada "${v}"`,
    'psql keyword': (v) => `psql "host=db user=ada password=${v} dbname=x"`,
    'psql keyword quoted': (v) => `psql "host=db password='${v}'"`,
    jdbc: (v) => `jdbc:mysql://db/x?user=ada&password=${v}`,
    sqlplus: (v) => `sqlplus ada/${v}@db`,
    'basic auth': (v) => `curl -H "Authorization: Basic ${base64(`ada:${v}`)}" http://h`,
    'connection string': (v) => `Server=db;Database=x;User Id=ada;Password=${v};`,
    ipmitool: (v) => `ipmitool -I lanplus -H h -U ada -P ${v} power status`,
    'docker registry': (v) => `kubectl create secret docker-registry r --docker-password=${v}`,
    'column of a table': (v) => ` user | password\n------+----------\n ada  | ${v}\n`,
    'insert into': (v) => `insert into users (email, password) values ('a@b.c', '${v}')`,
    'aligned columns': (v) => `username  ada\npassword  ${v}\n`,
    'flag over a line break': (v) => `app \\\n  --password \\\n  '${v}'`,
    'yaml folded': (v) => `password: >\n  ${v}\n`,
    'initial password': (v) => `A temporary password is generated for root@localhost: ${v}`,
    'generated password': (v) => `Generated admin password: ${v}`,
    'new password': (v) => `New password: ${v}\nThe value will not be shown again.`,
    'user slash password': (v) => `Login with admin / ${v} (password)`,
  },
};

const COOKIES: Group = {
  make: token,
  places: {
    'set-cookie': (v) => `< set-cookie: sid=${v}; Path=/; HttpOnly`,
    'cookie header of several': (v) => `Cookie: theme=dark; lang=de; session=${v}`,
    'document.cookie': (v) => `document.cookie = "session=${v}; path=/"`,
    'curl cookie': (v) => `curl --cookie "session_id=${v}" http://h`,
    'cookie jar': (v) => `.app.internal\tTRUE\t/\tTRUE\t1790000000\tsessionid\t${v}`,
    'cookie jar http only': (v) => `#HttpOnly_app.internal\tFALSE\t/\tTRUE\t0\tconnect.sid\t${v}`,
    'python cookies': (v) => `requests.get(u, cookies={"sessionid": "${v}"})`,
    'cookie record': (v) => ({ name: 'session_token', value: v, domain: '.app.internal', path: '/' }),
    'playwright cookie': (v) =>
      `{"name":"sid","value":"${v}","domain":"app.internal","path":"/","httpOnly":true}`,
    'cookie in an object': (v) => ({ headers: { cookie: `a=1; sid=${v}` } }),
  },
};

const AZURE: readonly Group[] = [
  {
    make: storageKey,
    places: {
      'connection string': (v) =>
        `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${v};EndpointSuffix=core.windows.net`,
      'keys list': (v) => `[{"keyName":"key1","permissions":"FULL","value":"${v}"}]`,
      'keys in a table': (v) =>
        `KeyName    Permissions    Value\n---------  -------------  -----\nkey1       FULL           ${v}\n`,
      'account key flag': (v) => `az storage blob list --account-name a --account-key ${v}`,
      'primary key': (v) => `"primaryMasterKey": "${v}"`,
    },
  },
  {
    make: hexKey,
    places: {
      'cognitive key': (v) => `{"key1": "${v}", "key2": "x"}`,
      'subscription key': (v) => `Ocp-Apim-Subscription-Key: ${v}`,
      'openai endpoint': (v) => `api-key: ${v}`,
    },
  },
  {
    make: clientSecret,
    places: {
      'client secret bare': (v) => `the app uses ${v} now`,
      'sp create': (v) => `{"appId":"a","displayName":"b","password":"${v}","tenant":"t"}`,
    },
  },
];

/** Every odd way once, with fresh values. */
export function oddCases(random: Random): OddCase[] {
  return [NAMED, CHOSEN, COOKIES, ...AZURE].flatMap(({ make, places }) =>
    Object.entries(places).map(([kind, place]) => {
      const secret = make(random);
      return { kind, secret, context: place(secret, random) };
    }),
  );
}
