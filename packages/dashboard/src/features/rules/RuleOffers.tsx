import type { TeamRule, TeamRuleOffers } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { teamRuleOffersQuery } from '../../api/finding.ts';
import { plural } from '../../ui/format.ts';
import { Row, Rows } from '../../ui/Page.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import styles from './Rules.module.css';

type Offer = TeamRuleOffers['offers'][number];

/**
 * What the team's own files of instructions already say. A person starts from one of them: it is filled in, tried and
 * saved like any other rule, and until then it is nothing but a text of somebody else.
 */
export function RuleOffers({ onPick }: { onPick(rule: Omit<TeamRule, 'name'>): void }) {
  const { data } = useQuery(teamRuleOffersQuery);
  if (!data || data.offers.length === 0) return null;
  return (
    <section data-testid="rule-offers">
      <h3>From your instruction files</h3>
      <p className={styles.hint}>
        What AGENTS.md, CLAUDE.md and the like say in {plural(data.sessions, 'session')}, as rules. None of
        them is on: start from one, try it, and save it.
      </p>
      <Rows label="From your instruction files">
        {data.offers.map((offer) => (
          <OfferRow key={offer.text} offer={offer} onPick={onPick} />
        ))}
      </Rows>
    </section>
  );
}

function OfferRow({ offer, onPick }: { offer: Offer; onPick(rule: Omit<TeamRule, 'name'>): void }) {
  const { text, title, sentence, said, file, sessions, sessionId, sequence } = offer;
  return (
    <Row
      title={
        <q className={styles.said}>
          <Visible text={said} />
        </q>
      }
      detail={
        <code>
          <Visible text={text} />
        </code>
      }
      meta={
        <Link to="/sessions/$sessionId" params={{ sessionId }} hash={String(sequence)} target="_blank">
          <Visible text={file} /> in {plural(sessions, 'session')}
        </Link>
      }
      actions={
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Start from: ${said}`}
          onClick={() => onPick({ text, title, sentence, severity: 'medium', isOn: false })}
        >
          Start from this
        </Button>
      }
    />
  );
}
