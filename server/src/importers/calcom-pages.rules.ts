import { calcomFields } from './calcom-fields.rules.ts';
import type { Calcom, SourceObject } from './calcom-objects.rules.ts';
import { parsePageRules, type ReportField } from './calcom-policies.rules.ts';
import type { QuestionForm } from './calcom-questions.rules.ts';
import type { LocationIn, PageIn } from './contents.ts';
import { reportFields } from './fields.rules.ts';
import type { LeftOutList } from './left-out.ts';
import { toHtml } from './text.rules.ts';

type Page = Calcom<'pages'>;
export const pageKind = 'Event types';

/** What pages refer to. */
export interface KnownObjects {
  /** Addresses of users by id. */
  readonly emails: ReadonlyMap<number, string>;
  readonly idsByUsername: ReadonlyMap<string, number>;
  /** Of schedules, and of users, by id. */
  readonly zones: {
    readonly ofSchedules: ReadonlyMap<number, string>;
    readonly ofUsers: ReadonlyMap<number, string>;
  };
  readonly teamIds: ReadonlySet<number>;
}

export function parsePages(
  found: SourceObject<'pages'>,
  form: QuestionForm,
  known: KnownObjects,
  leftOut: LeftOutList,
): PageIn[] {
  const { given } = found;
  const owner = ownerOf(given, known);
  if (typeof owner === 'string') {
    leftOut.add({ kind: pageKind, why: owner, name: given.title });
    return [];
  }
  const say: ReportField = (field, why) => leftOut.add({ kind: pageKind, field, why, name: given.title });
  reportFields(found.raw, calcomFields.pages, { kind: pageKind, name: given.title }, leftOut);
  const seats = seatsOf(given, say);
  const ofUser = known.zones.ofUsers.get(given.ownerId ?? -1);
  const zone = known.zones.ofSchedules.get(given.scheduleId ?? -1) ?? ofUser;
  const rules = parsePageRules(given, zone, say);
  const type = typeOf(given, seats);
  return [
    {
      sourceId: String(given.id),
      owner,
      slug: given.slug,
      title: given.title,
      type,
      hosts: hostsFrom(given, known, say),
      description: toHtml(given.description ?? ''),
      durations: [...new Set([given.lengthInMinutes, ...(given.lengthInMinutesOptions ?? [])])],
      seats: type === 'GROUP' ? seats : undefined,
      color: given.color?.lightThemeHex?.replace('#', '').toLowerCase(),
      isActive: !mustBeOff(given, type, say),
      isSecret: given.hidden ?? false,
      scheduleSourceId: given.scheduleId == null ? undefined : String(given.scheduleId),
      bufferBefore: given.beforeEventBuffer ?? undefined,
      bufferAfter: given.afterEventBuffer ?? undefined,
      minimumNotice: given.minimumBookingNotice ?? undefined,
      slotInterval: given.slotInterval ?? undefined,
      locations: (given.locations ?? []).flatMap((location) => locationFrom(location, say) ?? []),
      questions: form.questions,
      rules: {
        ...rules,
        requiresConfirmation: type !== 'GROUP' && rules.requiresConfirmation === true,
        inviteePhoneNumber: form.asksPhone,
      },
    },
  ];
}

/** Or why the page is not imported. */
function ownerOf(given: Page, { emails, teamIds }: KnownObjects): PageIn['owner'] | string {
  if (given.schedulingType === 'managed')
    return 'It is a template for pages of users, which are imported themselves.';
  const teamId = given.teamId ?? given.team?.id;
  if (teamId != null)
    return teamIds.has(teamId) ? { teamSourceId: String(teamId) } : 'Its team is not among the files.';
  const email = emails.get(given.ownerId ?? -1);
  return email === undefined ? 'Its owner is not among the files.' : { email };
}

function seatsOf({ seats, seatsPerTimeSlot }: Page, say: ReportField): number {
  const count = seats?.seatsPerTimeSlot ?? seatsPerTimeSlot ?? 1;
  if (count > 1 && seats?.showAvailabilityCount === false)
    say('seats.showAvailabilityCount', 'A group page shows how many seats are left.');
  return count;
}

