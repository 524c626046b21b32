import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../context.ts';
import { Problem } from '../problems.ts';
import { rejectWhenFull } from './guard.ts';
import { getNetwork } from './network.ts';
import { createLimiter, enforceLimit } from './rate-limit.ts';

/** A webhook as it arrived: signatures cover the very text, or the very address. */
export interface WebhookRequest {
  /** As its sender knows it. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly text: string;
  /** Undefined when the header is missing, or there several times. */
  header(name: string): string | undefined;
}

/** What the sender gets where 204 without a body is not enough. */
export interface WebhookAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

export interface WebhookRoute<Sender> {
  readonly path: string;
  readonly maxBytes: number;
  /** Requests a minute from one address. */
  readonly perAddress: number;
  /** Which of them: those of a sender with few addresses and many webhooks are counted only when they are refused. */
  readonly counts?: 'all' | 'refused';
  /** Checks the signature, or the secret in the address. Throws the same `Problem` whether or not there is such an account. */
  authenticate(request: WebhookRequest): Sender | Promise<Sender>;
  /** Twice, late or out of order changes nothing. */
  receive(sender: Sender, request: WebhookRequest): Promise<WebhookAnswer | void>;
}

/**
 * Takes webhooks of another server. It is no client of the API: headers and bodies are its own, and the body stays as it came, since it
 * is signed over every byte.
 */
export function receiveWebhook<Sender>(
  app: FastifyInstance,
  runtime: Runtime,
  { path, maxBytes: bodyLimit, perAddress, counts = 'all', authenticate, receive }: WebhookRoute<Sender>,
): void {
  const { clock, config, log } = runtime;
  const limiter = createLimiter(clock, config.rateLimit === 'off' ? Infinity : perAddress);
  const count = ({ ip }: FastifyRequest) => enforceLimit(limiter.take(getNetwork(ip)));
  void app.register(async (site) => {
    site.removeAllContentTypeParsers();
    site.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, onRequest: async () => rejectWhenFull(runtime) };
    site.post(path, options, async (request, reply) => {
      if (counts === 'all') count(request);
      const webhook = webhookFrom(request, config.publicUrl);
      let sender: { readonly is: Sender } | undefined;
      try {
        sender = { is: await authenticate(webhook) };
        return await send(reply, (await receive(sender.is, webhook)) ?? { status: 204 });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        log.info({ webhook: path, status: error.status }, 'a webhook was refused');
        if (counts === 'refused' && !sender) count(request);
        throw error;
      }
    });
  });
}

function webhookFrom({ url, params, headers, body }: FastifyRequest, publicUrl: string): WebhookRequest {
  return {
    url: publicUrl + url,
    params: params as Record<string, string>,
    query: new URL(url, publicUrl).searchParams,
    text: String(body ?? ''),
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}

function send(
  reply: FastifyReply,
  { status, type = 'text/plain; charset=utf-8', body }: WebhookAnswer,
): FastifyReply {
  return body === undefined ? reply.status(status).send() : reply.status(status).type(type).send(body);
}
