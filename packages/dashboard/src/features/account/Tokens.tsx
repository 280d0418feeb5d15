import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokensQuery } from '../../api/access/token.ts';
import styles from '../../ui/Form.module.css';
import { Rows } from '../../ui/Page.tsx';
import { NewToken } from '../../ui/token/NewToken.tsx';
import { TokenRow } from '../../ui/token/TokenRow.tsx';

/** What one's programs ask with. */
export function Tokens() {
  const { data } = useQuery(tokensQuery('me'));
  const [opened, setOpened] = useState(false);
  return (
    <section className={styles.section}>
      <h2>Your tokens</h2>
      <p>
        For programs that ask in your name, such as your agent over MCP. A token never may more than you, and
        ends with your membership. What it reads is in the access list of each session.
      </p>
      {data && data.length > 0 && (
        <Rows label="Tokens">
          {data.map((token) => (
            <TokenRow key={token.tokenId} token={token} />
          ))}
        </Rows>
      )}
      <div className={styles.buttons} style={{ marginTop: data?.length ? '0.75rem' : 0 }}>
        <Button variant="default" onClick={() => setOpened(true)}>
          New token
        </Button>
      </div>
      {opened && <NewToken forOrganization={false} onClose={() => setOpened(false)} />}
    </section>
  );
}
