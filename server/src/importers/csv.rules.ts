import { parseClock, parseDate, minuteToMs } from '@daybook/engine/dates';
import { findInstants } from '@daybook/engine/present';
import type { Zone } from '@daybook/engine/zones';
import { parse } from 'csv-parse/sync';
import { detectDelimiter } from '../platform/csv.ts';
import { emptyContents, type BookingIn, type Contents, type PersonIn } from './contents.ts';
import { unknownField } from './fields.rules.ts';
import { createLeftOutList } from './left-out.ts';

type Row = Readonly<Record<string, string>>;

/** The rows of a CSV with a header, by the lower-case names of its columns. */
function rowsOf(text: string): Row[] {
  const options = {
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    delimiter: detectDelimiter(/^.*/.exec(text)?.[0] ?? ''),
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  };
  return parse(text, options) as Row[];
}

const emailColumns = [
  'email',
  'e-mail',
  'email address',
  'e-mail address',
  'e-mail 1 - value',
  'invitee email',
];
const nameColumns = ['name', 'full name', 'display name', 'invitee name'];

const attributesByColumn: Readonly<Record<string, string>> = {
  'first name': 'firstName',
  'given name': 'firstName',
  'last name': 'lastName',
  'family name': 'lastName',
  phone: 'phoneNumber',
  'phone number': 'phoneNumber',
  'phone 1 - value': 'phoneNumber',
  'mobile phone': 'phoneNumber',
  timezone: 'timezone',
  'time zone': 'timezone',
};

/** Contacts of any product that exports them with a header: addresses, names, phone numbers and time zones. */
export function parseContacts(text: string, leftOut = createLeftOutList()): Contents {
  const rows = rowsOf(text);
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length > 0 && !columns.some((name) => emailColumns.includes(name)))
    throw new Error(`The file has no email column; name one of these columns Email: ${columns.join(', ')}.`);
  const known = [...emailColumns, ...nameColumns, ...Object.keys(attributesByColumn)];
  for (const column of columns.filter((name) => !known.includes(name)))
    leftOut.add({
      kind: 'Columns',
      why: 'Import the file into the CRM to use custom attributes.',
      name: column,
    });
  const people = new Map<string, PersonIn>();
  for (const [index, row] of rows.entries()) {
    const email = firstOf(row, emailColumns)
      ?.split(/\s*[,;]\s*|\s+:::\s+/)[0]
      ?.toLowerCase();
    if (email) people.set(email, { email, values: valuesOf(row, email) });
    else
      leftOut.add({
        kind: 'Rows',
        why: 'It has no email address, by which people are matched.',
        name: rowName(index),
      });
  }
  return { ...emptyContents, people: [...people.values()], leftOut };
}

/** As a spreadsheet counts them, below the header. */
const rowName = (index: number): string => `row ${index + 2}`;

const firstOf = (row: Row, columns: readonly string[]): string | undefined =>
  columns.map((name) => row[name]).find((value) => value);

function valuesOf(row: Row, email: string): Record<string, unknown> {
  const values: Record<string, unknown> = { emails: [email] };
  const [firstName, ...rest] = (firstOf(row, nameColumns) ?? '').split(/\s+/);
  if (firstName) values['firstName'] = firstName;
  if (rest.length > 0) values['lastName'] = rest.join(' ');
  for (const [column, attribute] of Object.entries(attributesByColumn))
    if (row[column]) values[attribute] = row[column];
  return values;
}

/** Calendly's export of events as CSV. Its times are on the clock of the account, so that has to be told. */
export function parseCalendlyCsv(text: string, zone: Zone, leftOut = createLeftOutList()): Contents {
  const bookings = new Map<string, BookingIn>();
  for (const [index, row] of rowsOf(text).entries()) {
    const booking = bookingFrom(row, zone);
    for (const field of Object.keys(row).filter((column) => row[column] && !isKnownColumn(column)))
      leftOut.add({ kind: 'Rows', field, why: unknownField, name: rowName(index) });
    if (typeof booking === 'string') leftOut.add({ kind: 'Rows', why: booking, name: rowName(index) });
    else {
      // A group event has a row for each invitee.
      const before = bookings.get(booking.sourceId)?.invitees ?? [];
      const added = booking.invitees.filter(({ email }) => !before.some((known) => known.email === email));
      bookings.set(booking.sourceId, { ...booking, invitees: [...before, ...added] });
    }
  }
  return { ...emptyContents, bookings: [...bookings.values()], leftOut };
}

