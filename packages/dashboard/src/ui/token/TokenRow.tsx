import type { PersonalToken, TokenChannel, TokenScope } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevokeToken } from '../../api/access/token.ts';
import { Chip } from '../Chip.tsx';
import { Confirm } from '../Confirm.tsx';
import { Row } from '../Page.tsx';
import { Person } from '../person/Person.tsx';
import { Time } from '../Time.tsx';
import { Name } from '../text/Name.tsx';
import { visibleText } from '../text/visible.ts';
import { toast, toastError } from '../toast/toast.ts';

export const scopeWords: Record<TokenScope, string> = {
  'sessions:read': 'reads sessions',
  'reviews:write': 'replies in threads',
  'gate:read': 'asks for the gate',
  'audit:read': 'follows the audit log',
};

const channelWords: Record<TokenChannel, string> = { token: 'the API', mcp: 'MCP', gate: 'the gate' };

/** One token: what it may, until when, when and how it was last used. */
export function TokenRow({ token, showsMember = false }: { token: PersonalToken; showsMember?: boolean }) {
  const works = token.status === 'active';
  return (
    <Row
      faded={!works}
      title={
        <>
          <Name text={token.name} />
          {!works && <Chip tone="plain">{token.status}</Chip>}
        </>
      }
      detail={
        <span>
          {showsMember && token.userId && (
            <>
              Of <Person userId={token.userId} />:{' '}
            </>
          )}
          {showsMember && !token.userId && 'Of the organization: '}
          {token.scopes.map((scope) => scopeWords[scope] ?? visibleText(scope)).join(', ')}
        </span>
      }
      meta={
        <>
          <span>
            {token.lastUsedOn
              ? `Last used ${token.lastUsedOn}${token.lastChannel ? ` by ${channelWords[token.lastChannel]}` : ''}`
              : 'Not used yet'}
          </span>
          <span>
            {token.revokedAt ? (
              <>
                Revoked <Time at={token.revokedAt} />
              </>
            ) : (
              <>
                {works ? 'Until' : 'Expired'} <Time at={token.expiresAt} />
              </>
            )}
          </span>
        </>
      }
      actions={works && <Revoke token={token} />}
    />
  );
}

function Revoke({ token }: { token: PersonalToken }) {
  const revoke = useRevokeToken();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Revoke ${visibleText(token.name)}?`}
        action="Revoke"
        busy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(token.tokenId, {
            onSuccess: () => toast('The token is revoked.'),
            onError: toastError,
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>Whatever uses it is refused from the next request on. This cannot be undone.</p>
      </Confirm>
    </>
  );
}
