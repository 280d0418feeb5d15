import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery } from '../../api/access/token.ts';
import styles from '../../ui/Form.module.css';
import { Rows } from '../../ui/Page.tsx';
import { NewToken } from '../../ui/token/NewToken.tsx';
import { TokenRow } from '../../ui/token/TokenRow.tsx';

/** The organization's own, and those of its members: an admin revokes any of them. */
export function OrganizationTokens() {
  const { data } = useQuery(tokensQuery('organization'));
  const [opened, setOpened] = useState(false);
  return (
    <section className={styles.section} data-testid="tokens">
      <h2>Tokens</h2>
      <p>
        What programs ask with. A token of the organization is for the gate of a merge in CI; everything else
        is a member’s own, made on the page of their account.
      </p>
      {data && data.length > 0 && (
        <Rows label="Tokens">
          {data.map((token) => (
            <TokenRow key={token.tokenId} token={token} showsMember />
          ))}
        </Rows>
      )}
      <div className={styles.buttons} style={{ marginTop: data?.length ? '0.75rem' : 0 }}>
        <Button variant="default" onClick={() => setOpened(true)}>
          New token for the gate
        </Button>
      </div>
      {opened && <NewToken forOrganization onClose={() => setOpened(false)} />}
    </section>
  );
}
