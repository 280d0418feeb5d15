import { subscribe } from 'node:diagnostics_channel';
import type { Route } from '@debrief/contract';
import type { FastifyInstance } from 'fastify';
import { KeptItems, KeptJson } from '../../src/domain/session/kept-json.ts';

interface Shape {
  type?: string;
  const?: unknown;
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: object[];
}

/** The paths of what the schema of an answer does not name. */
export function unnamed(schema: object, value: unknown, at = ''): string[] {
  const { properties, additionalProperties, items, anyOf } = schema as Shape;
  if (value instanceof KeptJson) return unnamed(schema, value.fields, at);
  if (typeof value !== 'object' || value === null || value instanceof KeptItems) return [];
  if (anyOf) {
    const type = Array.isArray(value) ? 'array' : 'object';
    const ways = (anyOf as Shape[]).filter((one) => one.const === undefined && (one.type ?? type) === type);
    const found = ways.map((one) => unnamed(one, value, at));
    return found.some(({ length }) => length === 0) ? [] : found.flat();
  }
  if (Array.isArray(value)) return value.flatMap((one) => (items ? unnamed(items, one, `${at}[]`) : []));
  if (!properties) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return unnamed(known, one, `${at}.${name}`);
    return one !== undefined && additionalProperties === false ? [`${at}.${name}`] : [];
  });
}

/**
 * Whoever writes an answer leaves out what its schema does not name, so that nothing leaks; and nobody would see that
 * the domain hands out more than it should. A server of a test refuses it, and says so where the test's output is.
 */
export function refuseUnnamed(): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('preSerialization', (request, reply, answer, done) => {
      const row = (request.routeOptions.config as { row?: Route }).row;
      // Other servers of the process may have rows of their own making.
      const schema = (row?.responses as Record<number, object> | undefined)?.[reply.statusCode];
      const found = schema ? unnamed(schema, answer) : [];
      if (found.length === 0) return done(null, answer);
      const fault = `${row?.method} ${row?.path} answers more than its schema names: ${[...new Set(found)].join(', ')}`;
      console.error(fault);
      done(new Error(fault));
    });
  });
}
