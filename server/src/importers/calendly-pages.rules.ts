import { calendlyFields } from './calendly-fields.rules.ts';
import type { Calendly, SourceObject } from './calendly-objects.rules.ts';
import type { LocationIn, PageIn, QuestionIn } from './contents.ts';
import { reportFields } from './fields.rules.ts';
import type { LeftOutList } from './left-out.ts';
import { toHtml } from './text.rules.ts';

type Page = Calendly<'pages'>;
const kind = 'Event types';

export interface KnownObjects {
  readonly emailOf: (uri: string) => string | undefined;
  /** Addresses of the hosts of a page, as far as Calendly told them. */
  readonly hostsOf: (pageUri: string) => readonly string[];
}

/** Rules that Calendly's API does not tell, so that nobody takes the defaults of Daybook for them. */
const untold =
  'Calendly doesn’t export buffers, minimum notice, limits, booking window, price, redirect and schedule: check the page.';

export function parsePages(
  found: SourceObject<'pages'>,
  known: KnownObjects,
  leftOut: LeftOutList,
): PageIn[] {
  const { given } = found;
  const name = given.name ?? given.slug ?? given.uri;
  const owner = ownerOf(given, known);
  if (typeof owner === 'string') {
    leftOut.add({ kind, why: owner, name });
    return [];
  }
  const say = (field: string, why: string): void => leftOut.add({ kind, field, why, name });
  reportFields(found.raw, calendlyFields.pages, { kind, name }, leftOut);
  leftOut.add({ kind, field: 'rules', why: untold, name });
  if (given.booking_method === 'poll') say('booking_method', 'Create a poll instead of the page.');
  if (given.is_paid)
    say('is_paid', 'Calendly doesn’t export the price: the page is inactive until you set it.');
  const isTeam = given.pooling_type != null;
  return [
    {
      sourceId: given.uri,
      owner,
      slug: given.slug ?? '',
      title: name,
      type:
        given.pooling_type === 'collective'
          ? 'COLLECTIVE'
          : isTeam
            ? 'ROUND_ROBIN'
            : given.kind === 'group'
              ? 'GROUP'
              : 'ONE_ON_ONE',
      hosts: isTeam ? known.hostsOf(given.uri).map((email) => ({ email })) : undefined,
      description: given.description_html || toHtml(given.description_plain ?? ''),
      durations: [...new Set([given.duration, ...(given.duration_options ?? [])])],
      color: given.color?.replace('#', '').toLowerCase(),
      isActive: given.active && !given.is_paid && given.booking_method !== 'poll',
      isSecret: given.secret ?? false,
      locations: (given.locations ?? []).flatMap((each) => {
        const location = parseLocation(each.kind, { ...each, phone: each.phone_number });
        if (!location) say('locations', `Daybook has no location of the kind ${each.kind}.`);
        return location ?? [];
      }),
      questions: (given.custom_questions ?? [])
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .flatMap((each) => questionFrom(each, name, leftOut)),
      rules: {},
    },
  ];
}

/** Or why the page is not imported. A page of a team belongs to its first host, since Calendly exports no teams. */
function ownerOf(given: Page, { emailOf, hostsOf }: KnownObjects): PageIn['owner'] | string {
  if (given.deleted_at) return 'It was deleted.';
  if (given.type === 'AdhocEventType') return 'It was made for one meeting; its bookings are imported.';
  if (given.profile?.type === 'Team' || given.pooling_type) {
    const [first] = hostsOf(given.uri);
    return first === undefined
      ? 'It belongs to a team, and its hosts are not among the files; create it with your hosts.'
      : { email: first };
  }
  const email = given.profile ? emailOf(given.profile.owner) : undefined;
  return email === undefined ? 'Its owner is not among the files.' : { email };
}

const questionTypes: Readonly<Record<string, QuestionIn['type']>> = {
  string: 'TEXT_INPUT',
  text: 'MULTILINE_INPUT',
  phone_number: 'PHONE_INPUT',
  single_select: 'RADIO_INPUT',
  multi_select: 'CHECKBOX_INPUT',
};

type Question = NonNullable<Page['custom_questions']>[number];

function questionFrom(given: Question, page: string, leftOut: LeftOutList): QuestionIn[] {
  const name = `${given.name} of ${page}`;
  const say = (field: string, why: string): void => leftOut.add({ kind: 'Questions', field, why, name });
  if (!given.enabled) {
    leftOut.add({ kind: 'Questions', why: 'It is inactive.', name });
    return [];
  }
  if (given.include_other) say('include_other', 'A choice has no "Other" to fill in.');
  const options = given.answer_choices ?? [];
  const found = questionTypes[given.type];
  const isChoice = found === 'RADIO_INPUT' || found === 'CHECKBOX_INPUT';
  if (!found || (isChoice && options.length === 0)) {
    say(given.type, 'It is asked as text, which takes any answer.');
    return [{ question: given.name, type: 'TEXT_INPUT', isRequired: given.required }];
  }
  return [{ question: given.name, type: found, isRequired: given.required, ...(isChoice && { options }) }];
}

/** A kind of location as pages name it, or a type as events do. */
export function parseLocation(
  kindOfPlace: string,
  details: {
    location?: string | null | undefined;
    additional_info?: string | null | undefined;
    phone?: string | number | null | undefined;
    joinUrl?: string | null | undefined;
  },
): LocationIn | undefined {
  const joinUrl = details.joinUrl ?? undefined;
  const place = details.location ?? undefined;
  const isPlace = ['physical', 'custom', 'ask_invitee'].includes(kindOfPlace);
  const isCall = kindOfPlace === 'outbound_call' || kindOfPlace === 'inbound_call';
  const notes = [details.additional_info, isPlace || isCall ? undefined : place].filter(Boolean).join('. ');
  const more = { ...(notes && { details: notes }) };
  if (isPlace)
    return place === undefined && kindOfPlace !== 'physical'
      ? undefined
      : { type: 'IN_PERSON', address: place, ...more };
  if (kindOfPlace === 'outbound_call') return { type: 'PHONE_CALL', ...more, ...(place && { phone: place }) };
  if (kindOfPlace === 'inbound_call')
    return { type: 'PHONE_CALL', phone: String(details.phone ?? place ?? ''), ...more };
  if (kindOfPlace.startsWith('google')) return { type: 'GOOGLE_MEET', joinUrl, ...more };
  if (kindOfPlace.startsWith('zoom')) return { type: 'ZOOM', joinUrl, ...more };
  if (kindOfPlace.startsWith('microsoft_teams')) return { type: 'MICROSOFT_TEAMS', joinUrl, ...more };
  if (joinUrl) return { type: 'VIDEO_CALL', joinUrl, ...more };
  return /conference/.test(kindOfPlace) ? { type: 'VIDEO_CALL', ...more } : undefined;
}
