import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { findChallenge } from './store.ts';

/** With which the authority convinces itself that a host name leads here (RFC 8555, 8.3). */
export function serveChallenges(app: FastifyInstance, runtime: Runtime): void {
  if (!runtime.config.https) return;
  app.get<{ Params: { token: string } }>(
    '/.well-known/acme-challenge/:token',
    async ({ params: { token } }, reply) => {
      const answer = /^[\w-]{1,200}$/.test(token) ? await findChallenge(runtime.database, token) : undefined;
      if (answer === undefined) throw notFound('Challenge');
      return reply.type('application/octet-stream').send(answer);
    },
  );
}
