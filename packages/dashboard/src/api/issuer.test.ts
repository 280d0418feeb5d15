import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cognitoSignOut, issuerOf, safeReturn } from './issuer.ts';

const config = {
  idpUserPoolId: 'local_debrief',
  idpClientId: 'debrief-dashboard',
  apiUrl: 'http://127.0.0.1:4000',
  idpRegion: 'local',
  idpDomain: 'http://127.0.0.1:4000/idp',
};

test('the issuer is the domain, except for Cognito', () => {
  assert.equal(issuerOf(config), 'http://127.0.0.1:4000/idp');
  const pool = { ...config, idpUserPoolId: 'eu-west-1_AbCdEf', idpRegion: 'eu-west-1' };
  assert.equal(issuerOf(pool), 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf');
});

test('only Cognito has its own way out', () => {
  assert.equal(cognitoSignOut(config, 'http://127.0.0.1:4000/signed-out'), undefined);
  const pool = { ...config, idpUserPoolId: 'eu-west-1_AbCdEf', idpDomain: 'acme.auth.example.com' };
  assert.equal(
    cognitoSignOut(pool, 'https://debrief.example.com/signed-out'),
    'https://acme.auth.example.com/logout?client_id=debrief-dashboard&logout_uri=https%3A%2F%2Fdebrief.example.com%2Fsigned-out',
  );
});

test('signing in leads back into the dashboard only', () => {
  assert.equal(safeReturn('/sessions/ses_1?find=x#12'), '/sessions/ses_1?find=x#12');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:1',
    '',
    7,
    null,
  ]) {
    assert.equal(safeReturn(bad), '/');
  }
  assert.equal(safeReturn('/signed-in?code=1'), '/');
});
