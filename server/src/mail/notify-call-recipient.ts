import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { buildImageUrl, buildSchedulingUrl } from '../platform/urls.ts';
import { callWordsIn } from './call.words.ts';
import type { Content } from './compose.ts';
import { createReader } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { findShownPage, type ShownPage } from './pages.store.ts';
import { buildUnsubscribeLink, listUnsubscribed } from './unsubscribes.ts';
import { renderHtml, renderText, type Message } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

interface CallRecipient {
  readonly callId: string;
  readonly eventTypeId: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
}

/** The link of a page, to somebody who was called; once for a call. False when they want no such mail, or there is no page. */
export async function sendPageLinkEmail(ctx: Ctx, called: CallRecipient): Promise<boolean> {
  const page = await findShownPage(ctx, called.eventTypeId);
  const refused = await listUnsubscribed(ctx, [called.email]);
  if (!page || called.email === erasedEmail || refused.has(called.email)) return false;
  const message = {
    id: generateUuid(),
    dedupe_key: `call ${called.callId} link`,
    kind: 'call link',
    // What is about somebody is found by it when they are erased.
    event_id: called.callId,
    member_id: null,
    to_email: called.email,
    content_sealed: ctx.secrets.seal(JSON.stringify(contentOf(ctx, called, page))),
  };
  await enqueueSending(ctx, await insertMessages(ctx, [message]));
  return true;
}

function contentOf(ctx: Ctx, { name, email, language: tag }: CallRecipient, page: ShownPage): Content {
  const { language } = createReader(tag);
  const { labels, greeting, footer, refuse } = wordsIn[language];
  const words = callWordsIn[language];
  const { organization, title, slug, color, ownerSlug, isTeam } = page;
  const refusal = { label: refuse, href: buildUnsubscribeLink(ctx, email) };
  const party = { name: neutralizeName(name), email };
  const letter: Message = {
    language,
    organization,
    logoUrl: buildImageUrl(ctx, page.logo),
    color,
    heading: words.heading,
    greeting: greeting(party.name),
    facts: [
      { label: labels.what, value: title },
      { label: words.next, value: words.why },
    ],
    actions: [{ label: words.choose, href: buildSchedulingUrl(ctx, { slug: ownerSlug, isTeam }, slug) }],
    footer: footer(organization),
    refusal,
  };
  return {
    from: organization,
    to: party,
    replyTo: null,
    subject: `${words.heading}: ${title}`,
    text: renderText(letter),
    html: renderHtml(letter),
    invitation: null,
    refusalUrl: refusal.href,
  };
}
