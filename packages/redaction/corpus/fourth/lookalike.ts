import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, seeded, WORD } from '../random.ts';
import { b64, uuid } from './value.ts';

const WORDS =
  'session token key password secret parser reader buffer index commit branch review merge build cache'.split(
    ' ',
  );
const words = (r: Random, count: number) => Array.from({ length: count }, () => r.pick(WORDS)).join(' ');
const camel = (r: Random) => words(r, 3).replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
const time = (r: Random) =>
  `2026-11-${10 + r.below(19)}T${10 + r.below(10)}:${10 + r.below(49)}:${10 + r.below(49)}.${r.text(DIGIT, 3)}Z`;
const path = (r: Random) => `packages/${r.pick(WORDS)}/src/${camel(r)}.ts`;
const hex = (r: Random, length: number) => r.text(HEX, length);

/** What looks like a secret and is none. A line or a block each. */
const KINDS: Readonly<Record<string, (r: Random) => string>> = {
  'git log': (r) => `commit ${hex(r, 40)}\nAuthor: Kim <kim@corp.test>\n\n    fix(auth): ${words(r, 5)}\n`,
  'git log oneline': (r) => `${hex(r, 9)} ${words(r, 6)}`,
  'git index': (r) => `index ${hex(r, 7)}..${hex(r, 7)} 100644`,
  'npm lock': (r) =>
    `"node_modules/${r.pick(WORDS)}": { "version": "1.${r.below(9)}.0", "license": "MIT", "integrity": "sha512-${r.text(BASE64, 86)}==" },`,
  'yarn lock': (r) => `  integrity sha1-${r.text(BASE64, 27)}=`,
  'pnpm lock': (r) => `    resolution: {integrity: sha512-${r.text(BASE64, 86)}==}`,
  'cargo lock': (r) => `checksum = "${hex(r, 64)}"`,
  'go sum': (r) => `github.com/a/${r.pick(WORDS)} v1.2.${r.below(9)} h1:${r.text(BASE64, 43)}=`,
  'poetry lock': (r) => `    {file = "a-1.0.tar.gz", hash = "sha256:${hex(r, 64)}"},`,
  'pip hash': (r) => `    --hash=sha256:${hex(r, 64)} \\`,
  'gemfile lock': (r) => `  rack (3.0.${r.below(9)}) sha256=${hex(r, 64)}`,
  'docker digest': (r) => `reg.corp.test/app@sha256:${hex(r, 64)}`,
  'docker ps': (r) => `${hex(r, 12)}   postgres:16   "docker-entrypoint.s…"   2 hours ago`,
  'docker layer': (r) => `#8 sha256:${hex(r, 64)} 1.2MB / 3.4MB 0.3s`,
  uuid: (r) => `request_id=${uuid(r)} trace=${hex(r, 32)} span=${hex(r, 16)}`,
  'session id': (r) => `{"sessionId":"${uuid(r)}","parentUuid":"${uuid(r)}","timestamp":"${time(r)}"}`,
  'message id': (r) =>
    `{"id":"msg_01${r.text(ALNUM, 22)}","type":"message","requestId":"req_011${r.text(ALNUM, 21)}"}`,
  'tool use id': (r) => `{"tool_use_id":"toolu_01${r.text(ALNUM, 22)}","type":"tool_result","content":"ok"}`,
  'call id': (r) => `{"call_id":"call_${r.text(ALNUM, 24)}","output":"done"}`,
  'reasoning item': (r) =>
    `{"id":"rs_${hex(r, 50)}","type":"reasoning","encrypted_content":"gAAAAA${r.text(WORD, 300)}"}`,
  'thinking signature': (r) =>
    `{"type":"thinking","thinking":"${words(r, 9)}","signature":"${r.text(BASE64, 300)}=="}`,
  'completion id': (r) => `"id": "chatcmpl-${r.text(ALNUM, 29)}", "system_fingerprint": "fp_${hex(r, 10)}"`,
  usage: (r) =>
    `{"input_tokens":${r.below(99999)},"output_tokens":${r.below(9999)},"cache_read_input_tokens":${r.below(99999)},"max_tokens":8192,"token_count":${r.below(99999)}}`,
  arn: (r) =>
    `arn:aws:secretsmanager:eu-west-1:${r.text(DIGIT, 12)}:secret:prod/${r.pick(WORDS)}-${r.text(ALNUM, 6)}`,
  'arn iam': (r) =>
    `arn:aws:iam::${r.text(DIGIT, 12)}:role/${camel(r)}-${r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 12)}`,
  'aws ids': (r) => `i-0${hex(r, 16)} sg-0${hex(r, 16)} vpc-0${hex(r, 16)} subnet-0${hex(r, 16)}`,
  'azure id': (r) =>
    `/subscriptions/${uuid(r)}/resourceGroups/${r.pick(WORDS)}/providers/Microsoft.KeyVault/vaults/kv-${hex(r, 6)}`,
  'gcp id': (r) => `projects/corp-${r.text(DIGIT, 6)}/secrets/${r.pick(WORDS)}/versions/${r.below(20)}`,
  'key id': (r) => `"kmsKeyId": "${uuid(r)}", "keyVersion": ${r.below(9)}, "publicKey": "public"`,
  'ssh public': (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.text(BASE64, 43)} kim@laptop`,
  'ssh fingerprint': (r) => `256 SHA256:${r.text(BASE64, 43)} kim@laptop (ED25519)`,
  etag: (r) =>
    `etag: W/"${hex(r, 4)}-${r.text(BASE64, 27)}"\nx-request-id: ${uuid(r)}\ncf-ray: ${hex(r, 16)}-FRA`,
  csp: (r) => `script-src 'sha256-${r.text(BASE64, 43)}=' 'self'`,
  asset: (r) =>
    `dist/assets/index-${r.text(WORD, 8).replace(/^-/, 'a')}.js   ${r.below(900)}.12 kB │ gzip: ${r.below(90)}.1 kB`,
  'base64 image': (r) => `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${r.text(BASE64, 2000)}=">`,
  'source map': (r) =>
    `//# sourceMappingURL=data:application/json;base64,${b64(`{"version":3,"sources":["${camel(r)}.ts"],"mappings":"${r.text(`${ALNUM};,`, 300)}"}`)}`,
  mappings: (r) => `"mappings":"${r.text(`${ALNUM};,+/`, 500)}"`,
  minified: (r) =>
    `function ${r.text(LOWER, 1)}(t,e){var n=t.${camel(r)};return n&&n.key===e.key?n.token:(e.secret=!1,t.password=e.value,${r.text(LOWER, 2)}(t,n))}`,
  'ts types': (r) =>
    `export type ${camel(r)} = { readonly token: string; readonly password?: string | undefined; secret: SecretRef };`,
  'ts code': (r) =>
    `const ${camel(r)} = await ${camel(r)}(request.token, { password: input.password, secretKey: config.secretKey });`,
  'ts calls': (r) =>
    `if (token === undefined || tokens.length > ${r.below(99)}) throw new TokenError('token_missing', { key: ${camel(r)} });`,
  'py code': (r) =>
    `    password = getpass("Password: ")\n    token = self.${r.pick(WORDS)}_token or os.environ.get("${r.pick(WORDS).toUpperCase()}_TOKEN")`,
  'go code': (r) =>
    `\tif token, err := ${camel(r)}(ctx, secret.Name); err != nil {\n\t\treturn nil, fmt.Errorf("reading token: %w", err)\n\t}`,
  'sql code': (r) =>
    `SELECT id, password_hash, token_id FROM ${r.pick(WORDS)}s WHERE api_key_id = $1 AND secret_name IS NOT NULL;`,
  'env example': (r) =>
    `${r.pick(WORDS).toUpperCase()}_PASSWORD=changeme\nAPI_KEY=your-api-key-here\nSECRET=<secret>\nTOKEN=\${TOKEN}\nJWT_SECRET=xxxxxxxx`,
  'yaml refs': (r) =>
    `      password: \${{ secrets.${r.pick(WORDS).toUpperCase()} }}\n      secretName: ${r.pick(WORDS)}-tls\n      secretKeyRef: { name: app, key: db-password }`,
  'tf refs': (r) =>
    `  password = var.${r.pick(WORDS)}_password\n  token    = data.aws_secretsmanager_secret_version.${r.pick(WORDS)}.secret_string`,
  docs: (r) =>
    `The password is read from the file that ${words(r, 2)} names. A token expires after ${r.below(90)} minutes; the key is rotated by the server.`,
  'docs flags': (r) =>
    `  --password <password>   the password of ${r.pick(WORDS)} (default: none)\n  --token-file PATH       where the token is`,
  'test names': (r) => `✔ ${words(r, 4)} keeps the password secret (${r.below(99)}.${r.text(DIGIT, 5)}ms)`,
  'password hashes': (r) =>
    `keyframes ${camel(r)}: translate3d(0, ${r.below(90)}px, 0) cubic-bezier(0.${r.text(DIGIT, 3)}, 0, 0.2, 1)`,
  'stack trace': (r) =>
    `    at ${camel(r)}.<anonymous> (file:///app/node_modules/.pnpm/a@1.0.0_${hex(r, 32)}/node_modules/a/${camel(r)}.js:${r.below(999)}:${r.below(99)})`,
  'path in tmp': (r) =>
    `/tmp/${r.pick(WORDS)}-${r.text(ALNUM, 6)}/${path(r)} /nix/store/${r.text('0123456789abcdfghijklmnpqrsvwxyz', 32)}-openssl-3.0/bin`,
  'bazel cache': (r) =>
    `bazel-out/k8-fastbuild/bin/${r.pick(WORDS)} ${hex(r, 64)} cas/${hex(r, 2)}/${hex(r, 62)}`,
  'k8s pod': (r) =>
    `pod/${r.pick(WORDS)}-${r.text('bcdfghjklmnpqrstvwxz2456789', 10)}-${r.text('bcdfghjklmnpqrstvwxz2456789', 5)}   1/1   Running   0   ${r.below(30)}d`,
  traceparent: (r) => `traceparent: 00-${hex(r, 32)}-${hex(r, 16)}-01`,
  ulid: (r) =>
    `"eventId": "01J${r.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}", "cuid": "c${r.text(`${LOWER}${DIGIT}`, 24)}"`,
  cursor: (r) => `"nextCursor": "${b64(`{"id":"${uuid(r)}","at":"${time(r)}"}`)}"`,
  'wasm base64': (r) => `const wasm = "AGFzbQEAAAAB${r.text(BASE64, 900)}";`,
  'css modules': (r) => `.button_${r.text(WORD, 5)}__${r.text(WORD, 5)} { color: #${hex(r, 6)}; }`,
  i18n: (r) =>
    `  "login.password": "Password", "login.token.help": "Enter the token from ${words(r, 2)}", "reset.password": "Reset your password",`,
  'crash address': (r) => `0x${hex(r, 16)} in ${camel(r)} + ${r.below(999)} (build id ${hex(r, 40)})`,
  coordinates: (r) => `[${Array.from({ length: 24 }, () => r.below(255)).join(', ')}]`,
  'svg path': (r) =>
    `<path d="M${r.below(99)}.${r.text(DIGIT, 3)} ${r.below(99)}c${r.below(9)}-${r.below(9)}.5 ${r.text(DIGIT, 2)}.${r.text(DIGIT, 2)}a${r.below(9)} 0 0 0-${r.below(9)}z"/>`,
  protobuf: (r) => `\\n\\x${hex(r, 2)}\\x${hex(r, 2)}\\x0a${camel(r)}\\x12\\x${hex(r, 2)}`,
  'redacted already': (r) =>
    `password: ******** token: [REDACTED] key: ${'*'.repeat(4 + r.below(9))} secret: •••••••`,
  'http log': (r) =>
    `10.0.0.${r.below(250)} - - [${time(r)}] "POST /v1/tokens/${uuid(r)}/revoke HTTP/1.1" 204 0 "-" "Mozilla/5.0"`,
  'ls long': (r) =>
    `-rw-r--r-- 1 kim staff ${r.below(99999)} Nov 18 10:0${r.below(9)} ${r.pick(WORDS)}.token.test.ts`,
  'gh run': (r) =>
    `✓ main CI · ${r.text(DIGIT, 11)}\nTriggered via push about ${r.below(59)} minutes ago\nrun ${r.text(DIGIT, 11)} job ${r.text(DIGIT, 11)}`,
  'slack ids': (r) =>
    `channel=C0${r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 9)} user=U0${r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 9)} ts=1763${r.text(DIGIT, 6)}.${r.text(DIGIT, 6)}`,
  'stripe ids': (r) =>
    `"customer": "cus_${r.text(ALNUM, 14)}", "payment_intent": "pi_${r.text(ALNUM, 24)}", "price": "price_1${r.text(ALNUM, 23)}"`,
  'feature flags': (r) =>
    `enablePassword=true useToken=false keyRotationDays=${r.below(90)} secretCount=${r.below(9)} passwordMinLength=12`,
  'assertion diff': (r) => `+   tokenHash: '${hex(r, 64)}',\n-   tokenHash: '${hex(r, 64)}',`,
  'key codes': (r) =>
    `if (event.key === 'Escape' || event.key === 'ArrowDown') ${camel(r)}(event.key, '${r.pick(WORDS)}');`,
  'react keys': (r) =>
    `<Row key="${r.pick(WORDS)}-${r.below(999)}" label="Password" autoComplete="current-password" name="password" />`,
};

export function lookAlikes(seed: number, bytes: number): { kind: string; text: string }[] {
  const random = seeded(seed);
  const names = Object.keys(KINDS);
  const texts: { kind: string; text: string }[] = [];
  for (let size = 0; size < bytes; ) {
    const kind = random.pick(names);
    const text = Array.from({ length: 12 }, () => KINDS[kind]?.(random)).join('\n');
    texts.push({ kind, text });
    size += text.length;
  }
  return texts;
}
