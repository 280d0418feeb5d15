import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Context } from '../../src/domain/context.ts';
import { type AppOptions, createApp } from '../../src/http/app.ts';
import { defaultRateLimits, RateLimiter } from '../../src/http/limit/rate-limit.ts';
import { createMetrics } from '../../src/http/monitoring/metrics.ts';
import { publicRoutes } from '../../src/http/pages/public.ts';
import { testExecutor } from '../executor.ts';

const config = { idpUserPoolId: '', idpClientId: '', apiUrl: '', idpRegion: '', idpDomain: '' };

/** The HTTP side alone, in front of no storage: for what it does before the domain is asked. */
export const appAlone = (options: Partial<AppOptions> = {}): Promise<FastifyInstance> =>
  createApp({
    context: { pepper: createSecretKey(Buffer.alloc(32)) } as Context,
    service: publicRoutes({
      version: '0',
      config,
      ping: async () => {},
      check: async () => {},
      isDraining: () => false,
    }),
    verify: () => assert.fail('asked'),
    limiter: new RateLimiter(defaultRateLimits),
    metrics: createMetrics(),
    executor: testExecutor(),
    publicUrl: 'http://localhost',
    idpOrigin: 'http://localhost',
    version: '0',
    corsOrigins: [],
    trustProxy: false,
    log: pino({ level: 'silent' }),
    isClosing: () => false,
    stopping: new AbortController().signal,
    ...options,
  });
