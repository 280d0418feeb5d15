import type { FoundSecret, Session } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../../api/client.ts';
import { useMe } from '../../../api/member.ts';
import { plural } from '../../../ui/format.ts';
import { leaksOf } from '../../../ui/session/Leaks.tsx';
import { Name } from '../../../ui/text/Name.tsx';
import { toastError } from '../../../ui/toast/toast.ts';
import styles from './Details.module.css';

const RedactDialog = lazy(async () => ({
  default: (await import('../access/RedactDialog.tsx')).RedactDialog,
}));

/** What was found, where it stands, and how it is taken out. */
export function Leaks({ session, onGo }: { session: Session; onGo(sequence: number): void }) {
  const leaks = leaksOf(session);
  const { sessionId } = session;
  const { mayManage } = useMe();
  const [chosen, setChosen] = useState<FoundSecret>();
  const look = useMutation({ mutationFn: () => client.findSecrets({ sessionId }) });
  return (
    <>
      {leaks.length > 0 && (
        <section data-testid="leak-details">
          <h2>Secrets that were sent unredacted</h2>
          <ul className={styles.bars}>
            {leaks.map(({ rule, count: found }) => (
              <li key={rule}>
                <span className={styles.name}>
                  <Name text={rule} />
                </span>
                <span>{plural(found, 'time')}</span>
              </li>
            ))}
          </ul>
          <p className={styles.hint}>
            They reached this server unredacted, and whoever may read the session can read them. Revoke them
            where they were issued; then take them out here.
          </p>
          {look.data ? (
            <Found {...look.data} onGo={onGo} onChoose={setChosen} />
          ) : (
            mayManage && (
              <Button
                size="xs"
                variant="default"
                loading={look.isPending}
                onClick={() => look.mutate(undefined, { onError: toastError })}
              >
                Find them, to take them out
              </Button>
            )
          )}
        </section>
      )}
      {/* Beside it: what is told of is gone before the page is opened anew. */}
      {chosen && (
        <Suspense>
          <RedactDialog
            session={session}
            words={chosen.words}
            isLooked
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Enough to tell them apart, and no more than that. */
const masked = (words: string): string => `${words.slice(0, 4)}… (${words.length} characters)`;

function Found(props: {
  secrets: readonly FoundSecret[];
  isComplete: boolean;
  onGo(sequence: number): void;
  onChoose(secret: FoundSecret): void;
}) {
  const { secrets, isComplete, onGo, onChoose } = props;
  if (secrets.length === 0) return <p className={styles.hint}>None stands there any more.</p>;
  return (
    <>
      <ul className={styles.bars} aria-label="Secrets, each once">
        {secrets.map((secret) => (
          <li key={secret.words}>
            <span className={styles.name}>
              <Name text={masked(secret.words)} />
            </span>
            <Button size="compact-xs" variant="subtle" onClick={() => onGo(secret.sequence)}>
              #{secret.sequence}
            </Button>
            <Button size="compact-xs" variant="light" color="red" onClick={() => onChoose(secret)}>
              Redact…
            </Button>
          </li>
        ))}
      </ul>
      {!isComplete && <p className={styles.hint}>There may be more; look again when these are gone.</p>}
    </>
  );
}
