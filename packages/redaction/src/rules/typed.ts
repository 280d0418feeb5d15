import { isMachineMade, isStandIn, isStrong, looksChosen, looksRandom } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';

/**
 * Programs, files and devices in which one place holds nothing but a password, whatever it looks like: what stands
 * before that place, and the word by which it is found. One that is missing is a line more here.
 */
const QUOTE = String.raw`\\{0,3}["'\x60]?`;
const VALUE = String.raw`([^\s"'\x60\\|;<>(){}]{6,200})`;
const NEAR = '[^\\n|;]{0,160}?';
/** A line end, plain or escaped, and what a listing or a diff has before the next line. */
const LINE = String.raw`(?:\r?\n|\\{1,3}n)(?:[ \t]{0,8}\d{1,6}[→:|\t])?[ \t+-]{0,40}`;

const isPassword = (value: string) =>
  !isStandIn(value) &&
  !/^[\w-]+(?:[./:][\w-]+)+(?<![a-z]\d{3,4})$|:\/\//.test(value) &&
  (looksChosen(value) || looksRandom(value));
/** A digit or a mark: no word that happens to stand there. */
const isWithDigit = (value: string) =>
  isPassword(value) && /[A-Za-z]/.test(value) && /\d|[!#$%^*?~@+]/.test(value);

type Place = readonly [keywords: readonly string[], before: string, accept?: (value: string) => boolean];

/** Programs on a command line. */
const PROGRAMS: readonly Place[] = [
  [['curl -'], `curl (?:-\\S{1,40} (?:https?:\\S{1,200} )?){0,6}?-[a-zA-Z]{1,8}u ${QUOTE}[\\w.@+-]{1,100}:`],
  [['net use '], `net use \\S{1,60} \\S{1,100} (?:\\/user:\\S{1,60} )?`, isWithDigit],
  [['input_pw '], '(?:input|owner|user)_pw '],
  [['bw unlock '], `bw unlock ${QUOTE}(?!-)`, isWithDigit],
  [[':pserver:'], ':(?:pserver|ext):[\\w.-]{1,40}:'],
  [
    ['impdp ', 'expdp ', 'sqlldr ', 'connect ', 'userid='],
    '(?:(?:imp|exp)dp |sqlldr |connect |userid=)[\\w$#]{1,40}/(?=[^\\s/]{6,60}@[\\w/])',
  ],
  [['mc admin user'], 'mc admin user add \\S{1,60} \\S{1,60} '],
  [['mc alias set'], 'mc alias set \\S{1,60} \\S{1,200} \\S{1,100} '],
  [['-creds ', '-creds='], `-creds[ =]${QUOTE}[\\w.@-]{1,60}:`],
  [['reset-admin-password '], `reset-admin-password ${QUOTE}`],
  [['user:password '], `user[:-]password [\\w.-]{1,40} ${QUOTE}`],
  [['authtoken '], 'authtoken ', isMachineMade],
  [['vault login '], `vault login ${QUOTE}(?:token=)?`, looksRandom],
  [[' login='], ` login=${QUOTE}[\\w.@-]{1,60}:`],
  [['acl setuser '], 'acl setuser (?:[^\\s>]{1,80} ){1,12}?>'],
  [['redis-cli ', 'valkey-cli '], `(?:redis|valkey)-cli ${NEAR}auth (?:\\w{1,40} )?${QUOTE}`],
  [['auth default '], `auth default ${QUOTE}`],
  [['http-basic'], 'http-basic[\\w.-]{1,80}(?: |:)\\S{1,60} ', isWithDigit],
  [
    [
      '--basic-auth',
      '--auth ',
      '--auth=',
      '--creds ',
      '--userpass',
      '--credentials',
      '--proxy-auth',
      '--login ',
    ],
    `--(?:(?:basic|http|proxy)-auth|auth|creds|credentials|userpass|login)[ =]${QUOTE}[\\w.@-]{1,60}:`,
    (value) => isWithDigit(value) || isStrong(value),
  ],
  [[' -a bearer '], ` -A bearer -a ${QUOTE}`, looksRandom],
  [
    [' --key ', ' --key=', ' --auth ', ' --auth=', ' --apikey '],
    ` --(?:key|auth|apikey)[ =]${QUOTE}`,
    (value) => isMachineMade(value) || /^[0-9a-f]{40}$/.test(value),
  ],
  [[' /rp '], ` \\/rp ${QUOTE}`, isWithDigit],
  [['winrs '], `winrs ${NEAR}-p(?:assword)?:`],
  [['security import'], `security import ${NEAR}-P ${QUOTE}`],
  [['internet-password'], `internet-password ${NEAR}-w ${QUOTE}`],
  [['setairportnetwork'], `setairportnetwork \\S{1,20} (?:"[^"\\n]{1,40}"|\\S{1,40}) ${QUOTE}`],
  [['hostednetwork'], `hostednetwork ${NEAR}key=${QUOTE}`],
  [['ldappasswd'], `ldappasswd ${NEAR}-[saw] ?${QUOTE}`],
  [['connect to '], `connect to ${NEAR}user ${NEAR}using ${QUOTE}`, isWithDigit],
  [['.logon '], '\\.logon \\S{1,60}/[\\w.@-]{1,40},'],
  [['bw login'], `bw login [\\w.@+-]{3,80} ${QUOTE}(?!-)`],
  [['rclone obscure', 'set-initial-password '], `(?:rclone obscure|set-initial-password) ${QUOTE}`],
  [['radtest '], `radtest [\\w.@-]{1,60} ${QUOTE}`, isWithDigit],
  [['mosquitto_passwd'], `mosquitto_passwd (?:-\\w{1,3} ){1,3}\\S{1,80} [\\w.@-]{1,60} ${QUOTE}`],
  [['string-value ', 'secret-value '], `(?:string|secret)-value[ =]${QUOTE}`, isWithDigit],
  [['sec.psk '], `wifi-sec\\.psk ${QUOTE}`],
  [
    ['unzip -', 'unrar ', 'rar x', 'rar a', '7za '],
    `(?:unzip|unrar|rar|7za) ${NEAR}-h?p ?${QUOTE}`,
    isWithDigit,
  ],
  [
    [
      ...[
        'oras login',
        'crane auth',
        'buildah login',
        'nerdctl login',
        'cf login',
        'poetry publish',
        'airflow users',
      ],
      ...[
        'elasticsearch-users',
        'doveadm pw',
        'saslpasswd2',
        'crackmapexec',
        'openfortivpn',
        'cypher-shell',
        'dsbulk ',
      ],
      ...['beeline ', 'vsql ', 'usql ', 'mssql-cli', 'racadm ', 'couchbase-cli', 'x11vnc ', 'veracrypt '],
      ...[
        'mutool ',
        'rdesktop ',
        'psexec',

        'isql',
        'p4 -',
        'swaks ',
        'sipp ',
        'mongoimport',
        'mongoexport',
      ],
    ],
    `[a-z0-9]${NEAR} -(?:ap?|pw?|passwd)[ =]?${QUOTE}`,
    isWithDigit,
  ],
  [['nuget push'], `nuget push ${NEAR}(?:-k|--api-key|-ApiKey) ${QUOTE}`, looksRandom],
];

/** Lines of devices and servers, what pipelines and people are told. */
const LINES: readonly Place[] = [
  [['enable secret', 'enable password'], 'enable (?:secret|password) (?:level \\d{1,2} )?(?:\\d )?'],
  [[' password 0 ', ' secret 0 '], ' (?:password|secret|key) \\d '],
  [['snmp-server community'], '(?:snmp-server |set )community ', isWithDigit],
  [
    ['isakmp key ', '-server key ', ' psksecret '],
    `(?:isakmp key|-server key|key-string| psksecret) (?:\\d )?${QUOTE}`,
    isWithDigit,
  ],
  [['{plain}'], '\\{(?:plain|clear|cleartext)\\}'],
  [['security.psk:'], 'security\\.psk:[ \\t]{0,40}', isWithDigit],
  [['key content'], 'key content[ \\t]{0,24}:[ \\t]{0,8}'],
  [
    ['##vso[task.setvariable'],
    '##vso\\[task\\.setvariable (?=[^\\]\\n]{0,120}(?:issecret=true|pass|secret|token))[^\\]\\n]{0,120}\\]',
  ],
  [
    ['[set-env name=', '::set-env name=', '::set-output name='],
    '(?:\\[|::)set-(?:env|output) name=[\\w-]{0,40}(?:pass|secret|token|key|pwd)[\\w-]{0,20}(?:;?\\]|::)',
  ],
  [['env:'], `env:\\w{0,40}(?:pass|secret|token|key|pwd)\\w{0,20}["']? -value ${QUOTE}`],
  [
    ['# client', 'chap-secrets', 'pap-secrets'],
    `(?:# ?client|[cp]h?ap-secrets)[^\\n]{0,80}${LINE}"?[\\w.@*-]{1,40}"?[ \\t]{1,20}"?[\\w.*-]{1,40}"?[ \\t]{1,20}"?`,
  ],
  [['passphrase for '], 'passphrase for [^\\n:]{1,120}: '],
  [['passphrase:', 'password for '], `pass(?:phrase|word for [^\\n:]{1,60}):(?: |${LINE})`, isWithDigit],
  [['wifi pass', 'wi-fi pass'], `w(?:i-?fi|lan) pass(?:word)?(?: is|:)? ${QUOTE}`, isWithDigit],
];

/** What is called with a password. */
const CALLS: readonly Place[] = [
  [['sendline('], `sendline\\(b?${QUOTE}`, isWithDigit],
  [
    ['hashpw(', 'crypt.hash(', 'crypt.hashsync(', 'hash::make(', 'make_password(', 'password_hash('],
    `[a-z:._]{4,16}\\(b?${QUOTE}`,
    isWithDigit,
  ],
  [['check_password(', 'set_password('], `[a-z_]{10,16}\\(${QUOTE}`, isWithDigit],
  [
    ['changeuserpassword(', 'db.auth('],
    `[a-z.]{7,18}\\(${QUOTE}[\\w.@-]{1,60}${QUOTE}, ?${QUOTE}`,
    isWithDigit,
  ],
  [
    ['mysqldb.connect(', 'ssh.connect('],
    `[a-z_.]{5,16}\\((?:\\s{0,8}(?:${QUOTE}[\\w.@:/-]{1,80}${QUOTE}|\\d{1,5}),){1,4} ?${QUOTE}`,
    isWithDigit,
  ],
  [['.login('], `\\.login\\(${QUOTE}[\\w.@+-]{1,80}${QUOTE}, ?${QUOTE}`, isWithDigit],
  [
    ['credentials('],
    `credentials\\((?:\\s{0,8}${QUOTE}[^"'\\n\\\\]{1,80}${QUOTE},\\s{0,8}){1,3}${QUOTE}`,
    isWithDigit,
  ],
  [['password", with', "password', with", 'password\\", with'], `password\\\\{0,3}["'], with: ?${QUOTE}`],
];

const ENDS = String.raw`(?=["'\x60\s\\),;|<]|$)`;

const placed =
  (name: string) =>
  ([keywords, before, accept = isPassword]: Place): Rule =>
    pattern(name, keywords, new RegExp(before + VALUE + ENDS, 'i'), { accept });

/** `%22password%22%3A%22…%22`: JSON in a URL. */
/** What Terraform made up, in its state. */
const RESULT = pattern(
  'named-secret',
  ['"result": "', '\\"result\\": \\"'],
  /\\{0,3}"result\\{0,3}": \\{0,3}"([^"\n]{6,120}?)(?=\\{0,3}",(?:\s|\\n){1,40}\\{0,3}"(?:special|lower|upper|number|length|override))/,
);

