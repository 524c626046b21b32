import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Runtime } from '../platform/context.ts';
import { findDomainOwner } from '../platform/domains.ts';
import { canReadInternals } from '../platform/http/ops.ts';
import { notFound } from '../platform/problems.ts';
import { normalizeDomain } from './domain-name.ts';

const query = z.object({ domain: z.string().max(253), token: z.string().optional() });

/** For a proxy that gets certificates on demand: 200 for a verified domain, 404 for any other name. */
export function serveAllowedDomains(app: FastifyInstance, runtime: Runtime): void {
  app.get('/internal/domains/allowed', async (request, reply) => {
    const { data } = query.safeParse(request.query);
    if (!data || !canReadInternals(request, runtime.config, data.token)) throw notFound('Route');
    const { workspaceId } = await findDomainOwner(runtime.database, normalizeDomain(data.domain));
    if (workspaceId === null) throw notFound('Domain');
    return reply.send({ domain: normalizeDomain(data.domain) });
  });
}
