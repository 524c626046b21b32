import {
  getCountryField,
  findPlace,
  isConsent,
  isAddressNeeded,
  parseGuests,
  type FormModel,
  type Values,
} from '@daybook/booking/fields';
import type { Notice } from '@daybook/booking/model';
import type { Place } from '@daybook/booking/place';
import { addCallingCode } from '../platform/phone.ts';
import { groupByDate, getOffset, unpackStarts, type Spans } from '@daybook/booking/zones';

type Query = Readonly<Record<string, string>>;

/** Query parameters that mean something to us; all others are passed on with the booking. */
const knownParams = new Set(
  `month date time zone zones remember lang duration name firstName lastName email phone guests location address details
  reason host key done cancel move seats utm_campaign utm_source utm_medium utm_content utm_term website token slot start
  offset embed waitlist`.split(/\s+/),
);

const choiceParams = new Set('month date time zone zones remember waitlist offset'.split(' '));

/** The query parameters that stay in the URL while a time is chosen. */
export function filterCarriedQuery(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => !choiceParams.has(name) && name.length <= 100 && value.length <= 500,
    ),
  );
}

function customQueryParams(query: Query): Record<string, string> {
  const entries = Object.entries(query).filter(
    ([name, value]) =>
      !knownParams.has(name) && !/^a\d+$/.test(name) && name.length <= 100 && value.length <= 500,
  );
  return Object.fromEntries(entries.slice(0, 50));
}

const utmNames = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'] as const;

export function filterUtmParams(query: Query): Record<string, string> {
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = query[name];
      return value === undefined ? [] : [[name, value.slice(0, 500)]];
    }),
  );
}

/** The number of seats to book, from the URL; 1 unless it is a group event type with that many. */
export function parseRequestedSeats(
  { seats = '' }: Query,
  { type, maxActiveInvitees }: { readonly type: string; readonly maxActiveInvitees: number },
): number {
  const requested = /^\d{1,4}$/.test(seats) ? Number(seats) : 1;
  return type === 'GROUP' && requested >= 1 && requested <= maxActiveInvitees ? requested : 1;
}

/** Values from the URL: fields by their name, answers as `a1`, `a2` in the order of the questions. */
export function listPrefilledValues(
  query: Query,
  form: Pick<FormModel, 'questions' | 'splitName' | 'places'>,
): Values {
  const fields = ['name', 'firstName', 'lastName', 'email', 'phone', 'guests'].flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, value.slice(0, 500)] as const];
  });
  const answers = form.questions.flatMap(({ id, type, options }, index) => {
    const value = query[`a${index + 1}`]?.slice(0, 500);
    if (value === undefined || isConsent({ type, options })) return [];
    return [
      [`q${id}`, type === 'CHECKBOX_INPUT' ? value.split(',').map((part) => part.trim()) : value] as const,
    ];
  });
  const [first = '', ...rest] = (query['name'] ?? '').split(' ');
  const splitName = form.splitName && query['name'] ? { firstName: first, lastName: rest.join(' ') } : {};
  const place = findPlace(form.places, query['location'] ?? '');
  return {
    ...splitName,
    ...(place && { location: place.id }),
    ...Object.fromEntries([...fields, ...answers]),
  };
}

/** An alternative to a time that was taken is a button of the same form, and replaces the time in its fields. */
export function applyAlternative(fields: URLSearchParams): URLSearchParams {
  const [date, start] = (fields.get('slot') ?? '').split(' ');
  if (!date || !start) return fields;
  const changed = new URLSearchParams(fields);
  changed.set('date', date);
  changed.set('start', start);
  changed.delete('offset');
  changed.delete('slot');
  return changed;
}

/** The submitted values by field; a field with several checkboxes has a list. */
export function readSubmittedValues(fields: URLSearchParams, form: Pick<FormModel, 'questions'>): Values {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of fields) if (!Object.hasOwn(values, name)) values[name] = value.slice(0, 6000);
  for (const { id, type } of form.questions) {
    if (type === 'CHECKBOX_INPUT') values[`q${id}`] = fields.getAll(`q${id}`).slice(0, 100);
  }
  return values;
}

/** The submitted values as the body of a booking in the API. */
export function buildBookingBody(values: Values, form: FormModel, query: Query, language: string) {
  const text = (name: string): string => String(values[name] ?? '').trim();
  const phoneOf = (name: string): string => addCallingCode(text(name), text(getCountryField(name)));
  const place = findPlace(form.places, text('location'));
  const duration = Number(text('duration'));
  return {
    date: text('date'),
    start: text('start'),
    timeZone: text('zone'),
    ...(text('offset') !== '' && { offset: text('offset') }),
    ...(text('confirmation') !== '' && { confirmation: text('confirmation') }),
    ...(text('code') !== '' && { code: text('code') }),
    ...(duration > 0 && { duration }),
    ...(form.seats > 1 && { seats: form.seats }),
    ...recurrenceOf(form, text),
    ...(text('waitlist') === '1' && { waitlist: true }),
    name: form.splitName ? `${text('firstName')} ${text('lastName')}`.trim() : text('name'),
    email: text('email'),
    language,
    ...(text('phone') !== '' && { phone: phoneOf('phone') }),
    guests: parseGuests(text('guests')),
    ...(place && { locationId: place.id, locationOptions: locationOptions(place, text) }),
    question_answers: form.questions.map(({ id, type }) => {
      const value = type === 'PHONE_INPUT' ? phoneOf(`q${id}`) : (values[`q${id}`] ?? '');
      return { question_id: id, answer: typeof value === 'string' ? value : value.join(', ') };
    }),
    utm: filterUtmParams(query),
    customQueryParams: customQueryParams(query),
  };
}

/** `count` is shown, and sent, also where nothing is repeated. */
function recurrenceOf({ recurrence }: FormModel, text: (name: string) => string) {
  const frequency = text('frequency');
  if (!recurrence || frequency === '') return {};
  const count = Number(text('count'));
  return { recurrence: { frequency, count, ...(text('skipTaken') === '1' && { skipTaken: true }) } };
}

function locationOptions(place: Place, text: (name: string) => string) {
  if (!isAddressNeeded(place)) return undefined;
  const [address, details] = [text('address'), text('details')];
  return { ...(address !== '' && { address }), ...(details !== '' && { details }) };
}

/** The free times nearest to one that was taken, in order. */
export function findNearestTimes(
  starts: readonly number[],
  spans: Spans,
  taken: { readonly date: string; readonly time: string },
): Notice['alternatives'] {
  const all = Object.entries(groupByDate(unpackStarts(starts), spans)).flatMap(([date, times]) =>
    times.map((time) => ({ date, clock: time.clock, wall: time.at + getOffset(spans, time.at) })),
  );
  const wall = Date.parse(`${taken.date}T${taken.time}:00Z`) / 60_000;
  return all
    .filter(({ date, clock }) => date !== taken.date || clock !== taken.time)
    .toSorted((a, b) => Math.abs(a.wall - wall) - Math.abs(b.wall - wall))
    .slice(0, 4)
    .toSorted((a, b) => a.wall - b.wall)
    .map(({ date, clock }) => ({ date, clock }));
}