function typeOf({ schedulingType, teamId, team }: Page, seats: number): PageIn['type'] {
  if (/collective/i.test(schedulingType ?? '')) return 'COLLECTIVE';
  if (/round.?robin/i.test(schedulingType ?? '')) return 'ROUND_ROBIN';
  if (teamId != null || team != null) return 'ROUND_ROBIN';
  return seats > 1 ? 'GROUP' : 'ONE_ON_ONE';
}

const priorities = ['lowest', 'low', 'medium', 'high', 'highest'];

/** Undefined for everybody of the team, or the owner. */
function hostsFrom(given: Page, { emails, idsByUsername }: KnownObjects, say: ReportField): PageIn['hosts'] {
  const all = given.hosts ?? [];
  if (all.length === 0 || (given.teamId == null && given.team == null)) return undefined;
  if (given.assignAllTeamMembers)
    say('assignAllTeamMembers', 'New team members must be added to the page manually.');
  return all.flatMap(({ userId, username, weight, priority, mandatory }) => {
    const email = emails.get(userId ?? idsByUsername.get(username ?? '') ?? -1);
    if (email === undefined) say('hosts', 'A host is not among the users.');
    if (mandatory && /round.?robin/i.test(given.schedulingType ?? ''))
      say('hosts.mandatory', 'Round robin pages have no fixed hosts.');
    const rank = typeof priority === 'number' ? priority : priorities.indexOf(priority ?? 'medium');
    return email === undefined
      ? []
      : [
          {
            email,
            weight: Math.min(Math.max(Math.round(weight ?? 100), 1), 100),
            priority: Math.max(rank, 0),
          },
        ];
  });
}

/** A page that would let more people in than it did stays off until somebody has looked at it. */
function mustBeOff(given: Page, type: PageIn['type'], say: ReportField): boolean {
  const { confirmationPolicy: policy, seats } = given;
  const needsConfirmation =
    policy != null && !policy.disabled && policy.type != null && policy.type !== 'never';
  const why = [
    type === 'GROUP' &&
      needsConfirmation &&
      (['confirmationPolicy', 'Group pages don’t support confirmation: the page is inactive.'] as const),
    given.bookingRequiresAuthentication === true &&
      ([
        'bookingRequiresAuthentication',
        'Anyone with the link can book a page: the page is inactive.',
      ] as const),
    type !== 'GROUP' &&
      (seats?.seatsPerTimeSlot ?? 1) > 1 &&
      (['seats', 'Team pages have one invitee per event: the page is inactive.'] as const),
  ].filter((reason) => reason !== false);
  for (const [field, reason] of why) say(field, reason);
  return why.length > 0;
}

function locationFrom(given: Readonly<Record<string, unknown>>, say: ReportField): LocationIn | undefined {
  const value = (key: string) => (given[key] == null ? undefined : String(given[key]));
  const type = String(given['type']);
  if (type === 'address') return { type: 'IN_PERSON', address: value('address') };
  if (type === 'attendeeAddress') return { type: 'IN_PERSON' };
  if (type === 'phone') return { type: 'PHONE_CALL', phone: value('phone') };
  if (type === 'attendeePhone') return { type: 'PHONE_CALL' };
  if (type === 'link') return { type: 'VIDEO_CALL', joinUrl: value('link') };
  if (type === 'organizersDefaultApp') return { type: 'VIDEO_CALL' };
  if (type !== 'integration') {
    say('locations', `Daybook has no location of the type ${type}.`);
    return undefined;
  }
  const integration = value('integration') ?? '';
  const joinUrl = value('link');
  if (integration.includes('google')) return { type: 'GOOGLE_MEET', joinUrl };
  if (integration.includes('zoom')) return { type: 'ZOOM', joinUrl };
  if (/office365|teams/.test(integration)) return { type: 'MICROSOFT_TEAMS', joinUrl };
  if (integration !== 'cal-video')
    say('locations.integration', `Daybook creates its own video link instead of ${integration}.`);
  return { type: 'VIDEO_CALL', joinUrl };
}
