import { beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { parseCalcom } from './calcom.ts';
import { parseCalendly } from './calendly.ts';
import type { BookingIn, Contents } from './contents.ts';
import { createLeftOutList } from './left-out.ts';
import { importData } from './import-data.ts';
import type { Report } from './progress.ts';
import * as calcom from './test-calcom.ts';
import * as calendly from './test-calendly.ts';

/** Exports with every field, down to the rows and what the API shows. */

const app = useApp({ clock: fixedClock, manualEffects: true });
let workspaceId: WorkspaceId;

beforeAll(async () => {
  const { rows } = await app.runtime.database.pool.query('select workspace_id from workspace');
  workspaceId = rows[0].workspace_id;
});

const take = (source: string, contents: Contents, isDryRun = false) =>
  importData(app.runtime, { workspaceId, source, contents, isDryRun, onProgress: () => {} });

const query = async (sql: string) => (await app.runtime.database.pool.query(sql)).rows;

async function settingsOf(owner: string, slug: string) {
  const { body } = await app.get(`/event-types?scope=all&count=100`);
  const page = body.collection.find(
    (each: { slug: string; profile: { slug: string } }) => each.slug === slug && each.profile.slug === owner,
  );
  return (await app.get(`/event-types/${page.uuid}/settings`)).body.resource;
}

const why = ({ leftOut }: Report, field: string): string[] =>
  leftOut.filter((group) => group.field === field).map((group) => group.why);

let report: Report;

test('a dry run of Cal.com reports what the import does', async () => {
  const rehearsed = await take('calcom', await parseCalcom(() => calcom.everything), true);
  expect(await query(`select from member where email = 'sam@fern.example'`)).toEqual([]);
  report = await take('calcom', await parseCalcom(() => calcom.everything));
  expect(rehearsed).toEqual(report);
  expect(report).toMatchObject({
    users: { added: 3 },
    teams: { added: 1 },
    schedules: { added: 1 },
    pages: { added: 3 },
    bookings: { added: 2 },
    requests: { added: 1 },
  });
});

test('a page of Cal.com keeps its rules: confirmation, limits, window, price, redirect, questions of each type', async () => {
  const page = await settingsOf('sam', 'consultation');
  expect(page).toMatchObject({
    requiresConfirmation: true,
    dailyLimit: 3,
    weeklyLimit: 10,
    monthlyLimit: 30,
    dailyMinutes: 120,
    weeklyMinutes: 600,
    monthlyMinutes: 2000,
    bookingWindow: { type: 'rolling', days: 42 },
    price: '49.00',
    currency: 'EUR',
    refundPolicy: { fullUntilHours: 48, laterPercent: 0 },
    redirectUrl: 'https://fern.example/thanks',
    inviteeLimit: { bookings: 2, period: 'upcoming' },
    lockedTimezone: 'Europe/Madrid',
    cancellationNotice: 43_200,
    reschedulingNotice: 60,
    confirmAddress: 'always',
    inviteePhoneNumber: true,
    isSecret: true,
    color: 'ffaa00',
    slotInterval: 20,
    minimumNotice: 120,
  });
  const asked = page.inviteeQuestions.map(({ question, type, isRequired }: Record<string, unknown>) => [
    question,
    type,
    isRequired,
  ]);
  expect(asked).toEqual([
    ['Subject', 'TEXT_INPUT', true],
    ['Notes', 'MULTILINE_INPUT', false],
    ['Your text', 'TEXT_INPUT', true],
    ['Your textarea', 'MULTILINE_INPUT', true],
    ['Your number', 'TEXT_INPUT', true],
    ['Your address', 'TEXT_INPUT', true],
    ['Your phone', 'PHONE_INPUT', true],
    ['Your url', 'TEXT_INPUT', true],
    ['Your multiemail', 'TEXT_INPUT', true],
    ['Your boolean', 'CHECKBOX_INPUT', true],
    ['Your select', 'SELECT_INPUT', true],
    ['Your multiselect', 'CHECKBOX_INPUT', true],
    ['Your checkbox', 'CHECKBOX_INPUT', true],
    ['Your radio', 'RADIO_INPUT', true],
  ]);
});

test('a page that would let more people in than it did is off, and the report says why', async () => {
  expect(await settingsOf('sam', 'consultation')).toMatchObject({
    isActive: false,
    paymentProvider: 'manual',
  });
  expect(await settingsOf('sam', 'full-workshop')).toMatchObject({
    isActive: false,
    type: 'GROUP',
    maxActiveInvitees: 8,
    bookingWindow: { type: 'range', startDate: '2027-01-01', endDate: '2027-06-30' },
  });
  expect(why(report, 'price')).toEqual([expect.stringContaining('can’t have both')]);
  expect(why(report, 'confirmationPolicy')).toContain(
    'Group pages don’t support confirmation: the page is inactive.',
  );
  expect(why(report, 'bookingRequiresAuthentication')).toHaveLength(1);
});

test('a paid page collects by Stripe where it is connected, and is off where it is not', async () => {
  const paid = { ...calcom.page, confirmationPolicy: null, bookingRequiresAuthentication: false };
  const documents = (id: number) => () => [
    calcom.user,
    { ...paid, id, slug: `paid-${id}`, scheduleId: null },
  ];
  const before = await take('calcom', await parseCalcom(documents(51)));
  expect(await settingsOf('sam', 'paid-51')).toMatchObject({
    price: '49.00',
    isActive: false,
    paymentProvider: 'manual',
    recurrence: null,
  });
  expect(why(before, 'price')).toEqual([expect.stringContaining('connect Stripe')]);
  await query(
    `insert into payment_account (workspace_id, provider, is_live, keys_sealed) values ('${workspaceId}', 'stripe', false, '')`,
  );
  expect(why(await take('calcom', await parseCalcom(documents(53))), 'price')).toEqual([]);
  expect(await settingsOf('sam', 'paid-53')).toMatchObject({ isActive: true, paymentProvider: 'stripe' });
  const free = {
    ...paid,
    price: 0,
    metadata: {},
    recurrence: { frequency: 'weekly', interval: 2, occurrences: 6 },
  };
  await take(
    'calcom',
    await parseCalcom(() => [calcom.user, { ...free, id: 52, slug: 'free-52', scheduleId: null }]),
  );
  expect(await settingsOf('sam', 'free-52')).toMatchObject({
    price: null,
    isActive: true,
    requiresConfirmation: false,
    recurrence: { frequencies: ['biweekly'], maximumOccurrences: 6 },
  });
});

test('a page of a team has its hosts, with their weight and priority', async () => {
  const page = await settingsOf('sales-team', 'demo');
  expect(page).toMatchObject({ type: 'ROUND_ROBIN', ownerType: 'team' });
  const hosts = page.hosts.map(({ email, weight, priority }: Record<string, unknown>) => [
    email,
    weight,
    priority,
  ]);
  expect(hosts.toSorted()).toEqual([
    ['ida@fern.example', 70, 1],
    ['sam@fern.example', 50, 3],
  ]);
});

test('a booking that waits is a request that a host confirms, with its answers', async () => {
  const { body } = await app.get('/booking-requests?scope=all');
  expect(body.collection).toMatchObject([
    { status: 'open', fullName: 'Ines Okafor', startTime: expect.stringMatching(/^2027-03-09T15:00/) },
  ]);
  const [request] = body.collection;
  expect(request.questions).toContainEqual({ question: 'Your boolean', answer: 'Yes' });
  const busy = await query(`select host_id from event_host where event_id = '${request.uuid}' and blocking`);
  expect(busy).toHaveLength(1);
  const { status } = await app.put(`/booking-requests/${request.uuid}/confirm`, {});
  expect(status).toBe(200);
  const again = await take('calcom', await parseCalcom(() => calcom.everything));
  expect(again).toMatchObject({ bookings: { added: 0, found: 2 }, requests: { added: 0, found: 1 } });
});

test('from Calendly: UTM, meeting notes, payment, buffers, seats and language', async () => {
  const rehearsed = await take('calendly', await parseCalendly(() => calendly.everything), true);
  const taken = await take('calendly', await parseCalendly(() => calendly.everything));
  expect(rehearsed).toEqual(taken);
  expect(taken).toMatchObject({ users: { added: 2 }, pages: { added: 2 }, bookings: { added: 2 } });
  const rows = await query(
    `select e.max_seats, h.busy_from, h.busy_to, i.utm, i.payment, i.custom_query_params as params, i.answers
     from scheduled_event e join invitee i on i.event_id = e.id join event_host h on h.event_id = e.id
     where i.email = 'lena@okafor.example' order by e.starts_at`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    max_seats: 3,
    utm: {
      utm_campaign: 'spring',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_content: 'button',
      utm_term: 'plants',
    },
    params: { salesforce_uuid: 'sf-1' },
    payment: { state: 'paid', amount: '49.50', currency: 'USD' },
    answers: [{ question: 'Your string' }, { question: 'Your text' }],
  });
  expect(new Date(rows[0].busy_from).toISOString()).toBe('2027-04-05T07:45:00.000Z');
  const notes = (await query(`select note from note`)).map(({ note }) => note as string);
  expect(notes).toContain('<p>Bring the plans.</p>');
  expect(notes.join()).toContain('49.5 USD, stripe, ch_A, No refunds');
  const events = (await app.get('/scheduled-events?scope=all&keyword=lena@okafor.example&count=100')).body
    .collection;
  const shown = events
    .flatMap(({ invitees }: { invitees: { payment: unknown }[] }) => invitees)
    .find(({ payment }: { payment: unknown }) => payment);
  expect(shown).toMatchObject({
    payment: { status: 'paid' },
    utm: { utm_source: 'newsletter' },
  });
  expect(await settingsOf('noa-field', 'team-call')).toMatchObject({ type: 'ROUND_ROBIN' });
  expect(await settingsOf('noa-field', 'consultation')).toMatchObject({ isActive: false });
  expect(why(taken, 'is_paid')).toHaveLength(1);
});

