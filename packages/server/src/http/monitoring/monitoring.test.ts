import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { engines, runStatement } from '../../../testing/engine.ts';
import { testServer } from '../../../testing/server.ts';
import { aTeam } from '../../../testing/team.ts';

const token = ['metrics', 'token'].join('-');
const fileOf = (name: string) => readFileSync(new URL(`../../../../../${name}`, import.meta.url), 'utf8');

const named = (text: string): string[] => [...new Set(text.match(/\bdebrief_[a-z_]+/g) ?? [])];
const withoutEnding = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');

for (const engine of engines) {
  it(`alerts and the dashboard name metrics and labels that a server has, and each alert is explained, on ${engine}`, async () => {
    const server = await testServer(engine, { METRICS_TOKEN: token, RETENTION_DAYS: '30' });
    try {
      const team = await aTeam(server);
      await team.machine.appendEvents({ sessionId: team.sessionId, events: [{ eventType: 'x' }] });
      const scrape = async () => {
        const response = await fetch(`${server.url}/metrics`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        return response.text();
      };
      const text = await scrape();
      const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
      const alerts = fileOf('docs/monitoring/alerts.yaml');
      const dashboard = fileOf('docs/monitoring/dashboard.json');
      for (const file of [alerts, dashboard]) {
        assert.ok(named(file).length > 8);
        for (const name of named(file)) assert.ok(exposed.has(withoutEnding(name)), `${name} is not exposed`);
      }
      assert.ok(text.includes('route="/v1/sessions/:sessionId/events"'), 'the route that alerts look at');
      const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
      assert.ok(
        panels.every(({ targets }) => targets.length > 0 && targets.every(({ expr }) => expr !== '')),
      );
      const operations = fileOf('docs/operations.md');
      for (const [, name = ''] of alerts.matchAll(/- alert: (\w+)/g))
        assert.ok(operations.includes(`\`${name}\``), `docs/operations.md says nothing of ${name}`);

      const figureOf = (name: string, from: string) =>
        Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(from)?.[1]);
      assert.equal(figureOf('debrief_log_writable', text), 1);
      assert.equal(figureOf('debrief_bus_lag_seconds', text), 0);
      assert.equal(figureOf('debrief_mail_queue', text), 0);
      assert.equal(figureOf('debrief_retention_overdue_sessions', text), 0);
      const { database } = server.config;
      // A mail that is due for an hour, and a session that should be gone since the day before yesterday.
      const now = Date.now();
      await runStatement(
        database,
        `insert into notifications (notification_id, organization_id, user_id, reason, subject_id, count, state,
            created_at, updated_at)
          values ('n', '${team.organizationId}', 'u', 'rule', 's', 1, 'unread', ${now}, ${now})`,
      );
      await runStatement(
        database,
        `insert into due_notices (notification_id, channel, organization_id, user_id, due_at)
          values ('n', 'mail', '${team.organizationId}', 'u', ${now - 3_600_000})`,
      );
      const old = now - 33 * 86_400_000;
      await runStatement(
        database,
        `update sessions set status = 'completed', ended_at = ${old}, updated_at = ${old}, event_count = event_count + 1`,
      );
      const endpoint = (id: string, failures: number, offReason: string) =>
        runStatement(
          database,
          `insert into outbox_endpoints (endpoint_id, organization_id, kind, name, sealed_url, shown_url, types, severity,
              with_titles, generation, previous_until, created_by, created_at, off_at, off_reason, failures,
              paused_until, leased_until)
            values ('${id}', '${team.organizationId}', 'webhook', 'x', 'x', 'x', ' ', 3, 0, 1, 0, 'u', ${now},
              ${offReason === 'null' ? 'null' : now}, ${offReason}, ${failures}, ${now * 2}, 0)`,
        );
      await endpoint('failing', 1, 'null');
      await endpoint('gone', 3, `'gone'`);
      await endpoint('put away', 0, `'admin'`);
      for (const [to, nextAt] of [
        ['failing', 0],
        ['failing', now * 2],
        ['gone', 0],
      ] as const) {
        await runStatement(
          database,
          `insert into outbox (endpoint_id, organization_id, type, lane, subject_id, at, next_at)
            values ('${to}', '${team.organizationId}', 'member.joined', 'x', 'x', ${now - 7_200_000}, ${nextAt})`,
        );
      }
      await runStatement(
        database,
        `insert into waiting_traces (session_id, organization_id, since)
          select session_id, organization_id, ${now} from sessions`,
      );
      await sleep(5100);
      const later = await scrape();
      assert.equal(figureOf('debrief_mail_queue', later), 1);
      assert.ok(figureOf('debrief_mail_queue_seconds', later) >= 3600);
      assert.equal(figureOf('debrief_deliveries_due', later), 1);
      assert.ok(figureOf('debrief_deliveries_due_seconds', later) >= 7200);
      assert.equal(figureOf('debrief_endpoints_failing', later), 1);
      assert.equal(figureOf('debrief_endpoints_broken', later), 1);
      assert.equal(figureOf('debrief_traces_due', later), 1);
      assert.equal(figureOf('debrief_retention_overdue_sessions', later), 1);
      assert.equal(figureOf('debrief_fold_backlog_sessions', later), 1);
      assert.ok(figureOf('debrief_fold_backlog_seconds', later) > 32 * 86_400);
    } finally {
      await server[Symbol.asyncDispose]();
    }
  });
}
