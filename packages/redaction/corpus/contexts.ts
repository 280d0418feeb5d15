import type { Random } from './random.ts';

/** The places in which a name and its value stand in transcripts. */
export type NamedContext = (name: string, value: string, random: Random) => unknown;
/** The places in which a token stands that is known by its form. */
export type TokenContext = (token: string) => unknown;

const words = (name: string) => name.split('_');
const upper = (name: string) => name.toUpperCase();
const camel = (name: string) =>
  words(name)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
const pascal = (name: string) => camel(name).replace(/^./, (first) => first.toUpperCase());
const kebab = (name: string) => words(name).join('-');
const ESC = '\u001b';
const json = (value: unknown) => JSON.stringify(value);

/** These were looked at while the rules were written. */
export const NAMED_CONTEXTS: Readonly<Record<string, NamedContext>> = {
  'shell export': (name, value) => `export ${upper(name)}=${value}\nnpm start`,
  'shell export quoted': (name, value) => `export ${upper(name)}="${value}"`,
  'shell single quotes': (name, value) => `${upper(name)}='${value}' ./run.sh`,
  'fish set': (name, value) => `set -gx ${upper(name)} ${value}`,
  'powershell env': (name, value) => `$env:${upper(name)} = "${value}"`,
  'env file': (name, value) => `PORT=3000\n${upper(name)}=${value}\nDEBUG=1`,
  'env file quoted': (name, value) => `PORT=3000\n${upper(name)}="${value}"\n`,
  'cli flag equals': (name, value) => `deploy --${kebab(name)}=${value} --region eu`,
  'cli flag space': (name, value) => `deploy --${kebab(name)} ${value} --region eu`,
  'cli flag quoted': (name, value) => `deploy --${kebab(name)} '${value}'`,
  yaml: (name, value) => `server:\n  port: 80\n  ${name}: ${value}\n  host: db\n`,
  'yaml quoted': (name, value) => `server:\n  ${camel(name)}: "${value}"\n`,
  'kubernetes env': (name, value) => `env:\n  - name: ${upper(name)}\n    value: ${value}\n  - name: PORT\n`,
  'kubernetes env quoted': (name, value) => `    - name: ${upper(name)}\n      value: "${value}"\n`,
  'kubernetes secret': (name, value) => `kind: Secret\nstringData:\n  ${kebab(name)}: ${value}\n`,
  'compose list': (name, value) =>
    `    environment:\n      - NODE_ENV=prod\n      - ${upper(name)}=${value}\n`,
  'json name value': (name, value) => `{"name": "${upper(name)}", "value": "${value}"}`,
  'json key value lines': (name, value) => `{\n  "Key": "${upper(name)}",\n  "Value": "${value}"\n}`,
  json: (name, value) => `{"host": "db", "${camel(name)}": "${value}", "port": 1}`,
  'json escaped': (name, value) => json(json({ [name]: value, port: 1 })),
  'json escaped lines': (name, value) => json(`PORT=1\n${upper(name)}=${value}\nDEBUG=1`),
  ini: (name, value) => `[database]\nhost = db\n${name} = ${value}\n`,
  toml: (name, value) => `[database]\n${name} = "${value}"\n`,
  properties: (name, value) => `spring.${words(name).join('.')}=${value}\n`,
  'xml element': (name, value) => `<${camel(name)}>${value}</${camel(name)}>`,
  'xml add key': (name, value) => `<add key="${pascal(name)}" value="${value}" />`,
  'xml attribute': (name, value) => `<property name="${name}" value="${value}"/>`,
  'php define': (name, value) => `define('${upper(name)}', '${value}');`,
  'php array': (name, value) => `  '${name}' => '${value}',`,
  python: (name, value) => `client = Client(${name}="${value}", timeout=3)`,
  'python environ': (name, value) => `os.environ["${upper(name)}"] = "${value}"`,
  'python default': (name, value) => `os.getenv("${upper(name)}", "${value}")`,
  javascript: (name, value) => `const ${camel(name)} = '${value}';`,
  'javascript template': (name, value) => `  ${camel(name)}: \`${value}\`,`,
  typescript: (name, value) => `private readonly ${camel(name)}: string = '${value}';`,
  'javascript fallback': (name, value) => `const k = process.env.${upper(name)} || '${value}';`,
  go: (name, value) => `const ${camel(name)} string = "${value}"`,
  'go short': (name, value) => `\t${camel(name)} := "${value}"`,
  rust: (name, value) => `const ${upper(name)}: &str = "${value}";`,
  swift: (name, value) => `let ${camel(name)}: String = "${value}"`,
  java: (name, value) => `private static final String ${upper(name)} = "${value}";`,
  'java property': (name, value) => `System.setProperty("app.${camel(name)}", "${value}");`,
  csharp: (name, value) => `public string ${pascal(name)} { get; set; } = "${value}";`,
  ruby: (name, value) => `  config.${name} = '${value}'`,
  terraform: (name, value) => `  ${name}     = "${value}"\n`,
  'terraform variable': (name, value) =>
    `variable "${name}" {\n  type    = string\n  default = "${value}"\n}`,
  dockerfile: (name, value) => `FROM node\nENV ${upper(name)}=${value}\n`,
  'dockerfile argument': (name, value) => `ARG ${upper(name)}="${value}"`,
  'docker run': (name, value) => `docker run -d -e ${upper(name)}=${value} postgres:16`,
  'diff added': (name, value) => `@@ -1,2 +1,2 @@\n PORT=1\n+${upper(name)}=${value}\n`,
  'diff removed': (name, value) => `@@ -1,2 +1,2 @@\n-  ${camel(name)}: "${value}",\n+  x`,
  'numbered lines': (name, value) => `     1→PORT=1\n     2→${upper(name)}=${value}\n     3→`,
  'ansi name': (name, value) => `${ESC}[32m${upper(name)}${ESC}[0m=${ESC}[33m${value}${ESC}[0m`,
  'ansi json': (name, value) => `${ESC}[34m"${camel(name)}"${ESC}[39m: ${ESC}[32m"${value}"${ESC}[39m`,
  'url query': (name, value) => `GET https://api.internal/v1?page=1&${name}=${encodeURIComponent(value)}&x=1`,
  'http header': (name, value) => `GET / HTTP/1.1\nHost: a\nX-${kebab(pascal(name))}: ${value}\n`,
  log: (name, value) => `2026-01-01T00:00:00Z INFO connecting user=app ${name}=${value} host=db`,
  'log colon': (name, value) => `[debug] ${camel(name)}: ${value}`,
  'markdown code': (name, value) => `Set \`${upper(name)}\` to \`${value}\` in the dashboard.`,
  'markdown table': (name, value) => `| Name | Value |\n|---|---|\n| ${upper(name)} | ${value} |\n`,
  'markdown list': (name, value) => `- **${upper(name)}**: \`${value}\``,
  prose: (name, value) => `the ${words(name).join(' ')} is ${value}, please use it`,
  'prose colon': (name, value) => `My ${words(name).join(' ')}: ${value}`,
  record: (name, value) => ({ tool: 'x', input: { [camel(name)]: value, port: 1 } }),
  'record pair': (name, value) => ({ env: [{ name: upper(name), value }] }),
  'sql insert': (name, value) => `UPDATE settings SET ${name} = '${value}' WHERE id = 1;`,
  'gh secret set': (name, value) => `gh secret set ${upper(name)} --body "${value}"`,
  'wrangler echo': (name, value) => `echo "${value}" | wrangler secret put ${upper(name)}`,
};

