import type { Ctx } from '../platform/context.ts';
import { commonWordsIn } from './common.words.ts';
import { composeContent, type Envelope } from './content.ts';
import { createReader } from './formats.ts';
import { queueEmails, type MessageKey } from './queue.ts';
import type { Message } from './render.ts';
import { isUnbranded } from './store.ts';

/** A message in our own words, for one recipient. The engine adds greeting, footer and looks. */
export interface Notice extends MessageKey, Omit<Envelope, 'replyTo' | 'isRefusable'> {
  readonly replyTo?: Envelope['replyTo'];
  readonly isRefusable?: boolean;
  /** A sentence without a period. */
  readonly heading: string;
  readonly facts: Message['facts'];
  readonly actions: Message['actions'];
}

/** Puts notices into the transaction, and has them sent once it is committed. */
export async function queueNotices(ctx: Ctx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const hasNoBrand = await isUnbranded(ctx);
  await queueEmails(
    ctx,
    notices.map(({ kind, dedupeKey, aboutId, memberId, heading, facts, actions, ...rest }) => {
      const envelope = { replyTo: null, isRefusable: false, ...rest };
      const { greeting } = commonWordsIn[createReader(rest.language).language];
      const said = { heading, greeting: greeting(rest.to.name || rest.to.email), facts, actions };
      return { kind, dedupeKey, aboutId, memberId, content: composeContent(ctx, envelope, said, hasNoBrand) };
    }),
  );
}
