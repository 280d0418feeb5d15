import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { launchdAgent, systemdUnit } from './service.ts';

const home = { config: '/h/c', state: '/h/s', data: '/h/Application Support/100% <me> & "co"' };

describe('service', () => {
  afterEach(() => {
    delete process.env.DEBRIEF_HOME;
  });

  it('systemd: blanks, quotes and per cent signs stay what they are', () => {
    process.env.DEBRIEF_HOME = '/my home/100%';
    const unit = systemdUnit(home, '/opt/node 24/bin/node');
    const program = '/h/Application Support/100%% <me> & \\"co\\"/lib/debrief.js';
    assert.ok(unit.includes(`ExecStart="/opt/node 24/bin/node" "${program}" record\n`), unit);
    assert.ok(unit.includes('Environment="DEBRIEF_HOME=/my home/100%%"\n'), unit);
  });

  it('launchd: what XML would take for its own is escaped', () => {
    process.env.DEBRIEF_HOME = '/a&b';
    const agent = launchdAgent(home, '/bin/node');
    assert.ok(agent.includes('<string>/bin/node</string>'));
    assert.ok(agent.includes('/100% &lt;me> &amp; "co"/lib/debrief.js</string>'), agent);
    assert.ok(agent.includes('<key>DEBRIEF_HOME</key><string>/a&amp;b</string>'));
  });
});
