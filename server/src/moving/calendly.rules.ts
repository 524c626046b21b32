import { weekdays } from '@daybook/contract/schedules';
import { sortByKind, type Found } from './calendly-objects.rules.ts';
import {
  leftOutList,
  unwrap,
  type BookingIn,
  type Contents,
  type InviteeIn,
  type LeftOutList,
  type LocationIn,
  type PageIn,
  type QuestionIn,
  type ScheduleIn,
  type UserIn,
} from './contents.ts';

/**
 * Answers of Calendly's API (v2), saved as they come: users, organization memberships, event types, availability schedules,
 * scheduled events and invitees. What an object is, its `uri` says.
 */
export function parseCalendly(documents: readonly unknown[]): Contents {
  const leftOut = leftOutList();
  const found = sortByKind(documents.flatMap(unwrap), leftOut);
  const users = new Map<string, UserIn>();
  for (const each of found.users) users.set(each.uri, userFrom(each));
  for (const { user: each, role } of found.memberships) users.set(each.uri, { ...userFrom(each), role });
  const emailOf = (uri: string) => users.get(uri)?.email;
  const invitees = new Map<string, Found['invitees']>();
  for (const each of found.invitees) invitees.set(each.event, [...(invitees.get(each.event) ?? []), each]);
  return {
    users: [...users.values()],
    schedules: found.schedules.flatMap((each) => scheduleFrom(each, emailOf, leftOut)),
    pages: found.pages.flatMap((each) => pageFrom(each, emailOf, leftOut)),
    bookings: found.events.flatMap((each) =>
      bookingFrom(each, invitees.get(each.uri) ?? [], emailOf, leftOut),
    ),
    people: [],
    leftOut: leftOut.list,
  };
}

function userFrom({ name, email, slug, timezone }: Found['users'][number]): UserIn {
  return { name, email, slug: slug ?? undefined, timezone: timezone ?? undefined };
}

type EmailOf = (uri: string) => string | undefined;

function scheduleFrom(
  given: Found['schedules'][number],
  emailOf: EmailOf,
  leftOut: LeftOutList,
): ScheduleIn[] {
  const email = emailOf(given.user);
  if (email === undefined) {
    leftOut.add(`Schedule ${given.name}`, 'Its user is not among the files.');
    return [];
  }
  const timesets = (rule: (typeof given.rules)[number]) =>
    rule.intervals.map(({ from, to }) => [from, to === '00:00' ? '24:00' : to] as const);
  return [
    {
      sourceId: given.uri,
      email,
      title: given.name,
      isDefault: given.default,
      timezone: given.timezone,
      week: given.rules.flatMap((rule) => {
        const day = weekdays.find((name) => rule.wday?.toLowerCase().startsWith(name.toLowerCase()));
        return rule.type === 'wday' && day ? [{ day, timesets: timesets(rule) }] : [];
      }),
      dates: given.rules.flatMap((rule) =>
        rule.type === 'date' && rule.date ? [{ date: rule.date, timesets: timesets(rule) }] : [],
      ),
    },
  ];
}

function pageFrom(given: Found['pages'][number], emailOf: EmailOf, leftOut: LeftOutList): PageIn[] {
  const what = `Event type ${given.name}`;
  const email = given.profile?.type === 'User' ? emailOf(given.profile.owner) : undefined;
  if (given.profile?.type === 'Team' || given.pooling_type) {
    leftOut.add(
      what,
      'It belongs to a team, whose hosts Calendly does not export; create it with your hosts.',
    );
    return [];
  }
  if (given.type === 'AdhocEventType') {
    leftOut.add(what, 'It was made for one meeting; its bookings are taken over.');
    return [];
  }
  if (email === undefined) {
    leftOut.add(what, 'Its owner is not among the files.');
    return [];
  }
  const locations = (given.locations ?? []).flatMap(({ kind, location, phone_number }) => {
    const found = locationFrom(kind, { location, phone: phone_number });
    if (!found) leftOut.add(`Location ${kind} of ${given.name}`, 'Daybook has no such location.');
    return found ?? [];
  });
  return [
    {
      sourceId: given.uri,
      email,
      slug: given.slug ?? '',
      title: given.name,
      type: given.kind === 'group' ? 'GROUP' : 'ONE_ON_ONE',
      description: given.description_plain ?? '',
      durations: [...new Set([given.duration, ...(given.duration_options ?? [])])],
      color: given.color?.replace('#', '').toLowerCase(),
      isActive: given.active,
      isSecret: given.secret ?? false,
      locations,
      questions: (given.custom_questions ?? []).flatMap((each) => (each.enabled ? [questionFrom(each)] : [])),
    },
  ];
}

