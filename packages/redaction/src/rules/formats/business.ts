import { looksRandom } from '../../judge.ts';
import { pattern, prefixed, type Rule } from '../../rule.ts';
import { ALNUM, EDGE, END, GUID, HEX, WORD } from './piece.ts';

/** Mail, chat, notices. */
export const messagingFormats: readonly Rule[] = [
  prefixed(
    'slack',
    ['xoxc-', 'xoxd-', 'xoxe-', 'xoxe.xoxb-', 'xoxe.xoxp-', 'xoxs-'],
    '[A-Za-z0-9%+/=-]{20,300}',
  ),
  pattern(
    'slack-webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:workflows|triggers|services)\/([\w/+-]{30,120})/i,
  ),
  pattern('discord', ['/api/webhooks/'], /\/api\/webhooks\/\d{15,20}\/([\w-]{60,80})/),
  pattern('telegram', [':AA'], /(?<=(?<!\d)\d{8,10}):(AA[\w-]{32,34})(?![\w-])/),
  prefixed('mailgun', ['key-', 'pubkey-'], `${HEX}{32}${END}`),
  // secretlint's SendGrid rule takes no more than one hyphen; real keys have several.
  prefixed('sendgrid', 'SG.', `${WORD}{20,24}\\.${WORD}{39,50}`),
  prefixed('brevo', ['xkeysib-', 'xsmtpsib-'], `${HEX}{64}-${ALNUM}{16}`),
  prefixed('resend', 're_', `${ALNUM}{8}_${ALNUM}{20,30}${END}`, looksRandom),
  pattern('teams-webhook', ['.webhook.office.com/'], /\.webhook\.office\.com\/webhookb2\/([\w@/-]{60,250})/i),
  pattern('zapier', ['hooks.zapier.com/'], /hooks\.zapier\.com\/hooks\/catch\/([\w/]{10,60})/i),
  prefixed('knock', ['sk_knock_'], `${WORD}{30,60}`),
  prefixed('slack', ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xapp-'], '[A-Za-z0-9-]{20,300}'),
  prefixed('discord', 'mfa.', `${WORD}{84}`),
  prefixed('firebase', ['AAAA'], `${WORD}{7}:APA91b${WORD}{100,200}`),
  prefixed('lichess', ['lip_', 'lio_'], `${ALNUM}{20,40}${END}`, looksRandom),
  prefixed('intercom', 'dG9rO', '[A-Za-z0-9+/]{40,80}={0,2}'),
];

/** Money. */
export const paymentFormats: readonly Rule[] = [
  prefixed('stripe', 'whsec_', '[A-Za-z0-9+/=]{24,80}'),
  prefixed('square', ['sq0atp-', 'sq0csp-', 'sq0idp-'], `${WORD}{22,50}`),
  prefixed('square', 'EAAA', `${WORD}{58,62}(?!${WORD})`),
  prefixed('paypal', ['access_token$production$', 'access_token$sandbox$'], `[0-9a-z]{16}\\$${HEX}{32}`),
  prefixed('plaid', ['access-sandbox-', 'access-development-', 'access-production-'], GUID),
  prefixed('razorpay', ['rzp_live_', 'rzp_test_'], `${ALNUM}{14,24}${END}`),
  // Behind a `/` it is the middle of something longer in base64.
  pattern('adyen', ['AQE'], /(?<![A-Za-z0-9+/_-])AQE[A-Za-z0-9+/_=.-]{80,250}/),
  prefixed('flutterwave', ['FLWSECK-', 'FLWSECK_TEST-'], `${ALNUM}{12,40}(?:-X)?`),
  prefixed('paddle', ['pdl_live_apikey_', 'pdl_sdbx_apikey_'], `[a-z0-9]{26}_${ALNUM}{22}_${ALNUM}{3}`),
  prefixed('shippo', ['shippo_live_', 'shippo_test_'], `${HEX}{40}`),
  prefixed('easypost', ['EZAK', 'EZTK'], `${ALNUM}{54}${END}`),
  prefixed('duffel', ['duffel_live_', 'duffel_test_'], `${WORD}{43}`),
  prefixed('paystack', ['sk_live_', 'sk_test_'], `${WORD}{20,100}`, looksRandom),
  prefixed('stripe', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], `${ALNUM}{16,250}`),
  prefixed('mollie', ['live_', 'test_'], `${ALNUM}{30}${END}`, looksRandom),
  prefixed('gocardless', 'live_', `${WORD}{40}${EDGE}`, looksRandom),
  prefixed('adobe', 'p8e-', `[a-zA-Z0-9]{32}${END}`),
];
