import { createHash } from 'node:crypto';
import * as contract from '@daybook/contract/mail';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { isLocal } from '../platform/http/ops.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { notFound } from '../platform/problems.ts';
import { buildIcsFiles } from './ics.ts';
import { listMail, resendMessage } from './log.ts';
import { listPage, renderMessagePage } from './outbox.view.ts';
import { openContent } from './send.ts';
import { findAnyMessage, listAllMessages } from './store.ts';
import { serializeMessage } from './view.ts';

export const mailEndpoints: readonly Endpoint[] = [
  serve(contract.listMail, async (ctx, { query, page }, { runtime }) => {
    const { rows, total, nextCursor } = await listMail(ctx, query, page);
    return { items: rows.map((row) => serializeMessage(row, openContent(runtime, row))), total, nextCursor };
  }),
  serve(contract.resendMail, async (ctx, { params }, { runtime }) => {
    const row = await resendMessage(ctx, params.uuid);
    return serializeMessage(row, openContent(runtime, row));
  }),
];

const maxListed = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The local outbox, for someone who runs Daybook without a mail server. It shows what is in mail, keys of invitees' pages
 * too, so only this machine may look, and only by a name of this machine: another name may be another site's.
 */
export function serveLocalOutbox(app: FastifyInstance, runtime: Runtime): void {
  if (runtime.config.smtpUrl !== undefined) return;

  app.get('/dev/mail', async (request, reply) => {
    requireLocal(runtime, request);
    const messages = await listAllMessages(runtime.database, maxListed);
    return show(reply, listPage(messages.map((row) => ({ row, content: openContent(runtime, row) }))));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const { row, content } = await load(runtime, request);
    return show(reply, renderMessagePage(row, content));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const { content } = await load(runtime, request);
    return show(reply, content.html);
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id/invite.ics', async (request, reply) => {
    const { content } = await load(runtime, request);
    if (!content.invitation) throw notFound('Invitation');
    const files = buildIcsFiles(content.invitation, runtime.config.mailFrom, content.furtherInvitations);
    return reply
      .header('cache-control', 'no-store')
      .type('text/calendar; charset=utf-8')
      .send(files.join(''));
  });
}

async function load(runtime: Runtime, request: FastifyRequest<{ Params: { id: string } }>) {
  requireLocal(runtime, request);
  const { id } = request.params;
  const row = uuid.test(id) ? await findAnyMessage(runtime.database, id) : undefined;
  if (!row) throw notFound('Message');
  return { row, content: openContent(runtime, row) };
}

function requireLocal({ config }: Runtime, request: FastifyRequest): void {
  if (!isLocal(request, config.publicUrl)) throw notFound('Route');
}

/** Mail may hold anything, so nothing in it may run, send, or load more than a picture of ours. */
function show(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${styleSources(html)}; img-src 'self'; frame-src 'self'; frame-ancestors 'self'; form-action 'none'`,
      'x-frame-options': 'SAMEORIGIN',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Mail has its styles in attributes, which no nonce can allow: each is allowed by its hash. */
function styleSources(html: string): string {
  const found = [...html.matchAll(/ style="([^"]*)"|<style>([^<]*)<\/style>/g)];
  const styles = new Set(found.map(([, attribute, element]) => attribute ?? element ?? ''));
  const hashes = [...styles].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return ["'unsafe-hashes'", ...hashes].join(' ');
}