const questionTypes: Readonly<Record<string, QuestionIn['type']>> = {
  string: 'TEXT_INPUT',
  text: 'MULTILINE_INPUT',
  phone_number: 'PHONE_INPUT',
  single_select: 'RADIO_INPUT',
  multi_select: 'CHECKBOX_INPUT',
};

function questionFrom({ name, type, required, answer_choices }: Question): QuestionIn {
  const options = answer_choices ?? [];
  const found = questionTypes[type] ?? 'TEXT_INPUT';
  const isChoice = options.length > 0 && (found === 'RADIO_INPUT' || found === 'CHECKBOX_INPUT');
  const kept = isChoice || found === 'MULTILINE_INPUT' || found === 'PHONE_INPUT' ? found : 'TEXT_INPUT';
  return { question: name, type: kept, isRequired: required, ...(isChoice && { options }) };
}

type Question = NonNullable<Found['pages'][number]['custom_questions']>[number];

/** A kind of location as pages name it, or a type as events do. */
function locationFrom(
  kind: string,
  details: {
    location?: string | null | undefined;
    phone?: string | number | null | undefined;
    joinUrl?: string | null | undefined;
  },
): LocationIn | undefined {
  const joinUrl = details.joinUrl ?? undefined;
  if (kind === 'physical') return { type: 'IN_PERSON', address: details.location ?? undefined };
  if (kind === 'outbound_call') return { type: 'PHONE_CALL' };
  if (kind === 'inbound_call')
    return { type: 'PHONE_CALL', phone: String(details.phone ?? details.location ?? '') };
  if (kind.startsWith('google')) return { type: 'GOOGLE_MEET', joinUrl };
  if (kind.startsWith('zoom')) return { type: 'ZOOM', joinUrl };
  if (kind.startsWith('microsoft_teams')) return { type: 'MICROSOFT_TEAMS', joinUrl };
  if (joinUrl) return { type: 'VIDEO_CALL', joinUrl };
  return undefined;
}

function bookingFrom(
  given: Found['events'][number],
  invitees: Found['invitees'],
  emailOf: EmailOf,
  leftOut: LeftOutList,
): BookingIn[] {
  const own = invitees.filter(({ rescheduled }) => !rescheduled);
  const hostEmails = given.event_memberships.flatMap((each) => emailOf(each.user) ?? each.user_email ?? []);
  const whyNot =
    invitees.length === 0
      ? 'Its invitees are not among the files.'
      : own.length === 0
        ? 'It was moved; the event at its new time is another one.'
        : hostEmails.length === 0
          ? 'Its hosts are not among the files.'
          : undefined;
  if (whyNot) {
    leftOut.add(`Event ${given.name} at ${given.start_time}`, whyNot);
    return [];
  }
  const { location } = given;
  return [
    {
      sourceId: given.uri,
      pageSourceId: given.event_type ?? undefined,
      title: given.name,
      hostEmails,
      startsAt: given.start_time,
      endsAt: given.end_time,
      location: location
        ? locationFrom(location.type, { location: location.location, joinUrl: location.join_url })
        : undefined,
      invitees: own.map((each, index) =>
        inviteeFrom(given, each, index === 0 ? (given.event_guests ?? []).map(({ email }) => email) : []),
      ),
    },
  ];
}

function inviteeFrom(
  event: Found['events'][number],
  given: Found['invitees'][number],
  guests: readonly string[],
): InviteeIn {
  const cancellation = given.cancellation ?? event.cancellation;
  const isCancelled = given.status === 'canceled' || event.status === 'canceled';
  return {
    name: given.name,
    email: given.email,
    timezone: given.timezone ?? undefined,
    phone: given.text_reminder_number ?? undefined,
    guests,
    answers: given.questions_and_answers ?? [],
    bookedAt: given.created_at ?? undefined,
    noShow: given.no_show != null,
    cancelled: isCancelled
      ? {
          at: given.cancellation?.created_at ?? undefined,
          by: cancellation?.canceled_by ?? undefined,
          byHost: cancellation?.canceler_type === 'host',
          reason: cancellation?.reason ?? undefined,
        }
      : undefined,
  };
}
