import { createReader, queueNotices, type Notice } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import type { PublishedEvent } from '../platform/events.ts';
import { buildDomainsUrl } from '../platform/urls.ts';
import { findFailingDomain } from './notify-admins.store.ts';
import { domainWordsIn } from './notify-admins.words.ts';

/** Emails owners and admins that a domain is no longer used. */
export async function sendDomainFailingEmails(
  ctx: Ctx,
  events: readonly PublishedEvent<{ readonly domainId: string }>[],
): Promise<void> {
  for (const { id: eventId, payload } of events) {
    const facts = await findFailingDomain(ctx, payload.domainId);
    if (!facts) continue;
    const { organization, logo, color } = facts;
    const notices = facts.recipients.map(({ id, name, email, language }): Notice => {
      const words = domainWordsIn[createReader(language).language];
      return {
        kind: 'domain',
        dedupeKey: `domain ${eventId} ${id}`,
        ...{ organization, logo, language },
        color: color ?? '57606a',
        to: { name, email },
        heading: words.failing,
        subject: `${words.failing}: ${facts.name}`,
        facts: [
          { label: words.domain, value: facts.name },
          { label: words.next, value: words.advice[facts.purpose] },
        ],
        actions: [{ label: words.open, href: buildDomainsUrl(ctx, facts.purpose) }],
      };
    });
    await queueNotices(ctx, notices);
  }
}