test('a dry run finds clashes and doubles across batches, and holds no transaction for longer than one', async () => {
  const hosted = (index: number, minute: number): BookingIn => ({
    sourceId: `many ${index}`,
    title: `Many ${index}`,
    hostEmails: ['new@many.example'],
    startsAt: new Date(Date.UTC(2027, 7, 1, 0, minute)).toISOString(),
    endsAt: new Date(Date.UTC(2027, 7, 1, 0, minute + 15)).toISOString(),
    invitees: [{ name: 'Ann', email: `ann${index}@many.example` }],
  });
  const bookings = Array.from({ length: 450 }, (_, index) => hosted(index, index * 20));
  const contents = () => ({
    users: [{ email: 'new@many.example', name: 'New Host' }],
    teams: [],
    schedules: [],
    pages: [],
    people: [],
    // The last two come from other batches: one at a time that is taken, and one that was there.
    bookings: [...bookings, hosted(450, 5), hosted(0, 0)],
    leftOut: createLeftOutList(),
  });
  const rehearsed = await take('many', contents(), true);
  expect(rehearsed.bookings).toEqual({ added: 451, found: 1 });
  expect(rehearsed.clashes).toEqual([expect.stringContaining('Many 450')]);
  expect(await take('many', contents())).toEqual(rehearsed);
}, 120_000);
