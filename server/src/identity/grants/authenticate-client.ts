import type { Runtime } from '../../platform/context.ts';
import type { Problem } from '../../platform/problems.ts';
import { findClient, isClientSecret, type ClientRow } from '../apps/public.ts';
import { oauthProblem } from './oauth-problem.ts';
import { hasDuplicates } from './rules.ts';

interface Credentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** The client of a request: by HTTP Basic, by the body, or, if it has no secret, by its name. */
export async function authenticateClient(
  runtime: Runtime,
  authorization: string | undefined,
  body: URLSearchParams,
): Promise<ClientRow> {
  if (hasDuplicates(body)) throw oauthProblem('invalid_request', 'A parameter is there twice.');
  const credentials = parseCredentials(authorization, body);
  const client = await findClient(runtime, credentials.clientId);
  if (!client || !isClientSecret(client, credentials.secret)) throw invalidClient(authorization);
  return client;
}

function parseCredentials(authorization: string | undefined, body: URLSearchParams): Credentials {
  const inBody = { clientId: body.get('client_id') ?? '', secret: body.get('client_secret') ?? undefined };
  const basic = /^Basic +([\w+/=-]+) *$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) {
    if (authorization !== undefined) throw invalidClient(authorization);
    return inBody;
  }
  if (inBody.secret !== undefined)
    throw oauthProblem('invalid_request', 'Send the secret in one place only.');
  const [clientId = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const decoded = { clientId: decode(clientId), secret: decode(secret.join(':')) };
  if (inBody.clientId !== '' && inBody.clientId !== decoded.clientId)
    throw oauthProblem('invalid_request', 'The client is named twice, and differently.');
  return { clientId: decoded.clientId, secret: decoded.secret === '' ? undefined : decoded.secret };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

function invalidClient(authorization: string | undefined): Problem {
  const headers = authorization === undefined ? {} : { 'www-authenticate': 'Basic realm="daybook"' };
  return oauthProblem('invalid_client', 'Unknown app, or the wrong secret.', 401, headers);
}
