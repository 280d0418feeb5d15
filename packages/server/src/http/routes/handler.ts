import type { Input, Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import type { Actor, GateActor, MemberActor, SecretActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import type { PartlyKept } from '../../domain/session/kept-json.ts';
import type { SplicedRoute } from './answer/written-answer.ts';

/** The actor a route's credential and role guarantee. */
type ActorOf<R> = R extends { credential: 'secret' }
  ? SecretActor
  : R extends { role: 'signed-in' }
    ? Actor
    : R extends { scope: 'gate:read' | 'audit:read' }
      ? MemberActor | GateActor
      : R extends { credential: 'jwt' }
        ? MemberActor
        : undefined;

type Handler<R extends Routes[keyof Routes], Answer> = (
  context: Context,
  actor: ActorOf<R>,
  input: Input<R>,
  reply: FastifyReply,
) => Answer | Promise<Answer>;

type AnswerOf<Name extends keyof Routes> = Name extends SplicedRoute
  ? PartlyKept<Output<Routes[Name]>>
  : Output<Routes[Name]>;

/** Appends have a way of their own (`http/append/`). */
export type Handlers = {
  [Name in Exclude<keyof Routes, 'appendEvents'>]: Handler<Routes[Name], AnswerOf<Name>>;
};
