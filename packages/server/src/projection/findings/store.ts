import type { Caller } from '../../domain/actor.ts';
import type {
  BacktestHit,
  FindingsSummary,
  JudgementStore,
  OfferedCheck,
  OfferedRule,
  SessionChecks,
} from '../../domain/findings/ports.ts';
import type { LookedSession } from '../../domain/records.ts';
import type { Executor } from '../../worker/executor.ts';
import type { Rows } from '../reading/reader.ts';
import type { BacktestQuestion, TriedSession } from './backtest.ts';
import type { ChecksQuestion } from './checks.ts';
import { judgementOf } from './judgement.ts';
import { readAnswers, type WriteAnswers } from './kept-answers.ts';
import { type Again, checkedAgain, offeredAgain } from './look-again.ts';
import type { OffersQuestion } from './offers.ts';
import { Remembered } from './remembered.ts';

/** What a rule may take for some sessions; whoever asks gives it few at a time. */
const backtestMilliseconds = 20_000;

/** Reads what was stored; `among` compares a session's id with a JSON list of ids, which the engines do differently. */
export const judgementStore = (
  rows: Rows,
  among: string,
  executor: Executor,
  write: WriteAnswers,
): JudgementStore => {
  const kept = new KeptSessions(rows, among);
  const remembered = new Remembered();
  const again = (sessions: readonly LookedSession[], isKept: boolean): Again => ({
    ...{ remembered, sessions },
    read: (sessionIds) => readAnswers(rows, among, sessionIds),
    ...(isKept && { write }),
  });
  /** `bytes` is what it takes along. */
  const aside = <Answer>(caller: Caller, question: Question): Promise<Answer> => {
    const bytes = question.sessions.reduce((sum, { state }) => sum + (state?.byteLength ?? 0), 0);
    return executor.run<Answer>(caller, question, { bytes, milliseconds: backtestMilliseconds });
  };
  return {
    async find(sessionId) {
      const [row] = await rows<{ body: Uint8Array }>(
        'select body from projection.session_findings where session_id = $1',
        [sessionId],
      );
      return row && judgementOf(row.body);
    },
    async summaries(sessionIds) {
      if (sessionIds.length === 0) return new Map();
      const found = await rows<FindingsSummary>(
        `select session_id as "sessionId", high, medium, low, top from projection.session_findings
        where session_id ${among}`,
        [JSON.stringify(sessionIds)],
      );
      return new Map(found.map((row) => [row.sessionId, row]));
    },
    fired: (organizationId, since) => firedIn(rows, organizationId, since),
    async backtest(caller, rule, sessions) {
      return aside<BacktestHit[]>(caller, { task: 'backtest', rule, sessions: await kept.toTry(sessions) });
    },
    async offered(caller, sessions) {
      const shown = await kept.toTry(sessions);
      return aside<OfferedRule[]>(caller, { task: 'offers', of: 'rules', sessions: shown });
    },
    async checked(caller, { isKept = false, ...question }, sessions) {
      return checkedAgain(again(sessions, isKept), question, async (some) =>
        aside<SessionChecks[]>(caller, { task: 'checks', ...question, sessions: await kept.toTry(some) }),
      );
    },
    async offeredChecks(caller, sessions) {
      return offeredAgain(again(sessions, true), async (some) =>
        aside<OfferedCheck[]>(caller, { task: 'offers', of: 'checks', sessions: await kept.toTry(some) }),
      );
    },
    async raised(sessionIds, rule) {
      const found = await rows<{ sessionId: string; body: Uint8Array }>(
        `select session_id as "sessionId", body from projection.session_findings where session_id ${among}
        and exists (select 1 from projection.session_rules r
          where r.session_id = session_findings.session_id and r.rule = $2)`,
        [JSON.stringify(sessionIds), rule],
      );
      const hits = new Map(
        found.flatMap(({ sessionId, body }) => {
          const first = judgementOf(body).findings.find((one) => one.rule === rule);
          if (!first) return [];
          const { sequence, severity, evidence, why } = first;
          return [[sessionId, { sessionId, sequence, severity, label: evidence[0]?.label ?? why }] as const];
        }),
      );
      return sessionIds.flatMap((sessionId) => hits.get(sessionId) ?? []);
    },
  };
};

type Fired = (
  rows: Rows,
  ...asked: Parameters<JudgementStore['fired']>
) => ReturnType<JudgementStore['fired']>;

const firedIn: Fired = async (rows, organizationId, since) => {
  const found = await rows<{ rule: string; sessions: number; findings: number; recent: number }>(
    `select r.rule, count(*) as sessions, sum(r.count) as findings,
      sum(case when s.started_at >= $2 then 1 else 0 end) as recent
    from projection.session_rules r join sessions s on s.session_id = r.session_id
    where r.organization_id = $1 group by r.rule`,
    [organizationId, since],
  );
  return found.map(({ rule, sessions, findings, recent }) => ({
    rule,
    sessions: Number(sessions),
    findings: Number(findings),
    recent: Number(recent),
  }));
};

type Question = BacktestQuestion | ChecksQuestion | OffersQuestion;

/** What is kept of sessions, to try something on. */
class KeptSessions {
  readonly #rows: Rows;
  readonly #among: string;

  constructor(rows: Rows, among: string) {
    this.#rows = rows;
    this.#among = among;
  }

  async toTry(sessions: readonly LookedSession[]): Promise<TriedSession[]> {
    const found = await this.#rows<Pick<TriedSession, 'sessionId' | 'state'> & { stateTo: number | string }>(
      `select session_id as "sessionId", state, state_to as "stateTo" from projection.session_statistics
        where session_id ${this.#among}`,
      [JSON.stringify(sessions.map(({ sessionId }) => sessionId))],
    );
    const kept = new Map(found.map((one) => [one.sessionId, one]));
    return sessions.map(
      ({ organizationId, sessionId, agentId, repoRoot, status, continuesSessionId }): TriedSession => ({
        ...{ organizationId, sessionId, agentId, repoRoot },
        isEnded: status !== 'active',
        isContinued: continuesSessionId !== null,
        stateTo: Number(kept.get(sessionId)?.stateTo ?? 0),
        state: kept.get(sessionId)?.state ?? null,
      }),
    );
  }
}
