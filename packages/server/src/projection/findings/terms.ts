import type { FindingPolicy } from '@debrief/findings';
import { countedDecisionsSql, settlesSql } from '../../domain/findings/counted-sql.ts';
import {
  combinedPolicy,
  type PolicyText,
  type RuleDecisions,
  readDecisions,
  readPolicy,
  withDemotions,
} from '../../domain/findings/policy.ts';
import { findingKey, type Settled } from './judgement.ts';

interface JudgedSession {
  sessionId: string;
  organizationId: string;
  repoRoot: string | null;
  mark: string;
}

/** What a session is judged by, besides its records. */
export interface Terms {
  policy: FindingPolicy;
  /** Findings that somebody called expected or wrong. */
  settled: Settled;
  /** Findings that somebody confirmed. */
  confirmed: Settled;
}

/** What people said, as both engines read it from the records. */
export interface TermsSource {
  policies(organizationId: string, repoRoot: string): Promise<PolicyText[]>;
  decisions(organizationId: string): Promise<RuleDecisions[]>;
  decided(sessionId: string): Promise<{ rule: string; sequence: number; verdict: string }[]>;
}

/** Each query has one value or two; `$1` on PostgreSQL is `?1` on SQLite. */
export const termsQueries = {
  policies: `select repo_root as "repoRoot", body from findings_policies
    where organization_id = $1 and repo_root in ('', $2)`,
  decisions: countedDecisionsSql,
  decided: `select d.rule, d.sequence, d.verdict from finding_dispositions d join sessions s on s.session_id = d.session_id
    where d.session_id = $1 and ${settlesSql}`,
};

/**
 * What a session has to be judged with, as SQL about the session `s`: whether it has ended, and how often the terms of
 * its organization and the decisions about itself have changed.
 */
export const markColumn = `((case when s.status = 'active' then '0' else '1' end) || '.' ||
  coalesce((select r.revision from findings_revisions r where r.subject_id = s.organization_id), 0) || '.' ||
  coalesce((select r.revision from findings_revisions r where r.subject_id = s.session_id), 0))`;

const keptPolicies = 200;

/** Reads the terms of a session; policies are kept until their organization changes one. */
export class TermsReader {
  readonly #source: TermsSource;
  readonly #policies = new Map<string, { revision: string; policy: FindingPolicy }>();

  constructor(source: TermsSource) {
    this.#source = source;
  }

  async termsOf({ sessionId, organizationId, repoRoot, mark }: JudgedSession): Promise<Terms> {
    const [, revision = '0', decided = '0'] = mark.split('.');
    const said = decided === '0' ? [] : await this.#source.decided(sessionId);
    const [confirmed, settled] = [true, false].map((isConfirmed) =>
      said.filter(({ verdict }) => (verdict === 'confirmed') === isConfirmed),
    );
    return {
      policy: await this.#policy(organizationId, repoRoot ?? '', revision),
      settled: new Set(settled?.map(findingKey)),
      confirmed: new Set(confirmed?.map(findingKey)),
    };
  }

  async #policy(organizationId: string, repoRoot: string, revision: string): Promise<FindingPolicy> {
    const key = `${organizationId} ${repoRoot}`;
    const known = this.#policies.get(key);
    if (known?.revision === revision) return known.policy;
    const texts = await this.#source.policies(organizationId, repoRoot);
    const bodyOf = (root: string) => texts.find((text) => text.repoRoot === root)?.body;
    const read = (body: string | undefined) => (body === undefined ? undefined : readPolicy(body));
    const combined = combinedPolicy(read(bodyOf('')), repoRoot === '' ? undefined : read(bodyOf(repoRoot)));
    const decisions = await this.#source.decisions(organizationId);
    const policy = withDemotions(combined, decisions.map(readDecisions));
    this.#policies.delete(key);
    this.#policies.set(key, { revision, policy });
    const [oldest] = this.#policies.keys();
    if (this.#policies.size > keptPolicies && oldest !== undefined) this.#policies.delete(oldest);
    return policy;
  }
}
