import type { calendarFeed } from '@daybook/contract/calendar-feed';
import type { z } from 'zod';
import { buildIcsFeed } from '../mail/public.ts';
import { createVisitorActor } from '../platform/auth/actor.ts';
import { hashSecret } from '../platform/auth/token.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateSecret } from '../platform/ids.ts';
import { notFound } from '../platform/problems.ts';
import { buildCalendarFeedUrl, buildEventUrl } from '../platform/urls.ts';
import * as store from './store.ts';

type Feed = z.output<typeof calendarFeed>;

export async function readFeed(ctx: Ctx): Promise<Feed> {
  const createdAt = await store.findFeed(ctx);
  return { isActive: createdAt !== undefined, createdAt: createdAt ?? null };
}

export async function createFeed(ctx: Ctx): Promise<{ resource: Feed; url: string }> {
  const token = generateSecret(32) + ctx.secrets.code(ctx.workspaceId);
  await store.upsertFeed(ctx, hashSecret(token));
  return { resource: await readFeed(ctx), url: buildCalendarFeedUrl(ctx, token) };
}

/** A deactivated user who comes back needs a new address. */
export function deleteFeedOfDeactivated(ctx: Ctx, { memberId }: { memberId: string }): Promise<void> {
  return store.deleteFeed(ctx, memberId);
}

const daysBack = 90;
const maxEvents = 2000;

/** The text depends on the events alone, so that it has the same ETag while none changes. */
export async function readPublicCalendar(runtime: Runtime, token: string, address: string): Promise<string> {
  const owner = await store.findFeedOwner(runtime, hashSecret(token));
  if (!owner) throw notFound('Calendar');
  return readInWorkspace(runtime, createVisitorActor(owner.workspace_id, address), async (ctx) => {
    // Whole days, so that the passing of time alone changes little.
    const today = new Date(ctx.now.toISOString().slice(0, 10));
    const since = new Date(today.getTime() - daysBack * 86_400_000);
    const host = await store.findHostEvents(ctx, owner.member_id, { since, limit: maxEvents });
    if (!host) throw notFound('Calendar');
    return buildIcsFeed({
      name: host.name,
      entries: host.events.map((event) => ({
        uid: `${event.id}@daybook`,
        sequence: event.sequence,
        stampedAt: Date.parse(event.updatedAt),
        startsAt: Date.parse(event.startsAt),
        endsAt: Date.parse(event.endsAt),
        title: [event.title, event.invitees.join(', ')].filter(Boolean).join(': '),
        description: event.joinUrl,
        location: event.joinUrl || event.place,
        url: buildEventUrl(ctx, event.id),
      })),
    });
  });
}
