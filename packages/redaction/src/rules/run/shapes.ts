import { isGibberish } from '../../gibberish.ts';
import { looksRandom } from '../../judge.ts';

const isRandom = (token: string) => looksRandom(token) || isGibberish(token);

/**
 * Tokens without a beginning of their own that a keyword search could look for: they are known by the shape of the whole.
 * Each expression is tried on the run alone, and a letter of an escape may stand before the token.
 */
const SMALL = new Set([
  ...['airtable', 'crates', 'mailchimp', 'mailgun', 'rapidapi', 'infisical'],
  ...['databricks', 'zoho', 'unleash', 'beamer'],
]);
type Shape = {
  readonly rule: string;
  /** Stands in every such token. */
  readonly hint: string;
  /** The length of the shortest such token. */
  readonly least: number;
  readonly shape: RegExp;
  readonly accept?: (token: string) => boolean;
};
export const SHAPES: readonly Shape[] = [
  {
    rule: 'discord',
    hint: '.',
    least: 58,
    shape: /[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}/,
    accept: looksRandom,
  },
  { rule: 'airtable', hint: 'pat', least: 82, shape: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/ },
  {
    rule: 'crates',
    hint: 'cio',
    least: 35,
    shape: /(?<![A-Za-z0-9_.-])cio[A-Za-z0-9]{32}(?![A-Za-z0-9_-])/,
    accept: isRandom,
  },
  {
    rule: 'crates',
    hint: 'cio',
    least: 35,
    shape: /(?<=^[nrtm=Dx-]{1,2})cio[A-Za-z0-9]{32}(?![A-Za-z0-9_-])/,
    accept: isRandom,
  },
  { rule: 'twilio', hint: 'SK', least: 34, shape: /SK[0-9a-f]{32}(?![A-Za-z0-9])/ },
  { rule: 'mailchimp', hint: '-us', least: 36, shape: /[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])/ },
  {
    rule: 'mailgun',
    hint: '-',
    least: 50,
    shape: /(?<![0-9a-f])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9A-Za-z-])/,
  },
  {
    rule: 'rapidapi',
    hint: 'msh',
    least: 50,
    shape: /[a-z0-9]{10}msh[a-z0-9]{15}p1[a-z0-9]{6}jsn[a-z0-9]{12}/,
  },
  {
    rule: '1password',
    hint: 'A3-',
    least: 39,
    shape: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  },
  { rule: 'infisical', hint: 'st.', least: 60, shape: /st\.[0-9a-f]{24}\.[0-9a-f]{32}(?:\.[0-9a-f]{32})?/ },
  { rule: 'maxmind', hint: '_mmk', least: 40, shape: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/ },
  {
    rule: 'authress',
    hint: '.acc',
    least: 48,
    shape:
      /(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.acc[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+_=-]{20,120}/,
  },
  { rule: 'azure-key', hint: 'JQQJ99', least: 66, shape: /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{8,30}/ },
  {
    rule: 'fauna',
    hint: 'fnA',
    least: 39,
    shape: /(?<![A-Za-z0-9])fnA[A-Za-z0-9_-]{36,60}/,
    accept: looksRandom,
  },
  ...['dose', 'dkea', 'dsap'].map((hint) => ({
    rule: 'databricks',
    hint,
    least: 36,
    shape: new RegExp(`(?<![A-Za-z0-9_-])${hint}[0-9a-f]{32}(?![A-Za-z0-9])`),
  })),
  {
    rule: 'zoho',
    hint: '1000.',
    least: 70,
    shape: /(?<![\w.])1000\.[0-9a-f]{32}\.[0-9a-f]{32}(?![A-Za-z0-9])/,
  },
  {
    rule: 'unleash',
    hint: '.',
    least: 56,
    shape: /(?<![\w.])(?:development|production|staging|test)\.[0-9a-f]{50,64}(?![A-Za-z0-9])/,
  },
  {
    rule: 'beamer',
    hint: 'b_',
    least: 46,
    shape: /(?<![A-Za-z0-9_-])b_[A-Za-z0-9=_-]{44}(?![A-Za-z0-9_-])/,
    accept: looksRandom,
  },
  {
    rule: 'confluent',
    hint: 'cflt',
    least: 60,
    shape: /(?<![A-Za-z0-9])cflt[A-Za-z0-9+]{50,64}/,
    accept: looksRandom,
  },
  {
    rule: 'brave',
    hint: 'BSA',
    least: 31,
    shape: /(?<![A-Za-z0-9_-])BSA[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/,
    accept: looksRandom,
  },
  {
    rule: 'backblaze',
    hint: 'K00',
    least: 31,
    shape: /(?<![A-Za-z0-9])K00\d[A-Za-z0-9+]{27}(?![A-Za-z0-9])/,
    accept: looksRandom,
  },
  { rule: 'exoscale', hint: 'EXO', least: 30, shape: /(?<![A-Za-z0-9])EXO[a-f0-9]{27,40}(?![A-Za-z0-9])/ },
  {
    rule: 'telnyx',
    hint: 'KEY0',
    least: 50,
    shape: /(?<![A-Za-z0-9])KEY0[0-9A-F]{20,40}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])/,
  },
  {
    rule: 'stripe-client-secret',
    hint: '_secret_',
    least: 40,
    shape: /(?<![A-Za-z0-9_])(?:pi|seti|cs|src)_[A-Za-z0-9_]{10,80}_secret_[A-Za-z0-9]{16,60}/,
  },
  {
    rule: 'voyage',
    hint: 'pa-',
    least: 46,
    shape: /(?<![A-Za-z0-9_-])pa-[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/,
    accept: looksRandom,
  },
];
/** Those of them that may have no capital letter. */
export const SMALL_SHAPES = SHAPES.filter(({ rule }) => SMALL.has(rule));
