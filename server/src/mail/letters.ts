import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { imageUrl } from '../platform/urls.ts';
import type { Content } from './compose.ts';
import { readerOf } from './dates.ts';
import type { Party } from './ics.ts';
import { refusalUrl, refusedAmong } from './refusals.ts';
import { htmlOf, textOf, type Letter } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages, type NewMessage } from './store.ts';
import { wordsIn } from './words.ts';

/** A message whose text a user wrote, for one recipient. */
export interface WrittenLetter {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  readonly to: Party;
  readonly replyTo: Party | null;
  readonly language: string;
  readonly subject: string;
  readonly body: string;
  /** With a link to refuse further ones, and not for who has used it. */
  readonly isRefusable: boolean;
}

export interface NewLetter extends WrittenLetter {
  /** The same one is never written twice. */
  readonly dedupeKey: string;
  readonly eventId: string | null;
  readonly memberId: string | null;
}

export function composeLetter(ctx: Ctx, written: WrittenLetter): Content {
  const { organization, to, replyTo, subject, body, isRefusable } = written;
  const { language } = readerOf(written.language);
  const words = wordsIn[language];
  const refusal = isRefusable ? { label: words.refuse, href: refusalUrl(ctx, to.email) } : undefined;
  const letter: Letter = {
    language,
    organization,
    logoUrl: imageUrl(ctx, written.logo),
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
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: null,
    ...(refusal && { refusalUrl: refusal.href }),
  };
}

/** Puts letters into the transaction, and has them sent once it is committed. Returns the addresses that refuse them. */
export async function writeLetters(ctx: Ctx, letters: readonly NewLetter[]): Promise<ReadonlySet<string>> {
  const refused = await refusedLetters(ctx, letters);
  const messages = letters
    .filter(({ to }) => to.email !== erasedEmail)
    .map((letter): NewMessage => {
      const isRefused = letter.isRefusable && refused.has(letter.to.email);
      return {
        id: newUuid(),
        dedupe_key: letter.dedupeKey,
        kind: 'workflow',
        event_id: letter.eventId,
        member_id: letter.memberId,
        to_email: letter.to.email,
        content_sealed: ctx.secrets.seal(JSON.stringify(composeLetter(ctx, letter))),
        ...(isRefused && { status: 'refused' }),
      };
    });
  await enqueueSending(ctx, await insertMessages(ctx, messages));
  return refused;
}

/** Which addresses of these would get nothing. */
export function refusedLetters(
  ctx: Ctx,
  letters: readonly Pick<WrittenLetter, 'to' | 'isRefusable'>[],
): Promise<ReadonlySet<string>> {
  return refusedAmong(
    ctx,
    letters.filter(({ isRefusable }) => isRefusable).map(({ to }) => to.email),
  );
}
