import type { Ctx } from '../platform/context.ts';
import { buildImageUrl } from '../platform/urls.ts';
import { commonWordsIn } from './common.words.ts';
import { createReader } from './formats.ts';
import type { Invitation, MailParty } from './ics.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { buildUnsubscribeLink } from './unsubscribes.ts';

/** A whole message, as it is kept until it is sent. */
export interface Content {
  readonly from: string;
  readonly to: MailParty;
  readonly replyTo: MailParty | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly invitation: Invitation | null;
  /** The other events of a series. */
  readonly furtherInvitations?: readonly Invitation[];
  /** Where its reader unsubscribes. Such a message isn't sent to anyone who did. */
  readonly refusalUrl?: string;
}

/** Who sends a message to whom, and how it looks. */
export interface Envelope {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  readonly to: MailParty;
  readonly replyTo: MailParty | null;
  /** A language tag. */
  readonly language: string;
  readonly subject: string;
  /** With a link to unsubscribe, and not for anyone who used it. */
  readonly isRefusable: boolean;
}

export function composeContent(
  ctx: Ctx,
  envelope: Envelope,
  said: Pick<Message, 'heading' | 'greeting' | 'body' | 'facts' | 'actions'>,
  isUnbranded: boolean,
): Content {
  const { organization, to, replyTo, subject, color } = envelope;
  const { language } = createReader(envelope.language);
  const words = commonWordsIn[language];
  const refusal = envelope.isRefusable
    ? { label: words.unsubscribe, href: buildUnsubscribeLink(ctx, to.email) }
    : undefined;
  const message: Message = {
    ...said,
    ...{ language, organization, color },
    logoUrl: buildImageUrl(ctx, envelope.logo),
    footer: isUnbranded ? words.footerWithoutBrand(organization) : words.footer(organization),
    ...(refusal && { refusal }),
  };
  return {
    from: organization,
    ...{ to, replyTo, subject },
    text: renderText(message),
    html: renderHtml(message),
    invitation: null,
    ...(refusal && { refusalUrl: refusal.href }),
  };
}
