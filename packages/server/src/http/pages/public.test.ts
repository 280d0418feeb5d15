import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { send } from '../../../testing/request.ts';
import { fieldsOf, onEveryEngine } from '../../../testing/suite.ts';
import { LogMisfit } from '../../domain/session/log-misfit.ts';
import { version } from '../../version.ts';
import { publicRoutes } from './public.ts';

onEveryEngine('public routes', (server) => {
  it('1 health: exactly status, version and service (P1)', async () => {
    const { status, body } = await send(server(), 'GET', '/health');
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'ok', version, service: 'debrief' });
  });

  it('2 config: exactly five strings, a minute of cache (P2)', async () => {
    const { status, body, headers } = await send(server(), 'GET', '/config');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      idpUserPoolId: 'oidc',
      idpClientId: 'test-dashboard',
      apiUrl: server().url,
      idpRegion: 'global',
      idpDomain: server().issuer.issuer,
    });
    assert.equal(headers.get('Cache-Control'), 'max-age=60');
  });

  it('need no credential and ignore one that comes along', async () => {
    for (const path of ['/health', '/config']) {
      const { status } = await send(server(), 'GET', path, {
        credential: 'nonsense',
        headers: { 'X-Service-Secret': 'nonsense' },
      });
      assert.equal(status, 200);
    }
  });

  it('serves the OpenAPI document of its own address', async () => {
    const { status, body } = await send(server(), 'GET', '/openapi.json');
    assert.equal(status, 200);
    assert.deepEqual(body.servers, [{ url: server().url }]);
    assert.deepEqual(fieldsOf(body), ['components', 'info', 'openapi', 'paths', 'servers']);
  });

  it('has no metrics without a token for them', async () => {
    assert.equal((await send(server(), 'GET', '/metrics')).code, 'route_not_found');
  });
});

describe('health', () => {
  const config = { idpUserPoolId: '', idpClientId: '', apiUrl: '', idpRegion: '', idpDomain: '' };
  const refusal = { code: 'service_unavailable', retryAfter: 2 };

  it('is refused when the store does not answer, within a second (P1)', async () => {
    const begun = performance.now();
    const silent = publicRoutes({
      version,
      config,
      ping: () => new Promise(() => {}),
      check: async () => {},
      isDraining: () => false,
    });
    await assert.rejects(silent.health(), refusal);
    assert.ok(isWithin(performance.now() - begun, 1500));
  });

  it('asks the store once a second, however many ask (P1)', async () => {
    let pings = 0;
    const ping = async () => {
      pings++;
      throw new Error('down');
    };
    const busy = publicRoutes({ version, config, ping, check: async () => {}, isDraining: () => false });
    await Promise.all(Array.from({ length: 50 }, () => assert.rejects(busy.health(), refusal)));
    assert.equal(pings, 1);
  });

  it('asks the store again a second later (P1)', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    let isUp = false;
    const ping = () => (isUp ? Promise.resolve() : Promise.reject(new Error('down')));
    const { health } = publicRoutes({
      version,
      config,
      ping,
      check: async () => {},
      isDraining: () => false,
    });
    await assert.rejects(health(), refusal);
    isUp = true;
    test.mock.timers.tick(999);
    await assert.rejects(health(), refusal);
    test.mock.timers.tick(1);
    assert.equal((await health()).status, 'ok');
  });

  it('is refused while events cannot be stored, or nobody says whether they can (P1)', async () => {
    for (const check of [() => Promise.reject(new Error('disk full')), () => new Promise<never>(() => {})]) {
      const { health } = publicRoutes({
        version,
        config,
        ping: async () => {},
        check,
        isDraining: () => false,
      });
      await assert.rejects(health(), { ...refusal, message: 'Events cannot be stored.' });
    }
  });

  it('says why events cannot be stored where an operator has to act', async () => {
    const check = () => Promise.reject(new LogMisfit('the bus is another one.'));
    const { health } = publicRoutes({
      ...{ version, config, ping: async () => {}, check, isDraining: () => false },
    });
    await assert.rejects(health(), {
      ...refusal,
      message: 'Events cannot be stored: the bus is another one.',
    });
  });

  it('is refused while draining, without asking the store (P1)', async () => {
    const ping = async () => assert.fail('asked');
    await assert.rejects(
      publicRoutes({ version, config, ping, check: ping, isDraining: () => true }).health(),
      { ...refusal, message: 'The service is shutting down.' },
    );
  });
});
