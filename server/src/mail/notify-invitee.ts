import type { Ctx } from '../platform/context.ts';
import type { Occasion, Recipient } from './compose.ts';
import { remindLater } from './remind.jobs.ts';
import { findEventFacts, findFormerHosts, findHosts, type EventFacts, type HostFacts } from './store.ts';
import { write } from './write.ts';

interface About {
  readonly eventId: string;
  readonly inviteeId: string;
}

/** Booked or moved: tells invitee, guests and hosts, and sets the reminders. */
export async function mailScheduled(
  ctx: Ctx,
  { eventId, inviteeId, moved }: About & { moved: Occasion['moved'] | null },
): Promise<void> {
  const facts = await factsToTell(ctx, { eventId, inviteeId });
  if (!facts) return;
  const former = moved
    ? await findFormerHosts(
        ctx,
        eventId,
        facts.hosts.map(({ id }) => id),
      )
    : [];
  await write(ctx, facts, { kind: moved ? 'moved' : 'confirmed', moved: moved ?? undefined }, [
    ...everyone(facts),
    ...former.map(formerHost),
  ]);
  await remindLater(ctx, facts);
}

/** Somebody else hosts it now: the old host is called off, everyone else sees the change. */
export async function mailHandedOver(
  ctx: Ctx,
  { fromHostIds, ...about }: About & { fromHostIds: readonly string[] },
): Promise<void> {
  const facts = await factsToTell(ctx, about);
  if (!facts) return;
  const former = await findHosts(ctx, fromHostIds);
  await write(ctx, facts, { kind: 'new host' }, [...everyone(facts), ...former.map(formerHost)]);
}

function formerHost(host: HostFacts): Recipient {
  return { role: 'former host', host };
}

export async function mailCancelled(ctx: Ctx, about: About): Promise<void> {
  const facts = await factsToTell(ctx, about);
  if (facts) await write(ctx, facts, { kind: 'cancelled' }, everyone(facts));
}

/** What the system does by itself, such as furnishing a demo company, is no news to anyone. */
async function factsToTell(ctx: Ctx, { eventId, inviteeId }: About): Promise<EventFacts | undefined> {
  if (ctx.actor.kind === 'system') return undefined;
  return findEventFacts(ctx, eventId, inviteeId);
}

/** Nobody is written to twice, were they a guest and a host. */
function everyone(facts: EventFacts): Recipient[] {
  const { invitee, hosts } = facts;
  const known = new Set([invitee, ...hosts].map(({ email }) => email.toLowerCase()));
  const guests = (invitee.guests ?? []).filter((email) => !known.has(email.toLowerCase()));
  return [
    { role: 'invitee' },
    ...guests.map((email): Recipient => ({ role: 'guest', email })),
    ...hosts.map((host): Recipient => ({ role: 'host', host })),
  ];
}
