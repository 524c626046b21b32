import { calendlyFields } from './calendly-fields.rules.ts';
import type { Calendly, SourceObject } from './calendly-objects.rules.ts';
import { parseLocation, type KnownObjects } from './calendly-pages.rules.ts';
import type { BookingIn, InviteeIn } from './contents.ts';
import { reportFields } from './fields.rules.ts';
import type { LeftOutList } from './left-out.ts';

type Event = Calendly<'events'>;
type Invitee = Calendly<'invitees'>;
const kind = 'Events';

export function parseBookings(
  found: SourceObject<'events'>,
  invitees: readonly SourceObject<'invitees'>[],
  { emailOf }: KnownObjects,
  leftOut: LeftOutList,
): BookingIn[] {
  const { given } = found;
  const name = `${given.name ?? 'Meeting'} at ${given.start_time}`;
  const own = invitees.filter((invitee) => !invitee.given.rescheduled);
  const hostEmails = given.event_memberships.flatMap((each) => emailOf(each.user) ?? each.user_email ?? []);
  const why =
    invitees.length === 0
      ? 'Its invitees are not among the files.'
      : own.length === 0
        ? 'It was rescheduled; the event at its new time is another one.'
        : hostEmails.length === 0
          ? 'Its hosts are not among the files.'
          : undefined;
  if (why) {
    leftOut.add({ kind, why, name });
    return [];
  }
  reportFields(found.raw, calendlyFields.events, { kind, name }, leftOut);
  for (const { given: invitee, raw } of own)
    reportFields(raw, calendlyFields.invitees, { kind: 'Invitees', name: invitee.email }, leftOut);
  const moved = invitees.length - own.length;
  if (moved > 0)
    leftOut.add({
      kind: 'Invitees',
      why: 'They were rescheduled; the event at the new time has them.',
      name,
    });
  const { location } = given;
  const place =
    location &&
    parseLocation(location.type, { ...location, phone: location.phone_number, joinUrl: location.join_url });
  if (location?.location && !place)
    leftOut.add({
      kind,
      field: 'location',
      why: `Daybook has no location of the type ${location.type}.`,
      name,
    });
  return [
    {
      sourceId: given.uri,
      pageSourceId: given.event_type ?? undefined,
      title: given.name ?? 'Meeting',
      hostEmails,
      startsAt: given.start_time,
      endsAt: given.end_time,
      busy: busyOf(given),
      seats: given.invitees_counter?.limit ?? undefined,
      location: place ?? undefined,
      notes: [
        ...(given.meeting_notes_plain ? [given.meeting_notes_plain] : []),
        ...own.flatMap((invitee) => paymentNotes(invitee.given)),
      ],
      invitees: own.map((invitee, index) =>
        inviteeFrom(
          given,
          invitee.given,
          index === 0 ? (given.event_guests ?? []).map(({ email }) => email) : [],
        ),
      ),
    },
  ];
}

/** With the buffers that Calendly kept around it. */
function busyOf({ event_memberships: members }: Event): BookingIn['busy'] {
  const starts = members.flatMap(({ buffered_start_time: time }) => time ?? []).toSorted();
  const ends = members.flatMap(({ buffered_end_time: time }) => time ?? []).toSorted();
  const [from, to] = [starts[0], ends.at(-1)];
  return from && to ? { from, to } : undefined;
}

/** Where the money is, for refunds: Daybook can't make those of other products. */
function paymentNotes({ payment, name, email }: Invitee): string[] {
  if (!payment) return [];
  const { amount, currency, provider, external_id: id, terms, successful } = payment;
  const state = successful === false ? 'Not paid' : 'Paid';
  const parts = [`${state} through Calendly by ${name ?? email}: ${amount} ${currency}`, provider, id, terms];
  return [parts.filter(Boolean).join(', ')];
}

const utmKeys = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'];

function inviteeFrom(event: Event, given: Invitee, guests: readonly string[]): InviteeIn {
  const cancellation = given.cancellation ?? event.cancellation;
  const isCancelled = given.status === 'canceled' || event.status === 'canceled';
  const tracking = Object.entries(given.tracking ?? {}).flatMap(([key, value]) =>
    value == null || value === '' ? [] : [[key, String(value)] as const],
  );
  const { payment } = given;
  return {
    name: given.name || [given.first_name, given.last_name].filter(Boolean).join(' ') || given.email,
    email: given.email,
    timezone: given.timezone ?? undefined,
    phone: given.text_reminder_number ?? undefined,
    guests,
    answers: (given.questions_and_answers ?? [])
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
      .map(({ question, answer }) => ({ question, answer })),
    utm: Object.fromEntries(tracking.filter(([key]) => utmKeys.includes(key))),
    customQueryParams: Object.fromEntries(tracking.filter(([key]) => key === 'salesforce_uuid')),
    payment:
      payment?.amount != null
        ? {
            amount: Number(payment.amount).toFixed(2),
            currency: (payment.currency ?? 'USD').toUpperCase(),
            isPaid: payment.successful !== false,
          }
        : undefined,
    bookedAt: given.created_at ?? undefined,
    noShow: given.no_show != null,
    cancelled: isCancelled
      ? {
          at: cancellation?.created_at ?? undefined,
          by: cancellation?.canceled_by ?? undefined,
          byHost: cancellation?.canceler_type === 'host',
          reason: cancellation?.reason ?? undefined,
        }
      : undefined,
  };
}
