import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { erasedEmail } from '../platform/personal-data.ts';
import { imageUrl, schedulingUrl } from '../platform/urls.ts';
import { callWordsIn } from './call.words.ts';
import type { Content } from './compose.ts';
import { readerOf } from './dates.ts';
import { neutralizeName } from './neutralize.ts';
import { findShownPage, type ShownPage } from './pages.store.ts';
import { refusalUrl, refusedAmong } from './refusals.ts';
import { htmlOf, textOf, type Letter } from './render.ts';
import { enqueueSending } from './send.jobs.ts';
import { insertMessages } from './store.ts';
import { wordsIn } from './words.ts';

interface Called {
  readonly callId: string;
  readonly eventTypeId: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
}

/** The link of a page, to somebody who was called; once for a call. False when they want no such mail, or there is no page. */
export async function mailPageLink(ctx: Ctx, called: Called): Promise<boolean> {
  const page = await findShownPage(ctx, called.eventTypeId);
  const refused = await refusedAmong(ctx, [called.email]);
  if (!page || called.email === erasedEmail || refused.has(called.email)) return false;
  const message = {
    id: newUuid(),
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

function contentOf(ctx: Ctx, { name, email, language: tag }: Called, page: ShownPage): Content {
  const { language } = readerOf(tag);
  const { labels, greeting, footer, refuse } = wordsIn[language];
  const words = callWordsIn[language];
  const { organization, title, slug, color, ownerSlug, isTeam } = page;
  const refusal = { label: refuse, href: refusalUrl(ctx, email) };
  const party = { name: neutralizeName(name), email };
  const letter: Letter = {
    language,
    organization,
    logoUrl: imageUrl(ctx, page.logo),
    color,
    heading: words.heading,
    greeting: greeting(party.name),
    facts: [
      { label: labels.what, value: title },
      { label: words.next, value: words.why },
    ],
    actions: [{ label: words.choose, href: schedulingUrl(ctx, { slug: ownerSlug, isTeam }, slug) }],
    footer: footer(organization),
    refusal,
  };
  return {
    from: organization,
    to: party,
    replyTo: null,
    subject: `${words.heading}: ${title}`,
    text: textOf(letter),
    html: htmlOf(letter),
    invitation: null,
    refusalUrl: refusal.href,
  };
}
