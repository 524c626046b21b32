import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { generateUuid } from '../ids.ts';
import {
  badRequest,
  failed,
  frozen,
  misdirected,
  notFound,
  Problem,
  unavailable,
  unexpected,
} from '../problems.ts';

type AnyError = Error & { readonly statusCode?: number; readonly code?: string };

export function handleErrors(app: FastifyInstance, runtime: Runtime): void {
  app.setNotFoundHandler(() => {
    throw notFound('Route');
  });
  app.setErrorHandler((error: AnyError, request, reply) =>
    sendProblem(reply, toProblem(runtime, error, request)),
  );
}

export function sendProblem(reply: FastifyReply, { status, headers, body }: Problem): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}

/** What never reaches a route: an address that can't be decoded, or with a longer parameter than any of ours. */
export function toUnroutableProblem(error: FastifyError): Problem {
  return error.code === 'FST_ERR_BAD_URL'
    ? badRequest('The URL isn’t encoded correctly.')
    : notFound('Route');
}

/** The answer to an error, for API and pages alike. Errors of ours are logged. */
export function toProblem(runtime: Runtime, error: AnyError, request: FastifyRequest): Problem {
  if (error instanceof Problem) {
    if (error.status === 403) logRefusal(runtime, error, request);
    return error;
  }
  const refused = refusedByFastify(error, request);
  if (refused) return refused;
  // The sender of half a file hung up, or was hung up on: nobody is there to read this, and it is no fault of ours.
  if (request.raw.complete === false && request.raw.destroyed)
    return badRequest('The request body is incomplete.');
  const { id: requestId, method } = request;
  const route = request.routeOptions.url;
  if (error.code === 'DB421') return misdirected();
  if (error.code === 'DB503') return frozen();
  if (isDatabaseUnavailable(error)) {
    runtime.log.warn({ err: error, requestId, method, route }, 'database not available');
    return unavailable();
  }
  const errorId = generateUuid();
  runtime.log.error({ err: error, errorId, requestId, method, route }, 'request failed');
  return unexpected(errorId);
}

/** The log names callers who try what they have no permission for; the ids are those of the audit log. */
function logRefusal({ log }: Runtime, { message }: Problem, request: FastifyRequest): void {
  const { id: requestId, method, caller } = request;
  const { workspaceId, memberId, id: callerId } = caller?.actor ?? {};
  const route = request.routeOptions.url;
  log.info({ requestId, method, route, workspaceId, memberId, callerId, reason: message }, 'refused');
}

function refusedByFastify(
  { code, statusCode, message }: AnyError,
  { routeOptions }: FastifyRequest,
): Problem | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limitKb = routeOptions.bodyLimit / 1024;
    return failed(
      413,
      `The request body is larger than ${limitKb < 1024 ? `${limitKb} kB` : `${limitKb / 1024} MB`}.`,
    );
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return failed(415, 'Send JSON, with Content-Type: application/json.');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return badRequest('The request body isn’t valid JSON.');
  return statusCode !== undefined && statusCode < 500 ? failed(statusCode, message) : undefined;
}

const networkCodes = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/** Errors of `pg` that have no code. */
const clientErrors =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable|Cannot use a pool after/;

/**
 * No connection, or one that was lost (08); a server that starts, stops or closed the session (57P); out of
 * memory, disk or connections (53); a failed write or read (58); a statement or lock that took too long (57014, 55P03); a
 * server that has become a standby, or is read only (25006).
 */
export function isDatabaseUnavailable({ code = '', message }: AnyError): boolean {
  if (/^(08|53|57P|58|57014$|55P03$|25006$)/.test(code)) return true;
  return networkCodes.has(code) || clientErrors.test(message);
}
