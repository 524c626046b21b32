import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { buildImageUrl } from '../platform/urls.ts';
import type { Content } from './compose.ts';
import { createReader } from './dates.ts';
import type { MailParty } from './ics.ts';
import { buildUnsubscribeLink, listUnsubscribed } from './unsubscribes.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type NewMessage } from './store.ts';
import { wordsIn } from './words.ts';

/** A message whose text a user wrote, for one recipient. */
export interface CustomMessage {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  readonly to: MailParty;
  readonly replyTo: MailParty | null;
  readonly language: string;
  readonly subject: string;
  readonly body: string;
  /** With a link to refuse further ones, and not for who has used it. */
  readonly isRefusable: boolean;
}

export interface NewCustomMessage extends CustomMessage {
  /** The same one is never written twice. */
  readonly dedupeKey: string;
  readonly eventId: string | null;
  readonly memberId: string | null;
}

export function composeMessage(ctx: Ctx, written: CustomMessage): Content {
  const { organization, to, replyTo, subject, body, isRefusable } = written;
  const { language } = createReader(written.language);
  const words = wordsIn[language];
  const refusal = isRefusable
    ? { label: words.refuse, href: buildUnsubscribeLink(ctx, to.email) }
    : undefined;
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, written.logo),
    color: written.color,
    heading: subject,
    greeting: '',
    body,
    facts: [],
    actions: [],
    footer: words.footer(organization),
    ...(refusal && { refusal }),
  };
  return {
    from: organization,
    to,
    replyTo,
    subject,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
    ...(refusal && { refusalUrl: refusal.href }),
  };
}

/** Puts letters into the transaction, and has them sent once it is committed. Returns the addresses that refuse them. */
export async function queueCustomMessages(
  ctx: Ctx,
  letters: readonly NewCustomMessage[],
): Promise<ReadonlySet<string>> {
  const refused = await listRefusedRecipients(ctx, letters);
  const messages = letters
    .filter(({ to }) => to.email !== erasedEmail)
    .map((letter): NewMessage => {
      const isRefused = letter.isRefusable && refused.has(letter.to.email);
      return {
        id: generateUuid(),
        dedupe_key: letter.dedupeKey,
        kind: 'workflow',
        event_id: letter.eventId,
        member_id: letter.memberId,
        to_email: letter.to.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(composeMessage(ctx, letter))),
        ...(isRefused && { status: 'refused' }),
      };
    });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
  return refused;
}

/** Which addresses of these would get nothing. */
export function listRefusedRecipients(
  ctx: Ctx,
  letters: readonly Pick<CustomMessage, 'to' | 'isRefusable'>[],
): Promise<ReadonlySet<string>> {
  return listUnsubscribed(
    ctx,
    letters.filter(({ isRefusable }) => isRefusable).map(({ to }) => to.email),
  );
}