const inUrl: Rule = pattern(
  'named-secret',
  ['%22%3a%22', '%22:%22'],
  /(?<=%22\w{0,20}(?:pass|secret|token|pwd|apikey|api_key)\w{0,12})%22(?:%3a|:)%22([^\s"'`\\]{4,300}?)(?=%22)/i,
  { accept: (value) => !isStandIn(decodeURIComponent(/%(?![\da-f]{2})/i.test(value) ? '' : value)) },
);

/** `… -u kim -p …`: who is told by name gives a password behind `-p`, whatever the program. */
const FLAG = / -p[ =]?\\{0,3}["']?([^\s"'`\\|;<>():/,]{6,100})(?=["'`\s\\]|$)/iy;
const USER = / (?:-u|--user(?:name)?|-l|--login|-U|\/u)[ =:]\S{1,60}(?: [^\n|;]{0,120})?$/;
const besideUser: Rule = {
  name: 'command-password',
  keywords: [' -p'],
  match(text, at): Range | undefined {
    FLAG.lastIndex = at;
    const value = FLAG.exec(text)?.[1];
    if (value === undefined || !isWithDigit(value) || !isHardlyAName(value)) return undefined;
    const before = text.slice(Math.max(0, at - 200), at);
    if (!USER.test(before.slice(before.lastIndexOf('\n') + 1))) return undefined;
    const end = FLAG.lastIndex;
    return [end - value.length, end];
  },
};
/** Two digits, or a mark. */
const isHardlyAName = (value: string) => /\d\D{0,3}\d|[!#$%^*?~@+]/.test(value);

export const typedRules: readonly Rule[] = [
  ...PROGRAMS.map(placed('command-password')),
  ...LINES.map(placed('named-secret')),
  ...CALLS.map(placed('call-password')),
  RESULT,
  inUrl,
  besideUser,
];
