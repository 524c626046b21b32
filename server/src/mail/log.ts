import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, notFound } from '../platform/problems.ts';
import { copyMessage, findMessage, listMessages, countMessages, type MessageFilter } from './log.store.ts';
import { listUnsubscribed } from './unsubscribes.ts';
import { enqueueSending } from './send.jobs.ts';
import type { MessageRow } from './store.ts';

interface MailPage {
  readonly rows: MessageRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** The log of messages. */
export async function listMail(
  ctx: Ctx,
  search: MessageFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<MailPage> {
  const found = await listMessages(ctx, search, { limit: limit + 1, offset: search.cursor ? 0 : offset });
  const rows = found.slice(0, limit);
  const nextCursor = found.length > limit ? (rows.at(-1)?.id ?? null) : null;
  return { rows, total: await countMessages(ctx, search), nextCursor };
}

/** Sends a message again, as a new one: with the same id, mail servers would drop it as a duplicate. */
export async function resendMessage(ctx: Ctx, id: string): Promise<MessageRow> {
  const message = await findMessage(ctx, id);
  if (!message) throw notFound('Message');
  if (message.status === 'queued') throw conflict('This email is still being sent.');
  const wantsNone =
    message.status === 'refused' && (await listUnsubscribed(ctx, [message.to_email])).size > 0;
  if (wantsNone) throw conflict('The recipient unsubscribed.');
  const copy = await copyMessage(ctx, id, generateUuid());
  await enqueueSending(ctx, [copy.id]);
  return copy;
}
