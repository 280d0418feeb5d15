import type { Rule } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rulesQuery } from '../../api/finding.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Fault } from '../../ui/Fault.tsx';
import form from '../../ui/Form.module.css';
import { severityName, severityTone } from '../../ui/finding/severity.ts';
import { plural } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import styles from './Rules.module.css';
import { decisionsOf, leadOf, spoken } from './rule-words.ts';
import { TeamRules } from './TeamRules.tsx';

/** What the rules found here and what people said about it; then what else there is. */
export function Rules() {
  const { data, error, refetch } = useQuery(rulesQuery);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const { here, never } = spoken(data?.rules ?? []);
  const families = [...Map.groupBy(never, ({ family }) => family)];
  return (
    <Page
      title="Rules"
      lead="What the server looks for in every session. A rule that people call wrong in more than 30 % of at least 30 decisions becomes low by itself."
    >
      {!data && <Skeleton height={300} />}
      {data && (
        <section className={form.section} data-testid="rules-here">
          <h2>What happens here</h2>
          {here.length === 0 && <p className={styles.hint}>No rule has found anything yet.</p>}
          {here.length > 0 && (
            <Rows label="Rules that found something">
              {here.map((rule) => (
                <RuleRow key={rule.rule} rule={rule} confirmedSessions={data.confirmedSessions} />
              ))}
            </Rows>
          )}
        </section>
      )}
      <TeamRules />
      {families.length > 0 && (
        <details className={styles.catalog}>
          <summary>{plural(never.length, 'rule')} that never found anything here</summary>
          {families.map(([family, rules]) => (
            <section key={family}>
              <h3>{family}</h3>
              <Rows label={family}>
                {rules.map((rule) => (
                  <RuleRow key={rule.rule} rule={rule} confirmedSessions={0} />
                ))}
              </Rows>
            </section>
          ))}
        </details>
      )}
      <PolicyForm />
    </Page>
  );
}

function RuleRow({ rule, confirmedSessions }: { rule: Rule; confirmedSessions: number }) {
  const lead = leadOf(rule, confirmedSessions);
  return (
    <Row
      title={
        <>
          {rule.title} <Chip tone={severityTone[rule.severity]}>{severityName[rule.severity]}</Chip>{' '}
          {rule.isDemoted && (
            <Chip title="People called too many of its findings wrong">Demoted by itself</Chip>
          )}
        </>
      }
      detail={
        <>
          {rule.means} <b>Check:</b> {rule.check} <code>{rule.rule}</code>
        </>
      }
      meta={
        <>
          {rule.sessions > 0 && (
            <Link to="/sessions" search={{ rule: rule.rule, kind: 'all' }}>
              {plural(rule.sessions, 'session')}
              {rule.recentSessions > 0 && `, ${rule.recentSessions} in 30 days`}
            </Link>
          )}
          <span>{decisionsOf(rule)}</span>
          {lead && <span>{lead}</span>}
        </>
      }
    />
  );
}
