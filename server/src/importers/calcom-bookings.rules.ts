import { answeredElsewhere, calcomFields } from './calcom-fields.rules.ts';
import type { Calcom, SourceObject } from './calcom-objects.rules.ts';
import type { BookingIn, InviteeIn, LocationIn } from './contents.ts';
import { reportFields } from './fields.rules.ts';
import type { LeftOutList } from './left-out.ts';

type Booking = Calcom<'bookings'>;
const kind = 'Bookings';

/** What a page calls its fields, by the page's id. */
export type Labels = (pageId: number) => ReadonlyMap<string, string> | undefined;

export function parseBookings(
  found: SourceObject<'bookings'>,
  labels: Labels,
  leftOut: LeftOutList,
): BookingIn[] {
  const { given } = found;
  const name = `${given.title} at ${given.start}`;
  const why = findImportProblem(given);
  if (why !== undefined) {
    leftOut.add({ kind, why, name });
    return [];
  }
  reportFields(found.raw, calcomFields.bookings, { kind, name }, leftOut);
  const pageId = given.eventTypeId ?? given.eventType?.id;
  const labelsHere = (pageId == null ? undefined : labels(pageId)) ?? new Map<string, string>();
  return [
    {
      sourceId: given.uid,
      pageSourceId: pageId == null ? undefined : String(pageId),
      title: given.title,
      hostEmails: given.hosts.map(({ email }) => email),
      startsAt: given.start,
      endsAt: given.end,
      location: locationFrom(given),
      notes: notesFrom(given),
      isRequest: given.status === 'pending',
      invitees: given.attendees.map((attendee, index) =>
        inviteeFrom(given, attendee, index === 0, labelsHere),
      ),
    },
  ];
}

function findImportProblem({ status, hosts, attendees, rescheduledToUid }: Booking): string | undefined {
  if (status === 'rejected') return 'It was rejected.';
  if (rescheduledToUid) return 'It was rescheduled; the booking at its new time is another one.';
  if (hosts.length === 0) return 'It has no host.';
  return attendees.length === 0 ? 'It has no attendee.' : undefined;
}

function locationFrom({ meetingUrl, location }: Booking): LocationIn | undefined {
  const isUrl = (text: string | null | undefined) => /^https?:\/\//.test(text ?? '');
  if (meetingUrl) {
    const details = location && location !== meetingUrl && !isUrl(location) ? location : undefined;
    return { type: 'VIDEO_CALL', joinUrl: meetingUrl, ...(details && { details }) };
  }
  if (!location) return undefined;
  return isUrl(location)
    ? { type: 'VIDEO_CALL', joinUrl: location }
    : { type: 'IN_PERSON', address: location };
}

/** What attendees wrote is an answer already. */
function notesFrom({ description, bookingFieldsResponses, reschedulingReason }: Booking): string[] {
  const isAnswer = description === bookingFieldsResponses?.['notes'];
  return [
    ...(description && !isAnswer ? [description] : []),
    ...(reschedulingReason ? [`Rescheduled: ${reschedulingReason}`] : []),
  ];
}

function inviteeFrom(
  given: Booking,
  attendee: Booking['attendees'][number],
  isFirst: boolean,
  labels: ReadonlyMap<string, string>,
): InviteeIn {
  const by = given.cancelledByEmail ?? undefined;
  const responses = attendee.bookingFieldsResponses ?? (isFirst ? given.bookingFieldsResponses : undefined);
  return {
    name: attendee.name,
    email: attendee.email,
    timezone: attendee.timeZone ?? undefined,
    language: attendee.language ?? undefined,
    phone: attendee.phoneNumber ?? undefined,
    guests: isFirst ? (given.guests ?? []) : [],
    answers: answersFrom(responses ?? {}, labels),
    bookedAt: given.createdAt ?? undefined,
    noShow: attendee.absent ?? false,
    cancelled:
      given.status === 'cancelled'
        ? {
            by,
            byHost: by !== undefined && given.hosts.some(({ email }) => email === by),
            reason: given.cancellationReason ?? undefined,
          }
        : undefined,
  };
}

function answersFrom(
  responses: Readonly<Record<string, unknown>>,
  labels: ReadonlyMap<string, string>,
): { question: string; answer: string }[] {
  return Object.entries(responses).flatMap(([slug, value]) => {
    const isEmpty = value === '' || value == null || (Array.isArray(value) && value.length === 0);
    if (answeredElsewhere.includes(slug) || isEmpty) return [];
    return [{ question: labels.get(slug) ?? slug, answer: answerFrom(value) }];
  });
}

function answerFrom(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(answerFrom).join(', ');
  return JSON.stringify(value);
}
