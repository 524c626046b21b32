import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { overloaded, Problem } from '../problems.ts';
import { demandScope, identify } from './caller.ts';
import { createLimiter, enforce, type Limiter } from './rate-limit.ts';
import type { Endpoint } from './serve.ts';

export type Guard = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Decides before the body is read: whether there is room, who is calling, how often, and whether they may. */
export function createGuard(runtime: Runtime): Guard {
  const { clock, config } = runtime;
  const limits = config.rateLimit === 'off' ? undefined : config.rateLimit;
  const perToken = limits && createLimiter(clock, limits.perToken);
  const perAddress = limits && createLimiter(clock, limits.perAddress);
  const refused = limits && createLimiter(clock, limits.perAddress);

  const count = (limiter: Limiter | undefined, key: string, reply: FastifyReply): void => {
    if (limiter) void reply.headers(enforce(limiter.take(key)));
  };

  return async ({ route }, request, reply) => {
    refuseWhenFull(runtime);
    if (route.access.kind === 'public') return count(perAddress, request.ip, reply);
    try {
      request.caller = await identify(runtime, request);
    } catch (error) {
      // Guessing tokens is slowed down per address, without touching callers who have one.
      if (error instanceof Problem && error.status === 401) count(refused, request.ip, reply);
      throw error;
    }
    count(perToken, request.caller.actor.id, reply);
    demandScope(route, request.caller.actor);
  };
}

/** Sheds load where it is cheapest: before anything is read, looked up or counted. */
export function refuseWhenFull({ database: { queue } }: Runtime): void {
  if (!queue?.isFull()) return;
  queue.countShed();
  throw overloaded();
}
