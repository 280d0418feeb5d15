import { KINDS } from './kinds.ts';
import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER, WORD } from './random.ts';

type Part = string | readonly [alphabet: string, length: number];
const parts =
  (...list: Part[]) =>
  (random: Random): string =>
    list.map((part) => (typeof part === 'string' ? part : random.text(part[0], part[1]))).join('');
const GUID: Part[] = [[HEX, 8], '-', [HEX, 4], '-', [HEX, 4], '-', [HEX, 4], '-', [HEX, 12]];
const CAPITALS = UPPER + DIGIT;
const SMALL = LOWER + DIGIT;
const B58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Tokens of several parts, by the formats their services document. Prefixes are joined so that no scanner trips. */
const FORMS: Readonly<Record<string, readonly Part[]>> = {
  'slack app': ['xa'.concat('pp-1-'), ['A', 1], [CAPITALS, 10], '-', [DIGIT, 13], '-', [HEX, 64]],
  'slack user': ['xo'.concat('xp-'), [DIGIT, 12], '-', [DIGIT, 12], '-', [DIGIT, 12], '-', [HEX, 32]],
  'slack rotated': ['xo'.concat('xe.xoxp-1-'), [BASE64.slice(0, 62), 160]],
  'discord bot': ['M', [ALNUM, 23], '.', [WORD, 6], '.', [WORD, 38]],
  'discord bot long': ['N', [ALNUM, 25], '.', [WORD, 6], '.', [WORD, 27]],
  airtable: ['pa'.concat('t'), [ALNUM, 14], '.', [HEX, 64]],
  crates: ['ci'.concat('o'), [ALNUM, 32]],
  asana: ['1'.concat('/1'), [DIGIT, 15], ':', [HEX, 32]],
  'asana new': ['2'.concat('/1'), [DIGIT, 15], '/1', [DIGIT, 15], ':', [HEX, 32]],
  '1password key': [
    'A'.concat('3-'),
    [CAPITALS, 6],
    '-',
    [CAPITALS, 6],
    '-',
    [CAPITALS, 5],
    '-',
    [CAPITALS, 5],
    '-',
    [CAPITALS, 5],
    '-',
    [CAPITALS, 5],
  ],
  '1password service': ['op'.concat('s_eyJ'), [BASE64, 300]],
  'gitlab routable': ['gl'.concat('pat-'), [WORD, 30], '.01.', [SMALL, 9]],
  'npm legacy': ['Npm'.concat('Token.'), ...GUID],
  'twilio key': ['S'.concat('K'), [HEX, 32]],
  mailchimp: [[HEX, 32], '-us'.concat('21')],
  sendgrid: ['S'.concat('G.'), [WORD, 22], '.', [WORD, 43]],
  'azure devops': [[ALNUM, 76], 'AZ'.concat('DO'), [ALNUM, 4]],
  'azure openai': [[ALNUM, 52], 'JQQJ'.concat('99'), [ALNUM, 26]],
  'aws bedrock': ['AB'.concat('SK'), [BASE64, 120], '='],
  'aws session': ['IQoJ'.concat('b3JpZ2lu'), [BASE64, 300]],
  'openai session': ['se'.concat('ss-'), [ALNUM, 40]],
  'openai service': ['sk'.concat('-svcacct-'), [WORD, 120]],
  deepseek: ['sk'.concat('-'), [HEX, 32]],
  langfuse: ['sk'.concat('-lf-'), ...GUID],
  jina: ['ji'.concat('na_'), [ALNUM, 60]],
  e2b: ['e2'.concat('b_'), [HEX, 40]],
  cursor: ['cr'.concat('sr_'), [HEX, 64]],
  'google gemini': ['AQ'.concat('.Ab'), [WORD, 48]],
  deno: ['dd'.concat('p_'), [ALNUM, 36]],
  aiven: ['AV'.concat('NS_'), [WORD, 19]],
  dbt: ['db'.concat('tc_'), [ALNUM, 48]],
  rancher: ['tok'.concat('en-'), [SMALL, 5], ':', [SMALL, 54]],
  swarm: ['SWM'.concat('TKN-1-'), [SMALL, 50], '-', [SMALL, 25]],
  infracost: ['ic'.concat('o-'), [ALNUM, 32]],
  'terraform cloud': [[ALNUM, 14], '.atl'.concat('asv1.'), [ALNUM, 67]],
  trello: ['AT'.concat('TA'), [HEX, 64]],
  paystack: ['sk'.concat('_test_'), [HEX, 40]],
  plaid: ['access'.concat('-production-'), ...GUID],
  hubspot: ['pat'.concat('-eu1-'), ...GUID],
  launchdarkly: ['sd'.concat('k-'), ...GUID],
  dynatrace: ['dt0'.concat('c01.'), [CAPITALS, 24], '.', [CAPITALS, 64]],
  snyk: ['snyk'.concat('_uat.'), [HEX, 8], '.', [WORD, 80]],
  circleci: ['CCI'.concat('PAT_'), [ALNUM, 22], '_', [HEX, 40]],
  sourcegraph: ['sg'.concat('p_'), [HEX, 40]],
  mapbox: ['sk.'.concat('eyJ'), [WORD, 80], '.', [WORD, 22]],
  brevo: ['xkey'.concat('sib-'), [HEX, 64], '-', [ALNUM, 16]],
  resend: ['re'.concat('_'), [ALNUM, 8], '_', [ALNUM, 24]],
  newrelic: ['NR'.concat('AK-'), [CAPITALS, 27]],
  firebase: ['AA'.concat('AA'), [WORD, 7], ':APA91b', [WORD, 134]],
  salesforce: ['00'.concat('D'), [ALNUM, 15], '!', [ALNUM, 96]],
  'extended private key': ['xp'.concat('rv'), [B58, 107]],
  nostr: ['ns'.concat('ec1'), ['023456789acdefghjklmnpqrstuvwxyz', 58]],
  rapidapi: [[SMALL, 10], 'm'.concat('sh'), [SMALL, 15], 'p1', [SMALL, 6], 'jsn', [SMALL, 12]],
  adobe: ['p8'.concat('e-'), [SMALL, 32]],
  doppler: ['dp'.concat('.pt.'), [ALNUM, 43]],
  postman: ['PM'.concat('AK-'), [HEX, 24], '-', [HEX, 34]],
  clickup: ['p'.concat('k_'), [DIGIT, 8], '_', [CAPITALS, 32]],
};

/** Every token that is known by its form alone. */
export const TOKENS: ReadonlyMap<string, (random: Random) => string> = new Map([
  ...[...KINDS].flatMap(([kind, make]): [string, (random: Random) => string][] => {
    const isAlone = (made: unknown): made is string => typeof made === 'string';
    return isAlone(
      make({ below: () => 0, text: (_, length) => 'a'.repeat(length), pick: (from) => from[0] as never }),
    )
      ? [[kind, (random) => make(random) as string]]
      : [];
  }),
  ...Object.entries(FORMS).map(([kind, form]): [string, (random: Random) => string] => [
    kind,
    parts(...form),
  ]),
]);
