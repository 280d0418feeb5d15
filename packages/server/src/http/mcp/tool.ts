import { DebriefError, type TokenScope } from '@debrief/contract';
import type { TObject } from 'typebox';
import { Type } from 'typebox';
import type { MemberActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { normaliseRemote } from '../../domain/link/repository-key.ts';

/** Who asks, over MCP. */
export interface Asked {
  readonly context: Context;
  readonly actor: MemberActor;
}

/** One tool: a thin layer over the functions that the routes of the API use. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Begins with the moment at which an agent should think of it. */
  readonly description: string;
  readonly scope: Exclude<TokenScope, 'gate:read'>;
  /** No answer has more characters. */
  readonly most: number;
  /** It answers from what is derived of sessions, which may be under way after an upgrade. */
  readonly isDerived?: true;
  readonly input: TObject;
  run(asked: Asked, input: Record<string, unknown>): Promise<string>;
}

export const tool = <Input extends object>(
  row: Omit<Tool, 'run'> & { run(asked: Asked, input: Input): Promise<string> },
): Tool => row as unknown as Tool;

/** Text of a caller: bounded, and never empty. */
export const words = (most: number, description: string) =>
  Type.String({ minLength: 1, maxLength: most, description });

export const sessionField = words(300, 'A session: `ses_…`, or a link to it.');
export const repositoryField = Type.Optional(
  words(2048, 'The remote as git has it, or the repository as Debrief names it.'),
);

/** The repository as sessions name it. */
export const repositoryOf = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : (normaliseRemote(given) ?? given);

const shape = /ses_[0-9A-Za-z]{16,40}/;

/** Out of an id or a link. */
export function sessionOf(given: string): string {
  const found = shape.exec(given)?.[0];
  if (found === undefined)
    throw new DebriefError('session_not_found', 'No such session: give `ses_…` or a link to it.');
  return found;
}

/** The event that a link names. */
export const sequenceOf = (given: string): number | undefined => {
  const found = /#(\d{1,9})$/.exec(given)?.[1];
  return found === undefined || found === '0' ? undefined : Number(found);
};

/** Every id is a link that a person can open. */
export const linkTo = ({ context }: Asked, sessionId: string, sequence?: number): string =>
  `${context.publicUrl}/sessions/${sessionId}${sequence ? `#${sequence}` : ''}`;

export const threadLink = ({ context }: Asked, sessionId: string, number: number): string =>
  `${context.publicUrl}/sessions/${sessionId}#t${number}`;

/** What members are called: the part of their address before the @. */
export async function namesOf({ context, actor }: Asked): Promise<(userId: string | undefined) => string> {
  const members = await context.store.member.list(actor.organizationId);
  const names = new Map(members.map(({ userId, email }) => [userId, email.split('@')[0] as string]));
  return (userId) => (userId === undefined ? 'somebody' : (names.get(userId) ?? 'a former member'));
}

/** Whether an answer shows it: what one may not read does not exist here. */
export const isShown = ({ access }: { access?: { mayRead: boolean } | undefined }): boolean =>
  access?.mayRead !== false;
