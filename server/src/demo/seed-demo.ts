import { newAgent } from '@daybook/contract/agents';
import { newEventType } from '@daybook/contract/event-types';
import { newLink } from '@daybook/contract/links';
import { newRoutingForm } from '@daybook/contract/routing-forms';
import { newBooking } from '@daybook/contract/scheduled-events';
import { scheduleChanges } from '@daybook/contract/schedules';
import { formatDate, floorToMinute } from '@daybook/engine/dates';
import { toDay } from '@daybook/engine/zones';
import { juniperBookings } from '../../../seeds/juniper-bookings.ts';
import { juniper } from '../../../seeds/juniper.ts';
import { listAvailability } from '../availability/public.ts';
import { createAgent } from '../calls/public.ts';
import { fillDemoCrm } from './seed-crm.ts';
import { createEventType, createLink } from '../event-types/public.ts';
import { addMember, createTeam, createUser, findMemberByEmail } from '../members/public.ts';
import { createNote } from '../notes/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { runEffectsWithin } from '../platform/effects.ts';
import { getZone } from '../platform/zones.ts';
import { createForm } from '../routing/public.ts';
import { bookTime, cancelEvent, findPageDetails, markNoShow } from '../scheduled-events/public.ts';
import { changeSchedule } from '../schedules/public.ts';

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
    date: dateIn(ctx, inDays, 'UTC'),
    timesets,
  }));
  await changeSchedule(ctx, 'default', scheduleChanges.parse({ ...hours, special_hours }));
}

/** Books the first free time on or after the day, as of three days before it, or of now if that is earlier. */
async function bookDemo(ctx: Ctx, demo: DemoBooking, eventTypeId: string): Promise<void> {
  const [ownerSlug = '', eventTypeSlug = ''] = demo.page.split('/');
  const earlier = Math.min(ctx.now.getTime(), ctx.now.getTime() + (demo.inDays - 3) * dayMs);
  const then: Ctx = { ...ctx, now: new Date(earlier) };
  const offered = await listAvailability(
    then,
    { address: { eventTypeId } },
    {
      startDate: dateIn(ctx, demo.inDays, demo.timeZone),
      timeZone: demo.timeZone,
      seats: 'seats' in demo ? demo.seats : undefined,
      includeHostCount: false,
      includeFirstAvailableDate: false,
    },
  );
  const day = offered.availability.find(({ slots }) => slots.length > 0);
  if (!day) return;
  const details = await findPageDetails(ctx, eventTypeId);
  const answers: readonly string[] = 'answers' in demo ? demo.answers : [];
  const booked = await bookTime(
    then,
    newBooking.parse({
      ...demo,
      ownerSlug,
      eventTypeSlug,
      date: day.date,
      start: day.slots[0],
      question_answers: answers.map((answer, index) => ({
        question_id: details.questions[index]?.id,
        answer,
      })),
    }),
  );
  await followUp(ctx, demo, booked);
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

function dateIn(ctx: Ctx, days: number, timeZone: string): string {
  return formatDate(toDay(getZone(timeZone), floorToMinute(ctx.now.getTime())) + days);
}
