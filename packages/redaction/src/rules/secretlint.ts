import { rules as creators } from '@secretlint/secretlint-rule-preset-recommend';
import { isHollow, isStandIn } from '../judge.ts';
import type { Range } from '../rule.ts';

/**
 * secretlint's own rules, called directly. In the engine they are asynchronous plug-ins over a document, but
 * each is a plain object whose `file({ content })` reports synchronously, so no engine, document or promise is
 * needed per string; with the keyword search in front a call is rare.
 *
 * Left out: `gcp` (decides by the file's extension; the key inside is a PEM block, found anyway) and
 * `filter-comments` (lets a comment in the text switch the rules off).
 */
const KEYWORDS: Record<string, { keywords: string[]; before?: number; reach?: number }> = {
  aws: {
    keywords: [
      ...['AKIA', 'AGPA', 'AIDA', 'AROA', 'AIPA', 'ANPA', 'ANVA', 'ASIA', 'A3T'],
      ...['secret_access', 'secretaccess', 'secret_key', 'secretkey'],
    ],
    before: 16,
    reach: 256,
  },
  privatekey: { keywords: ['-----BEGIN'], reach: 12_000 },
  npm: { keywords: ['npm_', ':x-oauth'], before: 280 },
  basicauth: { keywords: ['http://', 'https://', 'ftp://', 'ftps://'] },
  slack: { keywords: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'https://hooks.slack'] },
  sendgrid: { keywords: ['SG.'] },
  shopify: { keywords: ['shppa_', 'shpca_', 'shpat_', 'shpss_'] },
  stripe: { keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'] },
  github: { keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'], reach: 13_000 },
  gitlab: { keywords: ['glpat-'] },
  grafana: { keywords: ['glc_', 'glsa_'] },
  openai: { keywords: ['sk-'] },
  anthropic: { keywords: ['sk-ant-'] },
  groq: { keywords: ['gsk_'] },
  huggingface: { keywords: ['hf_'] },
  linear: { keywords: ['lin_api_'] },
  notion: { keywords: ['ntn_'] },
  '1password': { keywords: ['ops_ey'] },
  'database-connection-string': { keywords: ['mongodb', 'mysql', 'postgres'], before: 5 },
  'hashicorp-vault': { keywords: ['hvs.', 'hvb.', 'hvr.'] },
  vercel: { keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
  databricks: { keywords: ['dapi'] },
  docker: { keywords: ['dckr_pat_'] },
  figma: { keywords: ['figd_'] },
  cloudflare: { keywords: ['cfk_', 'cfut_', 'cfat_'] },
  tailscale: { keywords: ['tskey-'] },
};

/** Identifiers, not secrets; secretlint only offers them together with the access keys. */
const IGNORED_MESSAGES = new Set(['AWSAccountID']);
/** These report the whole address; host, user and database are worth keeping. */
const PASSWORD_IN_URL = /:\/\/[^:/\s]{1,256}:([^@/\s]{1,256})@/;

/** Some of its expressions end before the token does (`xapp-…`): what goes on without a break belongs to it. */
function tokenEnd(content: string, end: number): number {
  TOKEN_REST.lastIndex = end;
  return end + (TOKEN_REST.exec(content)?.[0].length ?? 0);
}
const TOKEN_REST = /[A-Za-z0-9_-]{0,512}/y;

export type WindowRule = {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly before: number;
  readonly reach: number;
  /** Reports the secrets in `content`, positions relative to it. */
  scan(content: string): Range[];
};

type Message = { id: string; secret: string };

export const secretlintRules: readonly WindowRule[] = creators.flatMap((creator) => {
  const name = creator.meta.id.replace('@secretlint/secretlint-rule-', '');
  const entry = KEYWORDS[name];
  if (!entry) return [];
  let content = '';
  let ranges: Range[] = [];
  const context = {
    // The translator is handed the secret itself. The reported range is not always the secret's: where a rule
    // captures a group (AWS secret, npm), secretlint 13 reports the start of the match and the group's length.
    createTranslator: () => (id: string, data: Record<string, string>) => ({
      id,
      secret: Object.values(data)[0] ?? '',
    }),
    report({ message, range }: { message: Message; range: readonly number[] }) {
      if (IGNORED_MESSAGES.has(message.id)) return;
      const password = PASSWORD_IN_URL.exec(message.secret)?.[1];
      if (password && isStandIn(password)) return;
      const secret = password ?? message.secret;
      if (isHollow(secret)) return;
      const inside = message.secret.indexOf(secret, message.secret.indexOf('://') + 3);
      const start = content.indexOf(message.secret, range[0]) + Math.max(0, inside);
      const end = start + secret.length;
      ranges.push([start, password ? end : tokenEnd(content, end)]);
    },
    ignore() {},
  };
  // The preset ships types that lead to packages it does not install; this is the part that is used.
  const create = creator.create as unknown as (
    ruleContext: typeof context,
    options: { enableIDScanRule: boolean },
  ) => { file(source: { content: string }): void };
  const rule = create(context, { enableIDScanRule: true });
  return {
    name,
    keywords: entry.keywords,
    before: entry.before ?? 1,
    reach: entry.reach ?? 1_200,
    scan(text: string) {
      content = text;
      ranges = [];
      rule.file({ content: text });
      return ranges;
    },
  };
});
