import { isHollow, isMixedToken } from '../../judge.ts';
import { pattern, type Rule } from '../../rule.ts';

/** Vendors whose keys have no form of their own: a hash, an id or letters and digits behind their name. */
const VENDORS = (
  'abuseipdb algolia assemblyai bitfinex bugsnag bunnycdn cloudsmith codecov cohere ' +
  'confluent coveralls datadog deepgram deepinfra digitalocean discord dnsimple easypost elastic etherscan ' +
  'exa.ai fastly finnhub freshdesk gandi gitea heroku hetzner honeybadger infobip infura ipinfo ' +
  'jenkins klaviyo linode logdna loggly mailerlite mailjet messagebird mistral mixpanel ' +
  'netlify newsapi nylas okta opsgenie ovh pagerduty papertrail pingdom plivo postmark ' +
  'quicknode rapid7 raygun rollbar scaleway sendbird serper shodan smartsheet sparkpost splunk ' +
  'todoist twilio twitch typesense uptimerobot upcloud virustotal vonage vultr ' +
  'wakatime webflow zendesk zerotier'
).split(' ');

/** A few words, none of which says that an id follows. */
const CALLED =
  /[a-z0-9.]{3,14}(?:'s)?(?: (?!id\b|ids\b|event|trace|commit|release|build|deploy|project|account|customer|request|app\b(?! (?:key|secret|token))|zone|org|uuid|sha|digest|image|index|dataset|user|message|call)[\w()-]{2,14}){0,4}(?: is| are| →|:| =|=)? {1,2}["'\x60(]{0,2}([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9_-]{20,64})(?![\w./-]{2})/i;
/** A word for a key right before it, whoever's it is. */
const SAID =
  /(?:api|app|auth|access|admin|account|secret|master|service|signing|personal|server|account) (?:key|token|secret) ["'`(]{0,2}([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64})(?![\w.-])/;

const isRandomHex = (value: string) => /[a-f]/i.test(value) && /\d\D+\d/.test(value) && !isHollow(value);

export const calledFormats: readonly Rule[] = [
  pattern('vendor-key', VENDORS, CALLED, {
    accept: (value) =>
      /^[0-9a-f-]+$/i.test(value) ? isRandomHex(value) : isMixedToken(value) && value.length >= 24,
  }),
  pattern(
    'vendor-key',
    [
      'api key ',
      'app key ',
      'auth token ',
      'access token ',
      'access key ',
      'api token ',
      'signing secret ',
      'account token ',
    ],
    SAID,
    { accept: isRandomHex },
  ),
];