/** These were written before the rules and looked at once, at the end: they say whether the rules generalise. */
export const HELD_OUT_CONTEXTS: Readonly<Record<string, NamedContext>> = {
  'csh setenv': (name, value) => `setenv ${upper(name)} ${value}`,
  'windows set': (name, value) => `set ${upper(name)}=${value}\r\nrem done`,
  'helm set': (name, value) => `helm upgrade app ./chart --set ${camel(name)}=${value}`,
  'kubectl literal': (name, value) =>
    `kubectl create secret generic app --from-literal=${kebab(name)}=${value}`,
  'compose map': (name, value) => `    environment:\n      ${upper(name)}: ${value}\n      PORT: 1\n`,
  'kotlin val': (name, value) => `private const val ${upper(name)}: String = "${value}"`,
  'scala val': (name, value) => `val ${camel(name)}: String = "${value}"`,
  'elixir config': (name, value) => `config :app, ${name}: "${value}"`,
  'lua table': (name, value) => `  ["${name}"] = "${value}",`,
  'perl hash': (name, value) => `my %c = (${name} => '${value}');`,
  'dart final': (name, value) => `final String ${camel(name)} = '${value}';`,
  'cpp constant': (name, value) => `static const char* k${pascal(name)} = "${value}";`,
  'c define': (name, value) => `#define ${upper(name)} "${value}"`,
  'objective-c': (name, value) => `NSString *${camel(name)} = @"${value}";`,
  'r sys.setenv': (name, value) => `Sys.setenv(${upper(name)} = "${value}")`,
  'github workflow': (name, value) => `        env:\n          ${upper(name)}: '${value}'\n`,
  'python dict': (name, value) => `{'user': 'app', '${name}': '${value}'}`,
  'java builder': (name, value) => `Config.builder().${camel(name)}("${value}").build()`,
  'javascript setter': (name, value) => `config.set${pascal(name)}('${value}')`,
  'escaped shell command': (name, value) =>
    json({ cmd: ['bash', '-lc', `${upper(name)}="${value}" node app.js`] }),
  'printenv output': (name, value) => `HOME=/root\n${upper(name)}=${value}\nSHELL=/bin/sh`,
  'json pair reversed': (name, value) => `{"value": "${value}", "name": "${upper(name)}"}`,
  'ansi bold literal': (name, value) => `\\u001b[1m${upper(name)}\\u001b[0m: ${value}`,
  'curl form': (name, value) => `curl -d '${name}=${value}' https://api.internal/login`,
  'curl json': (name, value) => `curl -d '{"user":"a","${camel(name)}":"${value}"}' https://api.internal`,
  'grep output': (name, value) => `config/app.ini:12:${name} = ${value}`,
  'git diff json': (name, value) => `-    "${name}": "old",\n+    "${name}": "${value}",`,
  'terraform output': (name, value) => `${name} = "${value}"\nurl = "https://a"`,
};

