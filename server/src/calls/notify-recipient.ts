import { findPageBranding } from '../event-types/public.ts';
import {
  commonWordsIn,
  createReader,
  listRefusedRecipients,
  neutralizeName,
  queueNotices,
} from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { buildSchedulingUrl } from '../platform/urls.ts';
import { callWordsIn } from './notify-recipient.words.ts';

interface CallRecipient {
  readonly callId: string;
  readonly eventTypeId: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
}

/** The link of a page, to somebody who was called; once for a call. False when they want no such mail, or there is no page. */
export async function sendPageLinkEmail(ctx: Ctx, called: CallRecipient): Promise<boolean> {
  const { callId, eventTypeId, email, language: tag } = called;
  const page = (await findPageBranding(ctx, [eventTypeId])).get(eventTypeId);
  const to = { name: neutralizeName(called.name), email };
  const refused = await listRefusedRecipients(ctx, [{ to, isRefusable: true }]);
  if (!page || page.slug === null || email === erasedEmail || refused.has(email)) return false;
  const { organization, logo, color, title, slug, owner } = page;
  const { language } = createReader(tag);
  const words = callWordsIn[language];
  await queueNotices(ctx, [
    {
      kind: 'call link',
      dedupeKey: `call ${callId} link`,
      aboutId: callId,
      ...{ organization, logo, color, to, language },
      isRefusable: true,
      subject: `${words.heading}: ${title}`,
      heading: words.heading,
      facts: [
        { label: commonWordsIn[language].what, value: title },
        { label: words.next, value: words.why },
      ],
      actions: [{ label: words.choose, href: buildSchedulingUrl(ctx, owner, slug) }],
    },
  ]);
  return true;
}
