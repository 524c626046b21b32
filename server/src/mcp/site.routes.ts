import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import type { Guard } from '../platform/http/guard.ts';
import { forbidden, Problem, unauthenticated } from '../platform/problems.ts';
import { createApiSender, type Session } from './call-api.ts';
import { replyToMessage } from './protocol.ts';
import { tools } from './tools.ts';

/** The Model Context Protocol by streamable HTTP: one message a request, answered as JSON. There is nothing to stream, so a GET is a 405. */
export function serveMcp(app: FastifyInstance, { config }: Runtime, guard: Guard): void {
  app.post('/mcp', {
    async onRequest(request, reply) {
      void reply.header('cache-control', 'no-store');
      rejectOtherOrigin(request, config.publicUrl);
      request.caller = await guard.authenticate(request, reply).catch((error: unknown) => {
        throw withMetadata(error, config.publicUrl);
      });
      // A cookie comes along with whatever a browser sends; only a token says that its owner wants this.
      if (request.caller.actor.kind !== 'token') throw withMetadata(unauthenticated(), config.publicUrl);
    },
    async handler(request, reply) {
      const { caller } = request;
      if (!caller) throw unauthenticated();
      const session: Session = {
        caller,
        send: createApiSender(app, request),
        count: () => guard.count(caller, reply),
      };
      const version = request.headers['mcp-protocol-version']?.toString();
      const { status, body } = await replyToMessage(request.body, version, tools, session);
      return body ? reply.status(status).send(body) : reply.status(status).send();
    },
  });
}

/** Says where a program learns how to get a token (RFC 9728). */
function withMetadata(error: unknown, publicUrl: string): unknown {
  if (!(error instanceof Problem) || error.status !== 401) return error;
  const url = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
  const reason = /error=.*/.exec(error.headers['www-authenticate'] ?? '')?.[0];
  const challenge = [`Bearer resource_metadata="${url}"`, ...(reason ? [reason] : [])].join(', ');
  return new Problem(401, error.message, error.body, { ...error.headers, 'www-authenticate': challenge });
}

/** Against pages that reach a server in the reader's network by a name of their own. Programs send no origin. */
function rejectOtherOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin) {
    throw forbidden('Requests from another site aren’t allowed.');
  }
}
