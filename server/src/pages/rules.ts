import {
  guestsIn,
  isConsent,
  isOpenPlace,
  placeNamed,
  type FormModel,
  type Values,
} from '@daybook/booking/fields';
import type { Place } from '@daybook/booking/model';
import { byDate, offsetAt, unpackStarts, type Spans } from '@daybook/booking/zones';

/** What an address may carry beside what it is for: prefilled fields, and what is passed through. */

const known = new Set(
  `month date time zone zones remember lang duration name firstName lastName email phone guests location address details
  reason key done cancel move seats utm_campaign utm_source utm_medium utm_content utm_term website token slot start
  offset embed`.split(/\s+/),
);

const choice = new Set('month date time zone zones remember'.split(' '));

/** What stays in the address while a time is chosen. */
export function keptOf(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => !choice.has(name) && name.length <= 100 && value.length <= 500,
    ),
  );
}

export function passedThrough(query: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(query).filter(
    ([name, value]) => !known.has(name) && !/^a\d+$/.test(name) && name.length <= 100 && value.length <= 500,
  );
  return Object.fromEntries(entries.slice(0, 50));
}

const utmNames = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'] as const;

export function utmOf(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = query[name];
      return value === undefined ? [] : [[name, value.slice(0, 500)]];
    }),
  );
}

/** How many seats of a group an address asks for. */
export function seatsIn(
  { seats = '' }: Readonly<Record<string, string>>,
  { type, maxActiveInvitees }: { readonly type: string; readonly maxActiveInvitees: number },
): number {
  const asked = /^\d{1,4}$/.test(seats) ? Number(seats) : 1;
  return type === 'GROUP' && asked >= 1 && asked <= maxActiveInvitees ? asked : 1;
}

/** Fields that came with the address: by name, answers as `a1`, `a2` in the order of the questions. */
export function prefilled(
  query: Readonly<Record<string, string>>,
  form: Pick<FormModel, 'questions' | 'splitName' | 'places'>,
): Values {
  const direct = ['name', 'firstName', 'lastName', 'email', 'phone', 'guests'].flatMap((name) => {
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
  const split = form.splitName && query['name'] ? { firstName: first, lastName: rest.join(' ') } : {};
  const place = placeNamed(form.places, query['location'] ?? '');
  return { ...split, ...(place && { location: place.id }), ...Object.fromEntries([...direct, ...answers]) };
}

/** What was typed, by field. A field that can be ticked several times is a list. */
export function valuesIn(fields: URLSearchParams, form: Pick<FormModel, 'questions'>): Values {
  const values: Record<string, string | string[]> = {};
  for (const name of fields.keys()) values[name] = fields.get(name)?.slice(0, 6000) ?? '';
  for (const { id, type } of form.questions) {
    if (type === 'CHECKBOX_INPUT') values[`q${id}`] = fields.getAll(`q${id}`).slice(0, 100);
  }
  return values;
}

/** The body of a booking, in the terms of the API. */
export function bookingFrom(
  values: Values,
  form: FormModel,
  query: Readonly<Record<string, string>>,
  language: string,
) {
  const text = (name: string): string => String(values[name] ?? '').trim();
  const place = placeNamed(form.places, text('location'));
  const duration = Number(text('duration'));
  return {
    date: text('date'),
    start: text('start'),
    timeZone: text('zone'),
    ...(text('offset') !== '' && { offset: text('offset') }),
    ...(duration > 0 && { duration }),
    ...(form.seats > 1 && { seats: form.seats }),
    name: form.splitName ? `${text('firstName')} ${text('lastName')}`.trim() : text('name'),
    email: text('email'),
    language,
    ...(text('phone') !== '' && { phone: text('phone') }),
    guests: guestsIn(text('guests')),
    ...(place && { locationId: place.id, locationOptions: optionsOf(place, text) }),
    question_answers: form.questions.map(({ id }) => {
      const value = values[`q${id}`] ?? '';
      return { question_id: id, answer: typeof value === 'string' ? value : value.join(', ') };
    }),
    utm: utmOf(query),
    customQueryParams: passedThrough(query),
  };
}

function optionsOf(place: Place, text: (name: string) => string) {
  if (!isOpenPlace(place)) return undefined;
  const [address, details] = [text('address'), text('details')];
  return { ...(address !== '' && { address }), ...(details !== '' && { details }) };
}

/** The free times nearest to one that is gone, in order. */
export function neighboursOf(
  starts: readonly number[],
  spans: Spans,
  wanted: { readonly date: string; readonly start: string },
): { date: string; clock: string }[] {
  const all = Object.entries(byDate(unpackStarts(starts), spans)).flatMap(([date, times]) =>
    times.map((time) => ({ date, clock: time.clock, wall: time.at + offsetAt(spans, time.at) })),
  );
  const wall = Date.parse(`${wanted.date}T${wanted.start}:00Z`) / 60_000;
  return all
    .filter(({ date, clock }) => date !== wanted.date || clock !== wanted.start)
    .toSorted((a, b) => Math.abs(a.wall - wall) - Math.abs(b.wall - wall))
    .slice(0, 4)
    .toSorted((a, b) => a.wall - b.wall)
    .map(({ date, clock }) => ({ date, clock }));
}
