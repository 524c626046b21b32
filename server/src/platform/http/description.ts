import { buildOpenApi } from '@daybook/contract/openapi';
import type { FastifyInstance } from 'fastify';

/** The OpenAPI document, for pages and programs of any origin. */
export function serveDescription(app: FastifyInstance, publicUrl: string): void {
  let description: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(buildOpenApi(publicUrl));
    return reply.type('application/json; charset=utf-8').headers(forAnyOrigin).send(description);
  });
}

const forAnyOrigin = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };
