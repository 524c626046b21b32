import { weekdays } from '@daybook/contract/schedules';
import { sortByKind, type Found } from './calcom-objects.rules.ts';
import {
  leftOutList,
  unwrap,
  type BookingIn,
  type Contents,
  type LeftOutList,
  type LocationIn,
  type PageIn,
  type QuestionIn,
  type ScheduleIn,
} from './contents.ts';

/** Answers of Cal.com's API (v2), saved as they come: users, schedules, event types and bookings. */
export function parseCalcom(documents: readonly unknown[]): Contents {
  const leftOut = leftOutList();
  const found = sortByKind(documents.flatMap(unwrap), leftOut);
  const emails = new Map(found.users.map(({ id, email }) => [id, email]));
  return {
    users: found.users.map(({ email, name, username, timeZone }) => ({
      email,
      name: name ?? username ?? email,
      slug: username ?? undefined,
      timezone: timeZone ?? undefined,
    })),
    schedules: found.schedules.flatMap((each) => scheduleFrom(each, emails, leftOut)),
    pages: found.pages.flatMap((each) => pageFrom(each, emails, leftOut)),
    bookings: found.bookings.flatMap((each) => bookingFrom(each, leftOut)),
    people: [],
    leftOut: leftOut.list,
  };
}

type Emails = ReadonlyMap<number, string>;

function scheduleFrom(given: Found['schedules'][number], emails: Emails, leftOut: LeftOutList): ScheduleIn[] {
  const email = emails.get(given.ownerId);
  if (email === undefined) {
    leftOut.add(`Schedule ${given.name}`, 'Its user is not among the files.');
    return [];
  }
  const range = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    [
      startTime.slice(0, 5),
      endTime === '23:59' || endTime === '00:00' ? '24:00' : endTime.slice(0, 5),
    ] as const;
  const onDay = (day: string) =>
    given.availability.filter(({ days }) => days.some((name) => name.startsWith(day))).map(range);
  const dates = [...new Set((given.overrides ?? []).map(({ date }) => date))];
  return [
    {
      sourceId: String(given.id),
      email,
      title: given.name,
      isDefault: given.isDefault,
      timezone: given.timeZone,
      week: weekdays.map((day) => ({ day, timesets: onDay(day) })),
      dates: dates.map((date) => ({
        date,
        timesets: (given.overrides ?? [])
          .filter((each) => each.date === date && each.startTime !== each.endTime)
          .map(range),
      })),
    },
  ];
}

function pageFrom(given: Found['pages'][number], emails: Emails, leftOut: LeftOutList): PageIn[] {
  const what = `Event type ${given.title}`;
  const email = given.ownerId == null ? undefined : emails.get(given.ownerId);
  if (given.teamId != null) {
    leftOut.add(what, 'It belongs to a team; create it with your hosts.');
    return [];
  }
  if (email === undefined) {
    leftOut.add(what, 'Its owner is not among the files.');
    return [];
  }
  if (given.recurrence != null)
    leftOut.add(
      `Recurrence of ${given.title}`,
      'A booking of Daybook is one event; the page is taken over without it.',
    );
  const seats = given.seats?.seatsPerTimeSlot ?? 1;
  return [
    {
      sourceId: String(given.id),
      email,
      slug: given.slug,
      title: given.title,
      type: seats > 1 ? 'GROUP' : 'ONE_ON_ONE',
      description: given.description ?? '',
      durations: [...new Set([given.lengthInMinutes, ...(given.lengthInMinutesOptions ?? [])])],
      seats: seats > 1 ? seats : undefined,
      isActive: true,
      isSecret: given.hidden ?? false,
      scheduleSourceId: given.scheduleId == null ? undefined : String(given.scheduleId),
      bufferBefore: given.beforeEventBuffer ?? undefined,
      bufferAfter: given.afterEventBuffer ?? undefined,
      minimumNotice: given.minimumBookingNotice ?? undefined,
      slotInterval: given.slotInterval ?? undefined,
      locations: (given.locations ?? []).flatMap((location) => {
        const found = pageLocation(location);
        if (!found)
          leftOut.add(
            `Location ${String(location['type'])} of ${given.title}`,
            'Daybook has no such location.',
          );
        return found ?? [];
      }),
      questions: (given.bookingFields ?? []).flatMap(questionFrom),
    },
  ];
}

function pageLocation(given: Record<string, unknown>): LocationIn | undefined {
  const value = (key: string) => (given[key] === undefined ? undefined : String(given[key]));
  if (given['type'] === 'address') return { type: 'IN_PERSON', address: value('address') };
  if (given['type'] === 'phone') return { type: 'PHONE_CALL', phone: value('phone') };
  if (given['type'] === 'attendeePhone') return { type: 'PHONE_CALL' };
  if (given['type'] === 'link') return { type: 'VIDEO_CALL', joinUrl: value('link') };
  if (given['type'] !== 'integration') return undefined;
  const integration = value('integration') ?? '';
  if (integration.includes('google')) return { type: 'GOOGLE_MEET' };
  if (integration.includes('zoom')) return { type: 'ZOOM' };
  if (/office365|teams/.test(integration)) return { type: 'MICROSOFT_TEAMS' };
  return { type: 'VIDEO_CALL' };
}

const questionTypes: Readonly<Record<string, QuestionIn['type']>> = {
  text: 'TEXT_INPUT',
  textarea: 'MULTILINE_INPUT',
  phone: 'PHONE_INPUT',
  radio: 'RADIO_INPUT',
  select: 'SELECT_INPUT',
  checkbox: 'CHECKBOX_INPUT',
  multiselect: 'CHECKBOX_INPUT',
};

/** Name, address, guests and notes are fields that every page has, or can do without. */
function questionFrom(field: Record<string, unknown>): QuestionIn[] {
  const { type, label, required, options, isDefault, hidden } = field;
  const found = questionTypes[String(type)];
  if (!found || isDefault === true || hidden === true || typeof label !== 'string') return [];
  const choices = Array.isArray(options) ? options.map(String) : [];
  const isChoice = choices.length > 0 && /RADIO|SELECT|CHECKBOX/.test(found);
  const isText = found === 'TEXT_INPUT' || found === 'MULTILINE_INPUT' || found === 'PHONE_INPUT';
  return [
    {
      question: label,
      type: isChoice || isText ? found : 'TEXT_INPUT',
      isRequired: required === true,
      ...(isChoice && { options: choices }),
    },
  ];
}

function bookingFrom(given: Found['bookings'][number], leftOut: LeftOutList): BookingIn[] {
  const what = `Booking ${given.title} at ${given.start}`;
  if (given.status === 'pending' || given.status === 'rejected') {
    leftOut.add(what, `It was ${given.status}; Daybook has no bookings that wait to be accepted.`);
    return [];
  }
  if (given.hosts.length === 0 || given.attendees.length === 0) {
    leftOut.add(what, 'It has no host or no attendee.');
    return [];
  }
  const [hostEmails, url] = [given.hosts.map(({ email }) => email), given.meetingUrl ?? undefined];
  const isCancelled = given.status === 'cancelled';
  const by = given.cancelledByEmail ?? undefined;
  return [
    {
      sourceId: given.uid,
      pageSourceId: given.eventTypeId == null ? undefined : String(given.eventTypeId),
      title: given.title,
      hostEmails,
      startsAt: given.start,
      endsAt: given.end,
      location: url
        ? { type: 'VIDEO_CALL', joinUrl: url }
        : given.location
          ? { type: 'IN_PERSON', address: given.location }
          : undefined,
      invitees: given.attendees.map((attendee, index) => ({
        name: attendee.name,
        email: attendee.email,
        timezone: attendee.timeZone ?? undefined,
        phone: attendee.phoneNumber ?? undefined,
        guests: index === 0 ? (given.guests ?? []) : [],
        answers: index === 0 ? answersFrom(given.bookingFieldsResponses ?? {}) : [],
        bookedAt: given.createdAt ?? undefined,
        noShow: attendee.absent ?? false,
        cancelled: isCancelled
          ? {
              by,
              byHost: by !== undefined && hostEmails.includes(by),
              reason: given.cancellationReason ?? undefined,
            }
          : undefined,
      })),
    },
  ];
}

const ownFields = [
  'name',
  'email',
  'guests',
  'location',
  'attendeePhoneNumber',
  'rescheduleReason',
  'title',
  'displayGuests',
];

function answersFrom(responses: Record<string, unknown>): { question: string; answer: string }[] {
  return Object.entries(responses).flatMap(([question, answer]) =>
    ownFields.includes(question) || answer === '' || answer === null
      ? []
      : [{ question, answer: typeof answer === 'string' ? answer : JSON.stringify(answer) }],
  );
}
