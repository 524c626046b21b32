import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../../platform/context.ts';
import { rejectWhenFull } from '../../platform/http/guard.ts';
import { getNetwork } from '../../platform/http/network.ts';
import { createLimiter, enforceLimit } from '../../platform/http/rate-limit.ts';
import { createSharing } from '../../platform/http/shared-limits.ts';
import { registerClient, type ClientRow } from '../apps/public.ts';
import { authenticateClient } from './authenticate-client.ts';
import { exchange } from './exchange.ts';
import { introspect, revoke } from './inspect.ts';
import { buildResourceMetadata, buildServerMetadata } from './metadata.ts';
import { oauthProblem } from './oauth-problem.ts';

const bodyLimit = 16 * 1024;

/** What programs call: metadata, tokens, registration. People see `/oauth/authorize`, a page. */
export function serveOauth(app: FastifyInstance, runtime: Runtime): void {
  const { clock, config } = runtime;
  const { publicUrl } = config;
  const limiter =
    config.rateLimit === 'off'
      ? undefined
      : createLimiter(clock, config.rateLimit.perAddress, createSharing(runtime, 'oauth'));
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    rejectWhenFull(runtime);
    if (limiter) void reply.headers(enforceLimit(limiter.take(getNetwork(request.ip))));
  };

  const documents = {
    '/.well-known/oauth-authorization-server': buildServerMetadata(publicUrl),
    '/.well-known/oauth-protected-resource': buildResourceMetadata(publicUrl, '/v2'),
    '/.well-known/oauth-protected-resource/v2': buildResourceMetadata(publicUrl, '/v2'),
    '/.well-known/oauth-protected-resource/mcp': buildResourceMetadata(publicUrl, '/mcp'),
  };
  for (const [path, document] of Object.entries(documents)) app.get(path, async () => document);

  app.post('/oauth/register', { bodyLimit, onRequest }, async (request, reply) => {
    const answer = await registerClient(runtime, request.body, request.ip);
    if ('error' in answer) throw oauthProblem(String(answer.error), String(answer['description']));
    return reply.status(201).send(answer);
  });

  void app.register(async (site) => {
    parseForms(site);
    const serveClient = (
      path: string,
      answer: (client: ClientRow, body: URLSearchParams) => Promise<unknown>,
    ) => {
      site.post(path, { bodyLimit, onRequest }, async (request, reply) => {
        const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const client = await authenticateClient(runtime, request.headers.authorization, body);
        return reply.send((await answer(client, body)) ?? {});
      });
    };
    serveClient('/oauth/token', (client, body) => exchange(runtime, client, body));
    serveClient('/oauth/revoke', (client, body) => revoke(runtime, client, body.get('token') ?? ''));
    serveClient('/oauth/introspect', (client, body) => introspect(runtime, client, body.get('token') ?? ''));
  });
}

function parseForms(site: FastifyInstance): void {
  site.removeAllContentTypeParsers();
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  site.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) =>
    done(
      oauthProblem('invalid_request', 'Send a form, with Content-Type: application/x-www-form-urlencoded.'),
    ),
  );
}
