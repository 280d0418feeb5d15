import { type TokenScope, tokenScopes } from '@debrief/contract';
import { decodeJwt } from 'jose';

/** What a token that was verified is for. */
export function scopesIn(token: string): TokenScope[] {
  const { scope } = decodeJwt(token);
  const named = typeof scope === 'string' ? scope.split(' ') : [];
  return tokenScopes.filter((one) => named.includes(one));
}
