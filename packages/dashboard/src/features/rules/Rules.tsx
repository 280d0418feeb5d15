import type { Rule } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rulesQuery } from '../../api/finding.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Fault } from '../../ui/Fault.tsx';
import { severityName, severityTone } from '../../ui/finding/severity.ts';
import { plural } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { PolicyForm } from './PolicyForm.tsx';

/** What each rule means, how often it fires here, and what people said about it. */
export function Rules() {
  const { data, error, refetch } = useQuery(rulesQuery);
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const families = data ? [...Map.groupBy(data, ({ family }) => family)] : [];
  return (
    <Page
      title="Rules"
      lead="What the server looks for in every session. A rule that people call wrong in more than 30 % of at least 30 decisions becomes low by itself."
    >
      {!data && <Skeleton height={300} />}
      {families.map(([family, rules]) => (
        <section key={family}>
          <h2>{family}</h2>
          <Rows label={family}>
            {rules.map((rule) => (
              <RuleRow key={rule.rule} rule={rule} />
            ))}
          </Rows>
        </section>
      ))}
      <PolicyForm />
    </Page>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const { confirmed, expected, wrong } = rule.decisions;
  const decided = confirmed + expected + wrong;
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
          {rule.sessions > 0 ? (
            <Link to="/sessions" search={{ rule: rule.rule, kind: 'all' }}>
              {plural(rule.sessions, 'session')}
            </Link>
          ) : (
            <span>Never here</span>
          )}
          <span>
            {decided > 0
              ? `${wrong} of ${plural(decided, 'decision')} called it wrong`
              : 'Nobody has decided yet'}
          </span>
        </>
      }
    />
  );
}
