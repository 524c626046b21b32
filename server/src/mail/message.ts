import type { Ctx } from '../platform/context.ts';
import { composeContent, type Content, type Envelope } from './content.ts';
import { queueEmails, type MessageKey } from './queue.ts';
import { listUnsubscribed } from './unsubscribes.ts';

/** A message whose text a user wrote, for one recipient. */
export interface CustomMessage extends Envelope {
  readonly body: string;
}

type NewCustomMessage = CustomMessage & Omit<MessageKey, 'kind'>;

export function composeMessage(ctx: Ctx, { body, ...envelope }: CustomMessage): Content {
  return composeContent(ctx, envelope, {
    ...{ heading: envelope.subject, greeting: '', body },
    ...{ facts: [], actions: [] },
  });
}

export function queueCustomMessages(ctx: Ctx, messages: readonly NewCustomMessage[]): Promise<void> {
  return queueEmails(
    ctx,
    messages.map(({ dedupeKey, aboutId, memberId, ...message }) => {
      const content = composeMessage(ctx, message);
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
