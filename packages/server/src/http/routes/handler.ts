import type { Input, Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import type { Actor, MemberActor, SecretActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';

/** The actor a route's credential and role guarantee. */
type ActorOf<R> = R extends { credential: 'secret' }
  ? SecretActor
  : R extends { role: 'signed-in' }
    ? Actor
    : R extends { credential: 'jwt' }
      ? MemberActor
      : undefined;

type Handler<R extends Routes[keyof Routes]> = (
  context: Context,
  actor: ActorOf<R>,
  input: Input<R>,
  reply: FastifyReply,
) => Output<R> | Promise<Output<R>>;

/** Appends have a way of their own (`http/append/`). */
export type Handlers = { [Name in Exclude<keyof Routes, 'appendEvents'>]: Handler<Routes[Name]> };
