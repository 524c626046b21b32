import type { Ctx } from '../platform/context.ts';
import { composeContent, type Content, type Envelope } from './content.ts';
import { queueEmails, type MessageKey } from './queue.ts';
import { isUnbranded } from './store.ts';
import { listUnsubscribed } from './unsubscribes.ts';

/** A message whose text a user wrote, for one recipient. */
export interface CustomMessage extends Envelope {
  readonly body: string;
}

type NewCustomMessage = CustomMessage & Omit<MessageKey, 'kind'>;

export async function composeMessage(ctx: Ctx, message: CustomMessage): Promise<Content> {
  return composeCustom(ctx, message, await isUnbranded(ctx));
}

function composeCustom(ctx: Ctx, { body, ...envelope }: CustomMessage, hasNoBrand: boolean): Content {
  const said = { heading: envelope.subject, greeting: '', body, facts: [], actions: [] };
  return composeContent(ctx, envelope, said, hasNoBrand);
}

export async function queueCustomMessages(ctx: Ctx, messages: readonly NewCustomMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const hasNoBrand = await isUnbranded(ctx);
  await queueEmails(
    ctx,
    messages.map(({ dedupeKey, aboutId, memberId, ...message }) => {
      const content = composeCustom(ctx, message, hasNoBrand);
      return { kind: 'workflow', dedupeKey, aboutId, memberId, content };
    }),
  );
}

/** Which addresses of these would get nothing. */
export function listRefusedRecipients(
  ctx: Ctx,
  messages: readonly Pick<CustomMessage, 'to' | 'isRefusable'>[],
): Promise<ReadonlySet<string>> {
  return listUnsubscribed(
    ctx,
    messages.filter(({ isRefusable }) => isRefusable).map(({ to }) => to.email),
  );
}
