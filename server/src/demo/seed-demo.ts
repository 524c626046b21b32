import { newAgent } from '@daybook/contract/agents';
import { newEventType } from '@daybook/contract/event-types';
import { newLink } from '@daybook/contract/links';
import { newRoutingForm } from '@daybook/contract/routing-forms';
import { scheduleChanges } from '@daybook/contract/schedules';
import { juniperBookings } from '../../../seeds/juniper-bookings.ts';
import { juniper } from '../../../seeds/juniper.ts';
import { createAgent } from '../calls/public.ts';
import { createEventType, createLink } from '../event-types/public.ts';
import { addMember, createTeam, createUser, findMemberByEmail } from '../members/public.ts';
import { createNote } from '../notes/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { runEffectsWithin } from '../platform/effects.ts';
import { createForm } from '../routing/public.ts';
import { cancelEvent, markNoShow } from '../scheduled-events/public.ts';
import { changeSchedule } from '../schedules/public.ts';
import { bookSlot } from './book-slot.ts';
import { formatDateIn } from './days.ts';
import { fillDemoCrm } from './seed-crm.ts';
import { insertDemo } from './store.ts';

type DemoBooking = (typeof juniperBookings)[number];

const dayMs = 86_400_000;

/** Fills the first workspace with the demo company, through the same use cases as any request. */
export async function seedDemo(runtime: Runtime, ctx: Ctx): Promise<void> {
  for (const colleague of juniper.colleagues) await createUser(ctx, colleague);
  const team = await createTeam(ctx, { title: juniper.team.title });
  for (const { email, role } of juniper.team.members) await addMember(ctx, team.id, { email, role });
  for (const hours of juniper.hours) await setHours(ctx, hours);
  const pageIds = new Map<string, string>();
  for (const fields of juniper.pages) {
    const page = await createEventType(ctx, newEventType.parse(fields));
    pageIds.set(`${fields.ownerSlug}/${page.slug}`, page.id);
    if (page.slug === juniper.link.pageSlug) {
      await createLink(ctx, newLink.parse({ ...juniper.link, eventTypeUuid: page.id }));
    }
  }
  await createAgent(ctx, newAgent.parse(juniper.agent));
  const owner = await asOwner(ctx);
  await createForm(owner, newRoutingForm.parse(demoForm(pageIds)));
  for (const booking of juniperBookings) await bookDemo(owner, booking, pageIds.get(booking.page) ?? '');
  // Right after the first start, there are people and their timelines to see.
  await runEffectsWithin(runtime, ctx);
  await fillDemoCrm(owner);
  await insertDemo(ctx);
}

/** Mara is the actor of the demo: cancellations and notes carry her name. */
async function asOwner(ctx: Ctx): Promise<Ctx> {
  const owner = await findMemberByEmail(ctx, juniper.owner.email);
  const actor = {
    ...createSystemActor(ctx.workspaceId),
    memberId: owner?.id ?? '',
    email: juniper.owner.email,
  };
  return { ...ctx, actor };
}

function demoForm(pageIds: ReadonlyMap<string, string>) {
  const routes = juniper.form.routes.map(({ page, ...route }) => ({
    ...route,
    action: { type: 'EVENT_TYPE', eventTypeUuid: pageIds.get(page) },
  }));
  return { ...juniper.form, routes };
}

async function setHours(ctx: Ctx, hours: (typeof juniper.hours)[number]): Promise<void> {
  const special = 'special_hours' in hours ? hours.special_hours : [];
  const special_hours = special.map(({ inDays, timesets }) => ({
    date: formatDateIn(ctx, inDays, 'UTC'),
    timesets,
  }));
  await changeSchedule(ctx, 'default', scheduleChanges.parse({ ...hours, special_hours }));
}

/** Books as of three days before the day, or of now if that is earlier. */
async function bookDemo(ctx: Ctx, demo: DemoBooking, eventTypeId: string): Promise<void> {
  const earlier = Math.min(ctx.now.getTime(), ctx.now.getTime() + (demo.inDays - 3) * dayMs);
  const booked = await bookSlot(
    { ...ctx, now: new Date(earlier) },
    {
      ...demo,
      eventTypeId,
      date: formatDateIn(ctx, demo.inDays, demo.timeZone),
      booking: demo,
    },
  );
  if (booked) await followUp(ctx, demo, booked);
}

async function followUp(
  ctx: Ctx,
  demo: DemoBooking,
  { eventId, inviteeId }: { eventId: string; inviteeId: string },
): Promise<void> {
  if ('note' in demo) await createNote(ctx, { uuid: eventId, note: demo.note });
  if ('noShow' in demo) await markNoShow(ctx, inviteeId, demo.noShow);
  if ('cancelled' in demo) await cancelEvent(ctx, eventId, demo.cancelled);
}
