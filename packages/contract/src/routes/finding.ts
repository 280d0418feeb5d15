import { Type } from 'typebox';
import { id, printable } from '../field.ts';
import { Backtest, BacktestRequest } from '../findings/backtest.ts';
import { DecideFinding, Finding, RuleList, SessionFindings } from '../findings/finding.ts';
import { TeamRuleOffers } from '../findings/offer.ts';
import { FindingsPolicy, FindingsPolicyAnswer } from '../findings/policy.ts';
import { KeptRules, LessonEffects, ListLessonEffects, TriedCheck, TryCheck } from '../lesson/effect.ts';
import { limits } from '../limits.ts';
import { type Route, route } from '../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });
const findingId = Type.Object({ sessionId: id('`ses_…`'), findingId: id('`git.discard.827`') });

/** Extensions: what in a session needs a look, and what people say about it. */
export const findingRoutes = {
  getFindings: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/findings',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'What needs a look, whether claims hold, where people stepped in, what cannot be judged',
    params: sessionId,
    responses: { 200: SessionFindings },
    errors: ['session_not_found'],
  }),
  decideFinding: route({
    method: 'PUT',
    path: '/v1/organizations/me/sessions/{sessionId}/findings/{findingId}',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Say what a finding is: confirmed, expected or wrong',
    params: findingId,
    body: DecideFinding,
    responses: { 200: Finding },
    errors: ['session_not_found', 'finding_not_found', 'not_yours'],
  }),
  withdrawDecision: route({
    method: 'DELETE',
    path: '/v1/organizations/me/sessions/{sessionId}/findings/{findingId}',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Take back what was said about a finding',
    params: findingId,
    responses: { 200: Finding },
    errors: ['session_not_found', 'finding_not_found', 'not_yours'],
  }),
  listRules: route({
    method: 'GET',
    path: '/v1/organizations/me/rules',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'The rules: what each means, how often it fires here, how often it was called wrong',
    responses: { 200: RuleList },
    errors: [],
  }),
  getFindingsPolicy: route({
    method: 'GET',
    path: '/v1/organizations/me/findings-policy',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'What the team says about itself, for findings',
    responses: { 200: FindingsPolicyAnswer },
    errors: [],
  }),
  setFindingsPolicy: route({
    method: 'PUT',
    path: '/v1/organizations/me/findings-policy',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Replace what the team says about itself; sessions are judged again',
    body: FindingsPolicy,
    responses: { 200: FindingsPolicyAnswer },
    errors: [],
  }),
  backtestRule: route({
    method: 'POST',
    path: '/v1/organizations/me/rules/backtest',
    credential: 'jwt',
    content: 'sessions',
    role: 'admin',
    summary: 'Try a rule, or another severity of one, on the sessions that are there; nothing is changed',
    body: BacktestRequest,
    responses: { 200: Backtest },
    errors: [],
  }),
  offerTeamRules: route({
    method: 'GET',
    path: '/v1/organizations/me/rules/offers',
    credential: 'jwt',
    content: 'sessions',
    role: 'admin',
    summary: "Rules that the team's own files of instructions could be; none is adopted by itself",
    responses: { 200: TeamRuleOffers },
    errors: [],
  }),
  tryCheck: route({
    method: 'POST',
    path: '/v1/organizations/me/checks/try',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Count a check in the sessions that are there, with examples; nothing is kept of it',
    body: TryCheck,
    responses: { 200: TriedCheck },
    errors: [],
  }),
  getLessonEffect: route({
    method: 'GET',
    path: '/v1/organizations/me/lessons/{lessonId}/effect',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'What became of a lesson that has a check: before and since it was adopted, given it and not',
    params: Type.Object({ lessonId: id('`les_…`') }),
    responses: { 200: TriedCheck },
    errors: ['lesson_not_found', 'validation_error'],
  }),
  listLessonEffects: route({
    method: 'GET',
    path: '/v1/organizations/me/lesson-effects',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'What became of the lessons of a repository, or of those for all, that have a check',
    query: ListLessonEffects,
    responses: { 200: LessonEffects },
    errors: [],
  }),
  listKeptRules: route({
    method: 'GET',
    path: '/v1/organizations/me/kept-rules',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Which rules of a repository are kept: sentences of its files of instructions, before and since',
    query: Type.Object({
      repository: { ...printable(limits.path), description: 'As `repository` of a session.' },
    }),
    responses: { 200: KeptRules },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
