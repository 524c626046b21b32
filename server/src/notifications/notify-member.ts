import { nameMentioned } from '../crm/public.ts';
import { createReader, neutralizeName, queueNotices, type Notice } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { excerptHtml } from '../platform/html.ts';
import { buildNotificationsUrl, buildRecordUrl } from '../platform/urls.ts';
import { notificationWordsIn } from './notify-member.words.ts';
import { findMailFacts, type MailFacts } from './store.ts';

/** Emails a notification, as long as its user wants it, can see the record, and hasn't read it. */
export async function sendNotificationEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly notificationId: string }>[],
): Promise<void> {
  for (const { payload } of events) {
    const facts = await findMailFacts(ctx, payload.notificationId);
    if (!facts) continue;
    const named = await nameMentioned(ctx, new Map([[facts.id, facts.note]]));
    await queueNotices(ctx, [noticeOf(ctx, facts, named.get(facts.id) ?? '')]);
  }
}

const maxText = 1000;

function noticeOf(ctx: Ctx, facts: MailFacts, html: string): Notice {
  const { kind, organization, logo, language } = facts;
  const words = notificationWordsIn[createReader(language).language];
  const heading = words.told[kind](
    facts.actor_name || organization,
    neutralizeName(facts.record_name) || words.unnamed,
  );
  return {
    kind: 'notification',
    dedupeKey: `notification ${facts.id}`,
    aboutId: facts.record_id,
    memberId: facts.member_id,
    ...{ organization, logo, language },
    color: facts.color ?? '57606a',
    to: { name: facts.member_name, email: facts.email },
    subject: heading,
    heading,
    facts: [
      { label: words.labels[facts.is_comment ? 'comment' : 'note'], value: excerptHtml(html, maxText) },
    ],
    actions: [
      { label: words.open, href: buildRecordUrl(ctx, { slug: facts.slug, id: facts.record_id }) },
      { label: words.settings, href: buildNotificationsUrl(ctx) },
    ],
  };
}
