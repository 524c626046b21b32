import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import type { Content } from './content.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { listUnsubscribed } from './unsubscribes.ts';

/** What the log says of a message, and how it is found again. */
export interface MessageKey {
  /** The noun it is about, or what happened to it. */
  readonly kind: string;
  /** The same message is never written twice. */
  readonly dedupeKey: string;
  /** The event, request, vote or record that it is about: found by it when someone is erased. */
  readonly aboutId?: string | null | undefined;
  readonly memberId?: string | null | undefined;
}

export interface NewEmail extends MessageKey {
  readonly content: Content;
}

/**
 * Puts messages into the transaction, and has them sent once it is committed. The log shows those to people who unsubscribed as refused;
 * people who were erased get none.
 */
export async function queueEmails(ctx: Ctx, emails: readonly NewEmail[]): Promise<void> {
  const reachable = emails.filter(({ content }) => content.to.email !== erasedEmail);
  const unsubscribed = await listUnsubscribed(
    ctx,
    reachable.filter(isRefusable).map(({ content }) => content.to.email),
  );
  const messages = reachable.map((email) => {
    const { kind, dedupeKey, aboutId = null, memberId = null, content } = email;
    return {
      id: generateUuid(),
      dedupe_key: dedupeKey,
      kind,
      event_id: aboutId,
      member_id: memberId,
      to_email: content.to.email,
      content_sealed: ctx.secrets.seal(JSON.stringify(content)),
      ...(isRefusable(email) && unsubscribed.has(content.to.email) && { status: 'refused' as const }),
    };
  });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
}

function isRefusable({ content }: NewEmail): boolean {
  return content.refusalUrl !== undefined;
}
