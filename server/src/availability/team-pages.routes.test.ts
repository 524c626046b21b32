import { beforeAll, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, listFreeTimes, createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const tomas = 'tom@juniper.example';

/** A colleague in the same zone. */
beforeAll(async () => {
  const fields = { email: tomas, firstName: 'Tom', lastName: 'Berg', timezone: 'Europe/Berlin' };
  await app.post('/organizations/users', fields);
});

const both = [{ email: 'mara@juniper.example' }, { email: tomas }];
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
let day = 11;
/** A working day of its own for each test. */
const nextDay = (): string => {
  day += 1;
  return `2027-01-${day}`;
};

async function makeSchedule(email: string, timesets: [string, string][]): Promise<string> {
  const { body } = await app.post('/schedules', {
    email,
    title: `Hours of ${email} ${timesets.join()}`,
    timezone: 'Europe/Berlin',
    weekly_hours: weekdays.map((weekday) => ({ day: weekday, timesets })),
  });
  return body.resource.uuid;
}

test('200: a host follows a schedule of their own on one page, and their other pages stay as they are', async () => {
  const date = nextDay();
  const evening = await makeSchedule(tomas, [['19:00', '20:00']]);
  const hosts = [both[0], { email: tomas, scheduleUuid: evening }];
  const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
  const other = await createPage(app, { type: 'ROUND_ROBIN', hosts: [{ email: tomas }] });
  const times = await listFreeTimes(app, page, date);
  expect(times.slice(-2)).toEqual(['19:00', '19:30']);
  expect(await listFreeTimes(app, page, date, `hostEmail=${tomas}`)).toEqual(['19:00', '19:30']);
  expect(await listFreeTimes(app, other, date)).not.toContain('19:00');
  const { body } = await bookPage(app, page, { date, start: '19:00' });
  expect(body.hosts[0].email).toBe(tomas);
  // What was cached of the page is not shown once the hours have changed.
  await app.patch(`/schedules/${evening}`, {
    email: tomas,
    weekly_hours: weekdays.map((weekday) => ({ day: weekday, timesets: [['21:00', '22:00']] })),
  });
  expect(await listFreeTimes(app, page, date, `hostEmail=${tomas}`)).toEqual(['21:00', '21:30']);
  const { resource } = (await app.get(`/event-types/${page.uuid}/settings`)).body;
  expect(resource.hosts.map((host: { scheduleUuid: string }) => host.scheduleUuid)).toEqual([null, evening]);
});

test('422: the schedule of somebody else; 409: a schedule that a host follows is not deleted', async () => {
  const own = await makeSchedule(tomas, [['10:00', '11:00']]);
  const wrong = await app.post('/event-types', {
    title: 'Wrong',
    type: 'ROUND_ROBIN',
    hosts: [{ email: 'mara@juniper.example', scheduleUuid: own }, { email: tomas }],
  });
  expect(wrong.body.errors).toEqual({ 'hosts.0.scheduleUuid': ['Must be a schedule of this host.'] });
  const page = await createPage(app, {
    type: 'COLLECTIVE',
    hosts: [both[0], { email: tomas, scheduleUuid: own }],
  });
  expect((await app.delete(`/schedules/${own}`)).status).toBe(409);
  await app.delete(`/event-types/${page.uuid}`);
  expect((await app.delete(`/schedules/${own}`)).status).toBe(200);
});

test('a page shows its hosts to choose from, and the choice stands in the address, without script', async () => {
  const date = nextDay();
  const page = await createPage(app, { type: 'ROUND_ROBIN', hosts: both });
  const open = async (query = ''): Promise<string> =>
    (await app.inject({ method: 'GET', url: `/${mara}/${page.slug}${query}` })).body;
  expect(await open()).not.toContain('Who would you like to meet?');
  await app.patch(`/event-types/${page.uuid}`, { inviteePicksHost: true });
  expect(await open()).toContain('Who would you like to meet?');
  const { slug } = (await app.get('/organizations/users?per_page=100')).body.collection.find(
    ({ email }: { email: string }) => email === tomas,
  );
  const chosen = await open(`?host=${slug}&date=${date}`);
  expect(chosen).toMatch(new RegExp(`aria-current="true"[^>]*>\\s*Tom`));
  const { ownerSlug: _owner, eventTypeSlug: _slug, ...body } = buildBooking(page, { date, hostSlug: slug });
  const url = `/v2/public/pages/${mara}/${page.slug}/bookings`;
  const booked = await app.inject({ method: 'POST', url, payload: body });
  expect(booked.body.resource.hosts.map((host: { slug: string }) => host.slug)).toEqual([slug]);
  const nobody = await app.inject({ method: 'POST', url, payload: { ...body, hostSlug: 'nobody-at-all' } });
  expect(nobody.body.errors).toHaveProperty('hostSlug');
});

test('a round robin shares out minutes by weight: a host with a long event waits for as long', async () => {
  const date = nextDay();
  const page = await createPage(app, {
    type: 'ROUND_ROBIN',
    hosts: both,
    balance: 'minutes',
    duration: 30,
    eventDurations: [{ minutes: 30, default: true }, { minutes: 120 }],
    slotInterval: 30,
  });
  const take = async (start: string, duration: number): Promise<{ uuid: string; host: string }> => {
    const { body } = await bookPage(app, page, { date, start, duration });
    return { uuid: body.uuid, host: body.hosts[0].email };
  };
  const long = await take('09:00', 120);
  const others = [];
  for (const start of ['11:00', '11:30', '12:00', '12:30']) others.push((await take(start, 30)).host);
  expect(new Set(others)).toEqual(new Set([long.host === tomas ? 'mara@juniper.example' : tomas]));
  // Both have two hours now. A cancelled event gives back what it took.
  await app.put(`/scheduled-events/${long.uuid}/cancel`);
  for (const start of ['13:00', '13:30', '14:00']) expect((await take(start, 30)).host).toBe(long.host);
});

test('a host who is assigned to the invitee in the CRM comes first if they are free, else it is the others’ turn', async () => {
  const date = nextDay();
  const owner = { label: 'Owner', type: 'user' };
  await app.post('/crm/objects/people/attributes', owner);
  await app.post('/crm/objects/companies/attributes', owner);
  const { uuid: tom } = (await app.get('/organizations/users?per_page=100')).body.collection.find(
    ({ email }: { email: string }) => email === tomas,
  );
  const { person } = (
    await app.post('/crm/people', { firstName: 'Una', emails: ['una@fir.example'], owner: [tom] })
  ).body;
  const { company } = (
    await app.post('/crm/companies', { name: 'Fir', domain: 'fir-trees.example', owner: [tom] })
  ).body;
  const { person: colleague } = (
    await app.post('/crm/people', { firstName: 'Uri', emails: ['uri@fir.example'], companyId: company.id })
  ).body;
  expect([person.id, colleague.id].every(Boolean)).toBe(true);
  // The other one comes first by priority, so that only the CRM can bring this one.
  const hosts = [{ email: 'mara@juniper.example', priority: 9 }, { email: tomas }];
  const page = await createPage(app, { type: 'ROUND_ROBIN', hosts, ownerFirst: true });
  const hostOf = async (fields: object): Promise<string> =>
    (await bookPage(app, page, { date, ...fields })).body.hosts[0].email;
  expect(await hostOf({ start: '09:00', email: 'Una@fir.example' })).toBe(tomas);
  expect(await hostOf({ start: '09:00', email: 'una@fir.example' })).toBe('mara@juniper.example');
  expect(await hostOf({ start: '10:00', email: 'uri@fir.example' })).toBe(tomas);
  expect(await hostOf({ start: '11:00', email: 'nobody@fir.example' })).toBe('mara@juniper.example');
  const { resource: form } = (
    await app.post('/routing-forms', {
      name: 'Owners',
      fields: [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }],
      routes: [],
      fallback: { type: 'EVENT_TYPE', eventTypeUuid: page.uuid, prefersOwner: true },
    })
  ).body;
  const routeOf = async (email: string): Promise<string> =>
    (await app.post(`/routing-forms/${form.uuid}/try`, { answers: { email } })).body.route.url;
  expect(await routeOf('una@fir.example')).toContain('host=tom');
  expect(await routeOf('nobody@fir.example')).not.toContain('host=');
});
