import type { AnyRoute } from '@daybook/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { hashSecret } from '../auth/token.ts';
import type { Clock } from '../clock.ts';
import type { Runtime } from '../context.ts';
import { createLruCache } from '../lru-cache.ts';
import { overloaded, Problem, tooManyRequests, unauthenticated } from '../problems.ts';
import { requirePermission, identifyCaller, type Caller } from './caller.ts';
import { getNetwork } from './network.ts';
import { createLimiter, enforceLimit, type Limiter } from './rate-limit.ts';
import type { Endpoint } from './serve.ts';
import { createSharing } from './shared-limits.ts';

/** Decides before the body is read. */
export interface Guard {
  /** Whether there is room, who is calling, how often, and whether they may call this operation. */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whether there is room, and who is calling. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** Counts a request against the limit of its caller. */
  count(caller: Caller, reply: FastifyReply): void;
}

export function createGuard(runtime: Runtime): Guard {
  const { clock, config } = runtime;
  const limits = config.rateLimit === 'off' ? undefined : config.rateLimit;
  const perToken = limits && createLimiter(clock, limits.perToken, createSharing(runtime, 'token'));
  const perAddress = limits && createLimiter(clock, limits.perAddress, createSharing(runtime, 'address'));
  const guesses =
    limits && createGuesses(clock, createLimiter(clock, limits.perAddress, createSharing(runtime, 'guess')));

  const take = (limiter: Limiter | undefined, key: string, reply: FastifyReply): void => {
    if (limiter) void reply.headers(enforceLimit(limiter.take(key)));
  };

  const guard: Guard = {
    async admit({ route }, request, reply) {
      if (route.access.kind === 'public') {
        rejectWhenFull(runtime);
        return take(perAddress, getNetwork(request.ip), reply);
      }
      const caller = await guard.authenticate(request, reply);
      request.caller = caller;
      rejectSessionOnWritingGet(route, caller.actor);
      guard.count(caller, reply);
      requirePermission(route, caller.actor);
    },
    async authenticate(request, reply) {
      rejectWhenFull(runtime);
      guesses?.refuse(request);
      try {
        const caller = await identifyCaller(runtime, request);
        guesses?.trust(request);
        return caller;
      } catch (error) {
        if (error instanceof Problem && error.status === 401) guesses?.count(request, reply);
        throw error;
      }
    },
    count: ({ actor }, reply) => take(perToken, actor.id, reply),
  };
  return guard;
}

interface Guesses {
  /** Throws 429 while the caller's network sends wrong tokens, unless theirs was right before. */
  refuse(request: FastifyRequest): void;
  count(request: FastifyRequest, reply: FastifyReply): void;
  trust(request: FastifyRequest): void;
}

const maxTrusted = 10_000;

/**
 * Guessing tokens is slowed down per network: beyond the limit a token is not even looked up, so that a right guess gains
 * nothing. Callers whose token was right before do not notice.
 */
function createGuesses(clock: Clock, wrong: Limiter): Guesses {
  const refusedUntilMs = createLruCache<number>(maxTrusted);
  const trusted = createLruCache<true>(maxTrusted);
  return {
    refuse(request) {
      const untilMs = refusedUntilMs.get(getNetwork(request.ip)) ?? 0;
      const leftMs = untilMs - clock.now().getTime();
      if (leftMs > 0 && !trusted.get(credentialsOf(request))) throw tooManyRequests(Math.ceil(leftMs / 1000));
    },
    count(request, reply) {
      const network = getNetwork(request.ip);
      const verdict = wrong.take(network);
      const isLast = !verdict.allowed || verdict.headers['ratelimit-remaining'] === '0';
      if (isLast) refusedUntilMs.set(network, clock.now().getTime() + verdict.resetSeconds * 1000);
      void reply.headers(enforceLimit(verdict));
    },
    trust: (request) => trusted.set(credentialsOf(request), true),
  };
}

function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): string {
  return hashSecret(authorization ?? cookie ?? '').toString('base64');
}

/** A browser follows a link of another site with its cookie, so that no cookie may open a GET that creates something. */
function rejectSessionOnWritingGet({ writes }: AnyRoute, { kind }: Actor): void {
  if (writes && kind !== 'token') throw unauthenticated();
}

/** Sheds load where it is cheapest: before anything is read, looked up or counted. */
export function rejectWhenFull({ database: { queue } }: Runtime): void {
  if (!queue?.isFull()) return;
  queue.countShed();
  throw overloaded();
}