export const TOKEN_CONTEXTS: Readonly<Record<string, TokenContext>> = {
  alone: (token) => token,
  prose: (token) => `I rotated it, the new one is ${token}. Thanks!`,
  quoted: (token) => `call("${token}")`,
  backticks: (token) => `use \`${token}\` here`,
  parentheses: (token) => `it works (${token}) now`,
  'json text': (token) => `{"a":"${token}"}`,
  'escaped newline': (token) => json(`first line\n${token}\nlast`),
  'escaped tab': (token) => json(`first\t${token}\tlast`),
  'escaped twice': (token) => json(json(`a\n${token}\nb`)),
  'diff removed': (token) => `@@ -1 +1 @@\n-${token}\n+x`,
  'diff added': (token) => `@@ -1 +1 @@\n+${token}\n`,
  ansi: (token) => `${ESC}[32m${token}${ESC}[0m`,
  'ansi literal': (token) => `\\u001b[1;32m${token}\\u001b[0m`,
  'url query': (token) => `https://api.internal/v1?x=${token}&y=2`,
  'url path': (token) => `https://api.internal/bot/${token}/send`,
  'url encoded': (token) => `redirect=https%3A%2F%2Fa.b%2F%3Fx%3D${token}%26y%3D1`,
  'bare assignment': (token) => `x=${token}\n`,
  'argument flag': (token) => `tool -x ${token} --verbose`,
  'attached flag': (token) => `tool -x${token} --verbose`,
  'markdown table': (token) => `| a | ${token} | b |`,
  'numbered line': (token) => `    12→${token}`,
  xml: (token) => `<v>${token}</v>`,
  csv: (token) => `1,${token},2`,
  log: (token) => `2026-01-01 INFO [main] got ${token}; next`,
  'record field': (token) => ({ input: { value: token } }),
  'underscore before': (token) => `backup_of ${token}`,
};
