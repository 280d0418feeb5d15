/** Where a name and its value stand, in the syntax of a language, a file or a program. */
export type Place = (name: string, value: string) => string;

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);
const upper = (name: string) => name.toUpperCase();
const dashed = (name: string) => name.replaceAll('_', '-');
const said = (name: string) => name.replaceAll('_', ' ');

export const NAMES = [
  'db_password',
  'client_secret',
  'smtp_password',
  'api_token',
  'admin_password',
  'auth_secret',
];

export const NAMED_PLACES: Readonly<Record<string, Place>> = {
  'c# constructor': (n, v) => `var c = new Client(host: "h1", ${camel(n)}: "${v}");`,
  'kotlin argument': (n, v) => `connect(host = "h1", ${camel(n)} = "${v}", retries = 3)`,
  'go struct over lines': (n, v) => `&Config{\n\tHost: "h1",\n\t${pascal(n)}: "${v}",\n}`,
  'rust field': (n, v) => `Config { host: "h1".into(), ${n}: "${v}".to_string() }`,
  'java setter': (n, v) => `config.set${pascal(n)}("${v}");`,
  'ruby keyword': (n, v) => `Client.new(host: 'h1', ${n}: '${v}')`,
  'ruby rocket': (n, v) => `{ :host => 'h1', :${n} => '${v}' }`,
  'php named argument': (n, v) => `new Client(host: 'h1', ${camel(n)}: '${v}');`,
  'python dict call': (n, v) => `dict(host='h1', ${n}='${v}')`,
  'python environ': (n, v) => `os.environ.setdefault('${upper(n)}', '${v}')`,
  'perl hash': (n, v) => `my %c = (host => 'h1', ${n} => '${v}');`,
  'elixir keyword': (n, v) => `config :app, App.Repo, hostname: "h1", ${n}: "${v}"`,
  'clojure map': (n, v) => `{:host "h1" :${dashed(n)} "${v}"}`,
  'powershell hash': (n, v) => `@{ Host = 'h1'; ${pascal(n)} = '${v}' }`,
  'swift dictionary': (n, v) => `let c = ["host": "h1", "${camel(n)}": "${v}"]`,
  'scala config': (n, v) => `db { host = "h1", ${camel(n)} = "${v}" }`,
  'hcl block': (n, v) => `provider "x" {\n  host = "h1"\n  ${n} = "${v}"\n}`,
  'plan: added': (n, v) => `      + ${n} = "${v}"\n      + port = 5432`,
  'plan: changed': (n, v) => `      ~ ${n} = "gone" -> "${v}"`,
  'plan: removed': (n, v) => `      - ${n} = "${v}" -> null`,
  'parameter key and value': (n, v) => `- ParameterKey: ${pascal(n)}\n  ParameterValue: ${v}`,
  'parameter as a record': (n, v) => JSON.stringify([{ ParameterKey: pascal(n), ParameterValue: v }]),
  'option setting': (n, v) => JSON.stringify([{ OptionName: upper(n), Value: v, Namespace: 'env' }]),
  'name and value over lines': (n, v) => `  - name: ${upper(n)}\n    value: ${v}\n`,
  'name and value in xml': (n, v) => `<param><name>${n}</name><value>${v}</value></param>`,
  'xml element with attributes': (n, v) => `<${pascal(n)} encoding="plain">${v}</${pascal(n)}>`,
  'xml attribute': (n, v) => `<server host="h1" ${camel(n)}="${v}"/>`,
  'xml with a prefix': (n, v) => `<cfg:${camel(n)}>${v}</cfg:${camel(n)}>`,
  'table of markdown': (n, v) => `| host | ${n} |\n|---|---|\n| h1 | \`${v}\` |`,
  'table of name and value': (n, v) => `| ${upper(n)} | ${v} |\n| HOST | h1 |`,
  'table of rst': (n, v) =>
    `=====  =================\nhost   ${n}\n=====  =================\nh1     ${v}\n=====  =================`,
  'table of html': (n, v) => `<tr><th>Host</th><th>${pascal(n)}</th></tr>\n<tr><td>h1</td><td>${v}</td></tr>`,
  'row of html': (n, v) => `<tr><td>${said(n)}</td><td>${v}</td></tr>`,
  'table with uneven columns': (n, v) => `HOST      ${upper(n)}     AGE\na-longer-host-name   ${v}   3d`,
  csv: (n, v) => `host,${n},note\nh1,${v},x\n`,
  tsv: (n, v) => `host\t${n}\tnote\nh1\t${v}\tx\n`,
  'vertical record': (n, v) => `host          | h1\n${n} | ${v}\nnote          | x`,
  'definition list': (n, v) => `<dt>${said(n)}</dt><dd>${v}</dd>`,
  'environment of a container': (n, v) => `docker run -e HOST=h1 -e ${upper(n)}=${v} img`,
  'helm set': (n, v) => `helm upgrade x ./c --set auth.${camel(n)}=${v} --set a=b`,
  'extra vars': (n, v) => `ansible-playbook s.yml -e "${n}=${v} host=h1"`,
  'extra vars in json': (n, v) => `ansible-playbook s.yml --extra-vars '{"${n}": "${v}"}'`,
  'flag and blank': (n, v) => `tool run --host h1 --${dashed(n)} ${v} --yes`,
  'java property': (n, v) => `java -Dapp.${camel(n)}=${v} -jar a.jar`,
  'body of a secret': (n, v) => `gh secret set ${upper(n)} -b "${v}"`,
  'set of a shell': (n, v) => `set -x ${upper(n)} ${v}`,
  'sql option': (n, v) => `CREATE SERVER s OPTIONS (host 'h1', ${n} '${v}');`,
  'log of pairs': (n, v) => `level=info host=h1 ${n}=${v} attempt=2`,
  'dump of an object': (n, v) => `Config(host='h1', ${n}='${v}', port=1)`,
  'dump of java': (n, v) => `Config{host=h1, ${camel(n)}=${v}, port=1}`,
  'sentence with is': (n, v) => `The ${said(n)} is ${v} for now.`,
  'sentence with should be': (n, v) => `The ${said(n)} should be ${v} from today.`,
  'sentence with a colon': (n, v) => `${said(n)}: ${v}`,
  'sentence with as': (n, v) => `Please take ${v} as the ${said(n)}.`,
};