/** Of Calendly's export, those that are imported, and names that stand in others. */
const knownColumns = [
  ...['user name', 'user email', 'invitee name', 'invitee first name', 'invitee last name', 'invitee email'],
  ...['invitee time zone', 'text reminder number', 'event type name', 'start date & time', 'end date & time'],
  ...[
    'location',
    'event created date & time',
    'canceled',
    'canceled by',
    'cancellation reason',
    'guest email(s)',
  ],
  ...[
    'salesforce uuid',
    'event price',
    'payment currency',
    'marked as no-show',
    'meeting notes',
    'event uuid',
  ],
];

const isKnownColumn = (name: string): boolean =>
  knownColumns.includes(name) ||
  /^(question|response) \d+$|^utm (campaign|source|medium|content|term)$/.test(name);

/** Or why not. */
function bookingFrom(row: Row, zone: Zone): BookingIn | string {
  const [startsAt, endsAt] = [
    instantOf(row['start date & time'], zone),
    instantOf(row['end date & time'], zone),
  ];
  const { 'user email': host, 'invitee email': email, 'event type name': title = 'Meeting' } = row;
  if (!startsAt || !endsAt) return 'Its times aren’t in the format 2027-01-31 02:30 PM.';
  if (!host || !email) return 'It has no email address of a host or an invitee.';
  const answers = Object.keys(row).flatMap((column) => {
    const number = /^question (\d+)$/.exec(column)?.[1];
    const [question, answer] = [row[column], row[`response ${number}`]];
    return number && question && answer ? [{ question, answer }] : [];
  });
  const isCancelled = /^(true|yes)$/i.test(row['canceled'] ?? '');
  const utm = ['campaign', 'source', 'medium', 'content', 'term'].flatMap((name) =>
    row[`utm ${name}`] ? [[`utm_${name}`, row[`utm ${name}`] ?? ''] as const] : [],
  );
  const price = Number(row['event price'] || 0);
  return {
    sourceId: row['event uuid'] || `${host} ${startsAt} ${title}`,
    title,
    hostEmails: [host],
    startsAt,
    endsAt,
    location: locationFrom(row['location'] ?? ''),
    notes: row['meeting notes'] ? [row['meeting notes']] : [],
    invitees: [
      {
        name: row['invitee name'] || email,
        email,
        timezone: row['invitee time zone'],
        phone: row['text reminder number'],
        guests: (row['guest email(s)'] ?? '').split(/[\s,;]+/).filter(Boolean),
        answers,
        utm: Object.fromEntries(utm),
        customQueryParams: row['salesforce uuid'] ? { salesforce_uuid: row['salesforce uuid'] } : {},
        payment:
          price > 0
            ? { amount: price.toFixed(2), currency: row['payment currency'] || 'USD', isPaid: true }
            : undefined,
        bookedAt: instantOf(row['event created date & time'], zone),
        noShow: /^(true|yes)$/i.test(row['marked as no-show'] ?? ''),
        cancelled: isCancelled
          ? {
              by: row['canceled by'],
              byHost: row['canceled by'] === row['user name'],
              reason: row['cancellation reason'],
            }
          : undefined,
      },
    ],
  };
}

function locationFrom(text: string): BookingIn['location'] {
  if (text === '') return undefined;
  return /^https?:\/\//.test(text)
    ? { type: 'VIDEO_CALL', joinUrl: text }
    : { type: 'IN_PERSON', address: text };
}

function instantOf(written: string | undefined, zone: Zone): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d?):(\d\d)(?::\d\d)?\s*(am|pm)?$/i.exec(written ?? '');
  if (!match) return undefined;
  const [, date = '', hour = '', minute = '', half = ''] = match;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const clock = parseClock(`${String(hours).padStart(2, '0')}:${minute}`);
  const day = parseDate(date);
  if (clock === undefined || day === undefined) return undefined;
  const [instant] = findInstants(zone, day, clock);
  return instant === undefined ? undefined : new Date(minuteToMs(instant)).toISOString();
}
