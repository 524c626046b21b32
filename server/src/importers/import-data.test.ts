import { beforeAll, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { NotACalendarError } from '../calendars/public.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { getZone } from '../platform/zones.ts';
import { parseCalcom } from './calcom.ts';
import { parseCalendly } from './calendly.ts';
import { combineContents, type BookingIn, type Contents } from './contents.ts';
import { parseCalendlyCsv, parseContacts } from './csv.rules.ts';
import { parseIcs } from './ics.ts';
import { createLeftOutList } from './left-out.ts';
import { importData } from './import-data.ts';
import { decodeText } from './text.rules.ts';
import { calcomFiles, calendarFile, calendlyFiles, contactsFile, eventsCsv } from './test-exports.ts';

const app = useApp({ clock: fixedClock, manualEffects: true });
let workspaceId: WorkspaceId;
let mailBefore: number;

const count = async (table: string): Promise<number> =>
  Number((await app.runtime.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

beforeAll(async () => {
  const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace');
  workspaceId = rows[0].workspace_id;
  // Mara has something at the time of a booking that is taken over.
  await bookPage(app, await createPage(app));
  await app.runEffects();
  mailBefore = await count('mail_message');
});

const take = (source: string, contents: Contents, isDryRun = false) =>
  importData(app.runtime, { workspaceId, source, contents, isDryRun, onProgress: () => {} });

const pageOf = async (keyword: string) =>
  (await app.get(`/scheduled-events?keyword=${keyword}&scope=all`)).body.collection;

const calendly = () => parseCalendly(() => calendlyFiles);
const calcom = () => parseCalcom(() => calcomFiles);

async function allOf(contents: Contents) {
  const bookings: BookingIn[] = [];
  for await (const booking of contents.bookings) bookings.push(booking);
  return { ...contents, bookings, leftOut: contents.leftOut.groups() };
}

const own = { host: 'mara@juniper.example', zone: getZone('UTC'), now: fixedClock.now() };

test('files that overlap, or are named twice, give everything once', async () => {
  const twice = await allOf(await parseCalendly(() => [...calendlyFiles, ...calendlyFiles]));
  expect(twice).toEqual(await allOf(await calendly()));
  const twiceCalcom = await allOf(await parseCalcom(() => [...calcomFiles, ...calcomFiles]));
  expect(twiceCalcom).toEqual(await allOf(await calcom()));
  const calendar = await parseIcs(calendarFile, own);
  const report = await take('ics', combineContents([calendar, calendar]), true);
  expect(report).toMatchObject({ bookings: { added: 4, found: 4 } });
  const [header = '', row = ''] = eventsCsv.split('\n');
  const { bookings } = await allOf(parseCalendlyCsv([header, row, row].join('\n'), getZone('UTC')));
  expect(bookings.map(({ invitees }) => invitees.length)).toEqual([1]);
  const people = parseContacts(contactsFile);
  const contacts = await take('csv', combineContents([people, people]), true);
  expect(contacts.people.added + contacts.people.found).toBe(2);
});

test('a CSV has one delimiter, whatever else stands in its cells', async () => {
  const german = parseContacts('Name;E-Mail;Phone\nBerg, Kim;kim@berg.example;+49 30 901820\n');
  expect(german.people).toMatchObject([
    { email: 'kim@berg.example', values: { phoneNumber: '+49 30 901820' } },
  ]);
  const [header = '', row = ''] = eventsCsv.split('\n');
  const guests = row.replace('Asia/Tokyo,,', 'Asia/Tokyo,a@ito.example;b@ito.example,');
  const { bookings } = await allOf(parseCalendlyCsv([header, guests].join('\n'), getZone('UTC')));
  expect(bookings[0]).toMatchObject({ title: 'Old call' });
  expect(bookings[0]?.invitees[0]?.guests).toEqual(['a@ito.example', 'b@ito.example']);
});

test('a file without addresses, and one in another encoding, are refused', () => {
  expect(() => parseContacts('Who,Where\nKim,Berlin')).toThrow(
    'name one of these columns Email: who, where.',
  );
  const names = Buffer.from('Name,Email\nInês,ines@okafor.example\n');
  expect(decodeText(Buffer.concat([Buffer.from('\uFEFF'), names]))).toBe(names.toString());
  expect(decodeText(Buffer.from(`\uFEFF${names}`, 'utf16le'))).toBe(names.toString());
  expect(decodeText(Buffer.from(names.toString(), 'latin1'))).toBeUndefined();
});

test('what no column can take is reported, and the rest is taken over', async () => {
  const [first, ...others] = (await allOf(await calendly())).bookings;
  const hostile = [
    { title: 'A \0 in it' },
    { startsAt: '2027-01-12T09:00:00Z', endsAt: '+275000-01-01T00:00:00Z' },
    { title: 'x'.repeat(100_000) },
    { invitees: first?.invitees.map((invitee) => ({ ...invitee, name: 'y'.repeat(100_000) })) ?? [] },
    {
      invitees: first?.invitees.map((invitee) => ({ ...invitee, timezone: 'Moon/Base', phone: '\0' })) ?? [],
    },
  ].map((change, index) => ({ ...(first as BookingIn), sourceId: `hostile ${index}`, ...change }));
  const contents = { ...(await calendly()), bookings: [...hostile, ...others] };
  const report = await take('calendly', contents, true);
  expect(report.bookings.added).toBe(others.length + 2);
  const refused = report.leftOut.filter(({ kind, field }) => kind === 'Bookings' && field === undefined);
  expect(refused.map(({ why, count }) => [why, count])).toEqual([
    [expect.stringContaining('0x00'), 2],
    [expect.stringContaining('out of range'), 1],
  ]);
  expect(report.leftOut).toContainEqual(
    expect.objectContaining({ kind: 'Invitees', field: 'time zone', count: 1 }),
  );
});

test('a dry run reports the same as the import, and changes nothing', async () => {
  const before = await Promise.all(['member', 'event_type', 'scheduled_event', 'import_mapping'].map(count));
  const report = await take('calendly', await calendly(), true);
  expect(report).toMatchObject({ users: { added: 1, found: 1 }, bookings: { added: 3, found: 0 } });
  expect(await Promise.all(['member', 'event_type', 'scheduled_event', 'import_mapping'].map(count))).toEqual(
    before,
  );
});

test.each([
  ['event_type', 1],
  ['invitee', 2],
  ['crm_record', 2],
])('a batch that loses a race at a row of %s is repeated, and reported once', async (table, nth) => {
  const contents = async () => combineContents([await calendly(), parseContacts(contactsFile)]);
  const expected = await take('calendly', await contents(), true);
  const sql = (text: string) => app.runtime.database.pool.query(text);
  // A sequence goes on where a transaction is rolled back.
  await sql(`create sequence raced`);
  await sql(`create function lose_a_race() returns trigger language plpgsql security definer as $$ begin
        if nextval('raced') = ${nth} then raise exception 'lost' using errcode = '40001'; end if; return new; end $$`);
  await sql(`create trigger z_race after insert on ${table} for each row execute function lose_a_race()`);
  try {
    expect(await take('calendly', await contents(), true)).toEqual(expected);
    expect((await sql(`select last_value::int > ${nth} as went_on from raced`)).rows).toEqual([
      { went_on: true },
    ]);
  } finally {
    await sql(`drop trigger z_race on ${table}; drop function lose_a_race; drop sequence raced`);
  }
});

test('from Calendly: users, hours, pages and bookings, and what has no counterpart with its reason', async () => {
  const report = await take('calendly', await calendly());
  expect(report).toMatchObject({
    users: { added: 1, found: 1 },
    schedules: { added: 1, found: 0 },
    pages: { added: 1, found: 0 },
    bookings: { added: 3, found: 0 },
  });
  expect(report.clashes).toEqual([
    'Sales team at 2027-01-12T09:00:00.000000Z: mara@juniper.example has another booking at that time.',
  ]);
  const reasons = JSON.stringify(report.leftOut);
  for (const word of ['Routing forms', 'Sales team', 'ask_invitee', 'Without invitees'])
    expect(reasons).toContain(word);

  const { body: noor } = await app.get('/event-types?userSlug=noor-haddad');
  expect(noor.collection).toMatchObject([
    {
      title: 'Intro call',
      slug: 'intro',
      type: 'ONE_ON_ONE',
      color: 'fff200',
      description: '<p>Say hello &amp; &lt;more&gt;.</p><p>Two lines.</p>',
      eventDurations: [
        { minutes: 25, default: true },
        { minutes: 50, default: false },
      ],
      inviteeQuestions: [
        { question: 'What is it about?', type: 'MULTILINE_INPUT', isRequired: true },
        { question: 'Which plan?', type: 'RADIO_INPUT', options: ['Small', 'Large'] },
      ],
    },
  ]);
  const { body: hours } = await app.get('/schedules?email=noor@fern.example');
  expect(hours.collection).toHaveLength(1);
  expect(hours.collection[0]).toMatchObject({ title: 'Mornings', timezone: 'Europe/Paris', isDefault: true });
  expect(JSON.stringify(hours.collection[0])).toContain('"date":"2027-02-01","timesets":[["20:00","24:00"]]');
});

test('bookings are there as they stood: past, cancelled, and to come', async () => {
  const { rows } = await app.runtime.database.pool.query(
    `select e.title, e.status, e.location_type, e.location_join_url, i.no_show, i.cancellation_reason, i.guests,
       i.answers -> 0 ->> 'answer' as answer, h.blocking
     from scheduled_event e join invitee i on i.event_id = e.id join event_host h on h.event_id = e.id
     where i.email like 'lena.%' order by e.starts_at`,
  );
  expect(rows).toMatchObject([
    {
      status: 'confirmed',
      location_type: 'Zoom',
      location_join_url: 'https://zoom.example/j/1',
      no_show: true,
      guests: ['guest@okafor.example'],
      answer: 'Prices',
      blocking: false,
    },
    { title: 'Sales team', status: 'confirmed', blocking: false },
    { status: 'cancelled', location_type: 'In Person', cancellation_reason: 'Ill', blocking: false },
  ]);
  const people = await app.get('/crm/people?search=lena.past');
  expect(people.body.collection ?? people.body.people).toHaveLength(1);
});

test('taken over again, everything is found and nothing is added', async () => {
  const before = await Promise.all(['scheduled_event', 'invitee', 'event_type', 'crm_record'].map(count));
  const report = await take('calendly', await calendly());
  expect(report).toMatchObject({
    users: { added: 0, found: 2 },
    schedules: { added: 0, found: 1 },
    pages: { added: 0, found: 1 },
    bookings: { added: 0, found: 3 },
  });
  expect(await Promise.all(['scheduled_event', 'invitee', 'event_type', 'crm_record'].map(count))).toEqual(
    before,
  );
});

test('from Cal.com: a group page with its hours, and a booking to come that takes the time of its host', async () => {
  const report = await take('calcom', await calcom());
  expect(report).toMatchObject({
    users: { added: 1, found: 0 },
    schedules: { added: 1, found: 0 },
    pages: { added: 1, found: 0 },
    bookings: { added: 1, found: 0 },
    requests: { added: 0, found: 0 },
    clashes: [],
  });
  expect(report.leftOut).toContainEqual(
    expect.objectContaining({ why: 'It is waiting for confirmation, and its event type wasn’t imported.' }),
  );
  const { body } = await app.get('/event-types?userSlug=sam');
  const { body: settings } = await app.get(`/event-types/${body.collection[0].uuid}/settings`);
  expect(settings.resource).toMatchObject({
    type: 'GROUP',
    maxActiveInvitees: 8,
    bufferBefore: 10,
    minimumNotice: 120,
    locations: [{ type: 'VIDEO_CALL' }],
    inviteeQuestions: [{ question: 'Diet', options: ['All', 'Vegan'] }],
  });
  expect(settings.resource.scheduleUuid).not.toBeNull();
  const { rows } = await app.runtime.database.pool.query(
    `select e.seats_taken, h.blocking from scheduled_event e join event_host h on h.event_id = e.id
     where e.starts_at = '2027-03-01 15:00Z'`,
  );
  expect(rows).toEqual([{ seats_taken: 2, blocking: true }]);
});

test('from a calendar file: meetings with others, each occurrence of a series, in the zone of the file', async () => {
  const contents = await parseIcs(calendarFile, own);
  const report = await take('ics', contents);
  expect(report).toMatchObject({ bookings: { added: 4, found: 0 } });
  expect(report.leftOut.map(({ why }) => why)).toEqual(['It is an all-day event; add an absence instead.']);
  expect(await pageOf('Review')).toMatchObject([{ startTime: expect.stringMatching(/^2027-01-18T09:00/) }]);
  expect(await take('ics', contents)).toMatchObject({ bookings: { added: 0, found: 4 } });
  await expect(parseIcs(contactsFile, own)).rejects.toThrow(NotACalendarError);
});

test('from CSV: contacts by their address, and events of Calendly on the clock of the account', async () => {
  const leftOut = createLeftOutList();
  const csv = combineContents([
    parseContacts(contactsFile, leftOut),
    parseCalendlyCsv(eventsCsv, getZone('America/New_York'), leftOut),
  ]);
  const report = await take('csv', csv);
  expect(report).toMatchObject({ people: { added: 0, found: 1 }, bookings: { added: 1, found: 0 } });
  expect(report.leftOut.map(({ kind, examples }) => [kind, examples])).toEqual([
    ['Columns', ['shoe size']],
    ['Rows', ['row 3']],
    ['Rows', ['row 3']],
    ['People', ['not-an-address']],
  ]);
  expect(await pageOf('Ada')).toMatchObject([{ startTime: expect.stringMatching(/^2026-03-03T19:30/) }]);
});

test('a value that its attribute does not take is reported, and the person keeps the others', async () => {
  const file = 'Name,Email,Phone\nBo Ek,bo@ek.example,12\nAl Ek,al@ek.example,+4722222222\n';
  const report = await take('csv', parseContacts(file));
  expect(report.people).toEqual({ added: 2, found: 0 });
  expect(report.leftOut.map(({ kind, field, examples }) => [kind, field, examples])).toEqual([
    ['People', 'phoneNumber', ['bo@ek.example']],
  ]);
  const { body } = await app.get('/crm/people?filter[emails]=bo@ek.example');
  const [person] = body.people ?? body.collection;
  expect(person).toMatchObject({ firstName: 'Bo', lastName: 'Ek', phoneNumber: null });
});

test('nobody got mail, and no webhook or calendar has anything to do', async () => {
  await app.runEffects();
  expect(await count('mail_message')).toBe(mailBefore);
  expect(await count('webhook_delivery')).toBe(0);
  expect(await count('calendar_copy')).toBe(0);
});
