import type { KeyObject } from 'node:crypto';
import { erasureProof } from '../../domain/chain/entry.ts';
import type { ErasureRecord } from '../../domain/records.ts';
import { erasureSql, erasuresSql } from '../../store/chain/question.ts';
import type { Chain } from './chain.ts';
import type { Tampering } from './finding.ts';
import type { Source } from './source.ts';

export type ErasureRow = Pick<
  ErasureRecord,
  'organizationId' | 'sessionId' | 'reason' | 'requestedBy' | 'requestedAt' | 'removedAt' | 'proof'
>;

/** The receipts of deletions, held against what the service wrote and signed. */
export async function receiptFindings(source: Source, chain: Chain, pepper: KeyObject): Promise<Tampering[]> {
  const findings: Tampering[] = [];
  const tell = (kind: Tampering['kind'], sessionId: string, says: string) =>
    findings.push({
      ...{ kind, what: 'session', sessionId },
      text: `${sessionId}: the receipt of its deletion ${says}`,
    });
  const there = new Set<string>();
  for (let after = ''; ; ) {
    const rows = await source.rows<ErasureRow>(erasuresSql, after);
    await chain.readOn();
    for (const row of rows) {
      const { sessionId } = row;
      there.add(sessionId);
      if (isWrittenByService(row, chain, pepper)) continue;
      if (chain.erased.has(sessionId)) tell('changed', sessionId, 'was changed');
      else tell('inserted', sessionId, 'was put there by somebody else');
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.sessionId;
  }
  for (const [sessionId, { reason }] of chain.erased) {
    // Of what retention deletes none is kept.
    if (reason === 'retention' || there.has(sessionId)) continue;
    if ((await source.rows(erasureSql, sessionId)).length === 0) tell('removed', sessionId, 'was removed');
  }
  return findings;
}

/** What is older than the chain has no proof, and nothing says what it was. */
function isWrittenByService(row: ErasureRow, { erased, begun }: Chain, pepper: KeyObject): boolean {
  if (row.proof === null && !erased.has(row.sessionId)) return !begun || row.requestedAt < begun.at;
  return row.proof === erasureProof(pepper, row);
}
