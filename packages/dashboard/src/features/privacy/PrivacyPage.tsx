import type { Privacy } from '@debrief/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { privacyQuery } from '../../api/access/privacy.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { plural } from '../../ui/format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { Person, usePersonName } from '../../ui/person/Person.tsx';
import { Time } from '../../ui/Time.tsx';
import { Visible } from '../../ui/text/Visible.tsx';
import { privacyWords } from './privacy-words.ts';

/** For everybody: what is recorded of whom, who reads it and how long, as the settings in force say. */
export function PrivacyPage() {
  const { data, error, refetch } = useQuery(privacyQuery);
  const nameOf = usePersonName();
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <Page
      title="Privacy"
      lead="What is recorded of whom, who reads it and for how long. These sentences are made of the settings that are in force now."
    >
      {!data && <Skeleton height={240} />}
      {data &&
        privacyWords(data, nameOf).map(({ title, sentences }) => (
          <section key={title} className={styles.section} aria-label={title}>
            <h2>{title}</h2>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        ))}
      {data && <TakenOut redactions={data.redactions} />}
      {data && (
        <div className={styles.buttons} style={{ marginTop: '1.5rem' }}>
          <LinkButton to="/held" variant="default">
            Yours, not yet shared
          </LinkButton>
          <LinkButton to="/my-data" variant="default">
            My data
          </LinkButton>
        </div>
      )}
    </Page>
  );
}

function TakenOut({ redactions }: Pick<Privacy, 'redactions'>) {
  return (
    <section className={styles.section} aria-label="What was taken out afterwards">
      <h2>What was taken out afterwards</h2>
      <p>
        {redactions.length === 0
          ? 'Nothing, of the sessions you may read.'
          : 'Of the sessions you may read, the latest first; the words stand nowhere.'}
      </p>
      {redactions.length > 0 && (
        <Rows label="What was taken out">
          {redactions.map(({ sessionId, requestedAt, requestedBy, reason, count }) => (
            <Row
              key={`${sessionId} ${requestedAt} ${reason}`}
              title={
                <Link to="/sessions/$sessionId" params={{ sessionId }}>
                  <Visible text={reason} />
                </Link>
              }
              detail={<Person userId={requestedBy} />}
              meta={
                <>
                  <span>{plural(count, 'place')}</span>
                  <Time at={requestedAt} />
                </>
              }
            />
          ))}
        </Rows>
      )}
    </section>
  );
}
