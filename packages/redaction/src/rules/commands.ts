import { isStandIn, looksChosen, looksRandom } from '../judge.ts';
import { pattern, type Range, type Rule } from '../rule.ts';

const isPassword = (value: string) => !isStandIn(value) && (looksChosen(value) || looksRandom(value));
/** On one line, so far behind the program its password may stand. */
const FAR = '[^\\n|;]{0,160}?';

/** `echo "…" | docker login --password-stdin`, `printf '…' | wrangler secret put X`: piped into what takes a secret. */
const PIPED =
  /(?:echo|printf)(?: -[nes]{1,3})?(?: \\{0,3}["']?%s(?:\\{1,3}n)?\\{0,3}["']?)? (\\{0,3}["']?)([^\s"'|`\\]{4,300})\1 ?\| ?[^\n|]{0,80}$/;
const LONGEST_LINE = 480;

function piped(text: string, keywordAt: number): Range | undefined {
  const before = text.slice(Math.max(0, keywordAt - LONGEST_LINE), keywordAt);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const bar = line.lastIndexOf('|');
  const said = bar < 0 ? -1 : Math.max(line.lastIndexOf('echo ', bar), line.lastIndexOf('printf ', bar));
  if (said < 0) return undefined;
  const value = PIPED.exec(line.slice(said))?.[2];
  if (!value || isStandIn(value)) return undefined;
  const start = keywordAt - line.length + line.indexOf(value, said + 5);
  return [start, start + value.length];
}

/** `echo 'root:…' |` */
const USER_AND_PASSWORD = /[ "'][\w.-]{1,40}:([^\s"'|]{4,200})["']? ?\| ?(?:sudo )?$/;

/** Passwords that programs take on their command line, and in the files that they read. */
export const commandRules: readonly Rule[] = [
  {
    name: 'command-password',
    keywords: [
      ...['password-stdin', 'secret put', 'secret set', 'secrets set', 'secrets put', 'sudo -S'],
      ...[
        '--with-token',
        'vercel env add',
        'kinit',
        'secret create ',
        'secrets create ',
        'smbpasswd',
        'vncpasswd',
      ],
      ...[
        'cryptsetup ',
        'passphrase-fd',
        'data-file=-',
        'pass insert',

        'pinentry',
        'gnome-keyring-daemon',
      ],
    ],
    match: piped,
  },
  pattern(
    'command-password',
    ['password-stdin'],
    /password-stdin[^\n|;]{0,80}?<<< ?\\{0,3}["']?([^\s"'`\\]{4,300})/,
    { accept: (value) => !isStandIn(value) },
  ),
  pattern(
    'command-password',
    ['-storepass', '-keypass', '-srcstorepass', '-deststorepass', 'ConvertTo-SecureString'],
    /(?:-(?:src|dest)?(?:store|key)pass[ =]|ConvertTo-SecureString (?:-String )?)\\{0,3}["']?([^\s"'`\\]{4,200})/,
    { accept: isPassword },
  ),
  // A value for a store of secrets, on the command line.
  pattern(
    'command-password',
    ['put-parameter', 'put-secret-value', 'create-secret', 'update-secret'],
    /(?:put-parameter|put-secret-value|create-secret|update-secret) (?=[^\n]{0,300}(?:SecureString|secret-string))[^\n]{0,200}?--(?:value|secret-string)[ =]\\{0,3}["']?([^\s"'`\\]{4,300})/,
    { accept: (value) => !isStandIn(value) && !value.startsWith('file:') },
  ),
  pattern(
    'command-password',
    [
      'sshpass',
      'mysql',
      'redis-cli',
      'docker login',
      'podman login',
      'helm registry login',
      'mariadb',
      'smbclient',
      'mongosh',
      'ldapsearch',
      'ldapadd',
      'zip -',
      '7z a',
      '7z x',
      '7z e',
    ],
    new RegExp(
      `(?:sshpass -p ?|(?:mysql|mariadb)(?:-?dump|admin)? ${FAR}-p|redis-cli ${FAR}(?:-a|--pass) |(?:docker|podman|helm registry) login ${FAR}(?:-p|--password)[ =]|(?:mongosh|ldapsearch|ldapadd) ${FAR}(?:-p|-w) |zip ${FAR}-P |7z ${FAR}-p)["']?([^\\s"'\`\\\\]{4,200})`,
    ),
    { accept: isPassword },
  ),
  pattern(
    'command-password',
    [
      'ssh-keygen',
      'sqlcmd',
      'ipmitool',
      'az login',
      'smbclient',
      'rpcclient',
      'evil-winrm',
      'xfreerdp',
      'net user',
      'sqlplus',
      'bcp ',
    ],
    new RegExp(
      `(?:ssh-keygen ${FAR}-[NP] |(?:sqlcmd|ipmitool|bcp) ${FAR}-P ?|az login ${FAR}(?:-p|--password) |(?:smbclient|rpcclient) ${FAR}-U ?["']?[\\w.\\\\@-]{1,60}%|evil-winrm ${FAR}-p |xfreerdp ${FAR}/p:|net user [\\w.-]{1,60} |sqlplus (?:-\\w{1,3} ){0,3}[\\w.]{1,60}/)["']?([^\\s"'\`\\\\]{6,200}?)(?=["'\`\\s]|@[\\w(]|$)`,
    ),
    { accept: isPassword },
  ),
  pattern(
    'command-password',
    ['chpasswd', 'passwd ', 'useradd', 'usermod', 'add_user', 'change_password', 'oauth2-bearer'],
    /(?:passwd [\w.-]{1,60} ?<<< ?|user(?:add|mod) [^\n|;]{0,80}?-p |add_user [\w.-]{1,60} |change_password [\w.-]{1,60} |oauth2-bearer[ =](?:\\\n[ \t]{0,20})?)["']?([^\s"'`\\]{6,200})/,
    { accept: isPassword },
  ),
  {
    name: 'command-password',
    keywords: ['chpasswd'],
    match(text, at) {
      const line = text.slice(Math.max(0, at - 300), at);
      const password = USER_AND_PASSWORD.exec(line.slice(line.lastIndexOf('\n') + 1))?.[1];
      if (!password || isStandIn(password)) return undefined;
      const start = at - line.length + line.lastIndexOf(password);
      return [start, start + password.length];
    },
  },
  // The code on a poster: WIFI:T:WPA;S:name;P:password;;
  pattern(
    'command-password',
    ['WIFI:'],
    /WIFI:[^\n;]{0,20};(?:[A-Z]:[^\n;]{0,60};){0,3}?P:([^\n;]{6,100});/,
    {
      accept: (value) => !isStandIn(value),
    },
  ),
  // Protocols and directives in which nothing but the password can follow.
  pattern(
    'command-password',
    ['PASS ', 'requirepass', 'masterauth', 'bindpw', 'rootpw', 'psk=', 'LOGIN ', 'insecure-password'],
    /(?<=(?:^|[\n>"'`]|\\n)[ \t<*+-]{0,8}(?:\d{1,6}[→:\t][ \t]{0,8})?(?:\w{1,8} ){0,2})(?:PASS|requirepass|masterauth|bindpw|rootpw(?: --plaintext)?|psk=|LOGIN \S{1,80}|insecure-password)[ \t]{0,8}["']?([^\s"'`\\]{6,200})(?=["'`\s\\]|$)/,
    {
      // Test runners say PASS, too.
      accept: (value, text, start) =>
        isPassword(value) &&
        /[A-Za-z]/.test(value) &&
        (!text.startsWith('PASS ', start - 5) ||
          text.slice(Math.max(0, start - 300), start).includes('USER ')),
    },
  ),
  // openssl takes its passwords as `pass:…`, whatever flag they follow.
  pattern(
    'command-password',
    ['pass:'],
    /(?<=(?:-pass(?:in|out|word)?|-k|-passin|-passout)[ =]["']?)pass:([^\s"'`\\]{4,200})/,
    {
      accept: (value) => !isStandIn(value),
    },
  ),
  pattern(
    'command-password',
    ['htpasswd'],
    /htpasswd (?:-[A-Za-z]{1,8} ){1,4}(?:\S{1,100} )?[\w.@-]{1,60} ["']?([^\s"'`\\|;]{4,200})/,
    {
      accept: isPassword,
    },
  ),
  pattern(
    'command-password',
    ['identified ', 'with password', 'PASSWORD '],
    /(?:identified by|identified with \w{1,40} (?:by|as)|with password|password)(?: for [^\n=]{1,80}?)? {1,2}(?:password |= ?)?N?\\{0,3}['"]([^'"\s\\]{4,200})(?=\\{0,3}['"])/i,
    {
      accept: (value) => !isStandIn(value) && !/^[a-z]{1,12}$/.test(value),
    },
  ),
  pattern(
    'command-password',
    ['--user', '-u '],
    /(?:-u|--user)[ =]\\{0,3}["']?[\w.@+-]{1,100}:\\{0,3}["']?([^\s"'\\]{4,200})/i,
    {
      accept: (value, text, start) =>
        !isStandIn(value) &&
        followsProgram(text, start) &&
        text.slice(start - value.length - 1, start) !== `${value}:`,
    },
  ),
  // requests.get(url, auth=("user", "password")), HTTPBasicAuth("user", "password")
  pattern(
    'auth-pair',
    ['auth=(', 'auth = (', 'BasicAuth(', 'basic_auth(', 'basicAuth(', 'Credential(', 'Credentials('],
    /[A-Za-z_]{4,20}(?: ?= ?)?\(\s{0,3}\\{0,3}["'][^"'\s\\]{1,100}\\{0,3}["'],\s{0,4}(?:Some\()?\\{0,3}["']([^"'\s\\]{4,200})(?=\\{0,3}["'])/,
    { accept: (value) => !isStandIn(value) && isPassword(value) },
  ),
  // host:port:database:user:password, a line of .pgpass
  pattern(
    'pgpass',
    [':5432:', ':5433:', ':5439:', ':6432:', ':*:'],
    /(?<=(?:^|[\s"'→+]|\\n)[\w.*-]{1,100}):(?:54[34]\d|6432|\*):[\w.*-]{1,63}:[\w.*@-]{1,63}:([^\s"'\\]{4,200})/,
    { accept: (value) => !isStandIn(value) },
  ),
  // user:hash, a line of /etc/shadow or of .htpasswd
  pattern('password-hash', ['$2a$', '$2b$', '$2y$', '$2x$'], /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/),
  pattern(
    'password-hash',
    [
      '$1$',
      '$5$',
      '$6$',
      '$7$',
      '$y$',
      '$gy$',
      '$apr1$',
      '$argon2',
      '$scrypt$',
      '$pbkdf2',
      '$md5$',
      '$sha1$',
    ],
    /\$(?:[1567]|g?y|apr1|argon2(?:id|i|d)|scrypt|pbkdf2-sha\d{1,3}|md5|sha1)\$(?:[\w=,]{1,60}\$){0,3}[./A-Za-z0-9+$=]{16,200}/,
  ),
  pattern('password-hash', ['{SHA}', '{SSHA}', '{CRYPT}'], /\{(?:SHA|SSHA|CRYPT)\}[A-Za-z0-9+/=.$]{13,120}/),
  pattern(
    'password-hash',
    ['pbkdf2_sha', 'pbkdf2:sha', 'scrypt:', 'argon2$'],
    /(?:pbkdf2[_:]sha\d{1,3}|scrypt|argon2)[:$][\w:.,=]{1,40}\$[^\s"'\\]{20,300}/,
  ),
  // Django's and Symfony's secrets are random, with any mark in them.
  // WordPress: eight of them, with any mark and blanks inside.
  pattern(
    'named-secret',
    ['AUTH_KEY', 'AUTH_SALT', 'IN_KEY', 'IN_SALT', 'NONCE_KEY', 'NONCE_SALT'],
    /(?:AUTH|IN|NONCE)_(?:KEY|SALT)\\{0,3}["'], {1,12}\\{0,3}["']([^'"\n]{60,70})(?=\\{0,3}["']\s{0,3}\))/,
    { accept: (value) => /\d/.test(value) && !isStandIn(value) && !/unique phrase/.test(value) },
  ),
  pattern('named-secret', ['django-insecure-'], /django-insecure-[^\s"'\\]{20,120}/),
];

const PROGRAMS = /(?:curl|http|https|wget|ldapsearch|mosquitto_(?:pub|sub)|az|oc|kubectl|svn|lftp|xh) /;

/** On the same command line, at most a few hundred characters back. */
function followsProgram(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  return PROGRAMS.test(before.slice(before.lastIndexOf('\n') + 1));
}
