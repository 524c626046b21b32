import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage, monday } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { createTestCrm, listUnrecordedWrites, findWorkspaceId } from '../test-crm.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { upsertPeople } from '../public.ts';

const clock = { now: () => new Date(nowMs) };
let nowMs = monday.getTime();

const app = useApp({ clock });
const crm = createTestCrm(app);

let page: { uuid: string; slug: string };
let day = 11;

beforeAll(async () => {
  page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
});

/** Each booking on a day of its own. */
async function booked(
  fields: object,
): Promise<{ event: { uuid: string; invitees: { uuid: string }[]; startTime: string } }> {
  day += 1;
  const weekday = new Date(Date.UTC(2027, 0, day)).getUTCDay();
  if (weekday === 6) day += 2;
  if (weekday === 0) day += 1;
  const date = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
  const { status, body } = await bookPage(app, page, { date, ...fields });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { event: body };
}

const personBy = async (email: string) =>
  (await app.get(`/crm/people?filter[emails]=${encodeURIComponent(email)}`)).body.collection[0];
const timelineOf = async (path: string) => (await app.get(`/crm/${path}/timeline?count=100`)).body.collection;
const kinds = (entries: { kind: string }[]) => entries.map(({ kind }) => kind);

describe('a booking', () => {
  test('makes a person and their company, and says so on the timeline', async () => {
    const { event } = await booked({
      name: 'Nora van Dijk',
      email: 'Nora@Dijk-Glas.example',
      phone: '+31 20 555 0101',
    });
    const person = await personBy('nora@dijk-glas.example');
    expect(person).toMatchObject({
      firstName: 'Nora',
      lastName: 'van Dijk',
      emails: ['nora@dijk-glas.example'],
      phoneNumber: '+31205550101',
      company: { name: 'Dijk Glas', domain: 'dijk-glas.example' },
    });
    const [entry, created] = await timelineOf(`people/${person.id}`);
    expect(entry).toMatchObject({
      kind: 'booking.scheduled',
      detail: {
        eventUuid: event.uuid,
        inviteeUuid: event.invitees[0]?.uuid,
        title: 'Test page',
        startAt: event.startTime,
        decided: { person: 'created', company: 'created', companyId: person.company.id },
      },
    });
    expect(created).toMatchObject({ kind: 'record.created', detail: { source: 'booking.scheduled' } });
    expect(kinds(await timelineOf(`companies/${person.company.id}`))).toContain('booking.scheduled');
    expect((await app.get(`/crm/people/${person.id}/meetings`)).body.meetings).toMatchObject({
      firstMeetingAt: null,
      nextMeetingAt: event.startTime,
      timezone: 'Europe/Berlin',
    });
  });

  test('finds the person by any of their addresses, and never overwrites what a person wrote or emptied', async () => {
    const company = await crm.company({ name: 'Chosen', domain: 'chosen.example' });
    const { id } = await crm.person({
      firstName: 'Margarethe',
      lastName: 'Stein',
      emails: ['m@private.example', 'maggie@stein-werk.example'],
      phoneNumber: '+49301111111',
      companyId: company.id,
    });
    await app.patch(`/crm/people/${id}`, { salutation: null, phoneNumber: null });
    await booked({
      name: 'Maggie',
      email: 'maggie@stein-werk.example',
      salutation: 'Mrs',
      phone: '+49302222222',
    });
    const { body } = await app.get(`/crm/people/${id}`);
    expect(body.person).toMatchObject({
      firstName: 'Margarethe',
      lastName: 'Stein',
      salutation: null,
      phoneNumber: null,
      company: { id: company.id },
    });
    const [entry] = await timelineOf(`people/${id}`);
    expect(entry.detail.decided).toMatchObject({ person: 'found', filled: ['timezone'], company: 'kept' });
  });

  test('fills in what is empty, once', async () => {
    await booked({ name: 'Per', email: 'per@fill.example' });
    await booked({ name: 'Per Olsen', email: 'per@fill.example', phone: '+4722222222' });
    const person = await personBy('per@fill.example');
    expect(person).toMatchObject({ firstName: 'Per', lastName: null, phoneNumber: '+4722222222' });
    expect(
      kinds(await timelineOf(`people/${person.id}`)).filter((kind) => kind === 'booking.scheduled'),
    ).toHaveLength(2);
  });

  test('a company that a hand took away stays away', async () => {
    await booked({ name: 'Free Lancer', email: 'free@lance.example' });
    const { id } = await personBy('free@lance.example');
    await app.patch(`/crm/people/${id}`, { companyId: null });
    await booked({ name: 'Free Lancer', email: 'free@lance.example' });
    expect((await app.get(`/crm/people/${id}`)).body.person.company).toBeNull();
  });

  test.each([
    ['lucy.smith@gmail.com', 'free_mail'],
    ['tim@web.de', 'free_mail'],
    ['info@bakery.example', 'role_address'],
    ['sales+spring@bakery.example', 'role_address'],
  ])('%s tells no company: %s', async (email, reason) => {
    await booked({ name: 'Lucy Smith', email });
    const person = await personBy(email);
    expect(person.company).toBeNull();
    const [entry] = await timelineOf(`people/${person.id}`);
    expect(entry.detail.decided.company).toBe(reason);
    expect((await app.get(`/crm/companies?filter[domain]=${email.split('@')[1]}`)).body.collection).toEqual(
      [],
    );
  });

  test('moved, cancelled, noted, not shown up: all on the timeline, and in the facts', async () => {
    const { event } = await booked({ name: 'Ana Silva', email: 'ana@silva.example' });
    const person = await personBy('ana@silva.example');
    const to = new Date(Date.parse(event.startTime) + 7 * 86_400_000).toISOString().slice(0, 10);
    await app.put(`/scheduled-events/${event.uuid}/reschedule`, {
      date: to,
      start: '11:00',
      timeZone: 'Europe/Berlin',
      reason: 'Train',
    });
    const facts = async () => (await app.get(`/crm/people/${person.id}/meetings`)).body.meetings;
    expect((await facts()).nextMeetingAt).toBe(`${to}T10:00:00.000000Z`);
    await app.post('/notes', { relation: 'event', uuid: event.uuid, note: 'Likes oak.' });

    nowMs = Date.parse(to) + 2 * 86_400_000;
    expect(await facts()).toMatchObject({
      firstMeetingAt: `${to}T10:00:00.000000Z`,
      lastMeetingAt: `${to}T10:00:00.000000Z`,
      nextMeetingAt: null,
      meetingsLast90Days: 1,
      noShows: 0,
    });
    await app.put(`/scheduled-invitees/${event.invitees[0]?.uuid}/no-show`, { noShow: true });
    expect(await facts()).toMatchObject({ lastMeetingAt: null, meetingsLast90Days: 0, noShows: 1 });
    nowMs = monday.getTime();

    const second = await booked({ name: 'Ana Silva', email: 'ana@silva.example' });
    await app.put(`/scheduled-events/${second.event.uuid}/cancel`, { cancellationReason: 'Ill' });
    expect((await facts()).nextMeetingAt).toBe(`${to}T10:00:00.000000Z`);
    const entries = await timelineOf(`people/${person.id}`);
    expect(kinds(entries)).toEqual([
      'booking.cancelled',
      'booking.scheduled',
      'booking.no_show',
      'note.created',
      'booking.rescheduled',
      'booking.scheduled',
      'record.created',
    ]);
    expect(entries[0].detail).toMatchObject({ eventUuid: second.event.uuid, reason: 'Ill' });
    expect(entries[3].detail.note).toContain('Likes oak.');
    expect(entries[4].detail).toMatchObject({ movedFrom: event.startTime, reason: 'Train' });
  });

  test('eight invitees with one new domain at the same moment: one company, nobody lost', async () => {
    const group = await createPage(app, {
      type: 'GROUP',
      maxActiveInvitees: 20,
      title: 'Group',
      bookingWindow: { type: 'unlimited' },
    });
    const answers = await repeatConcurrently(8, (index) =>
      bookPage(app, group, {
        date: '2027-06-01',
        email: `p${index % 4}@crowd.example`,
        name: `Person ${index}`,
      }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 8 });
    const { body } = await app.get('/crm/people?filter[company.domain]=crowd.example');
    expect(body.pagination.total).toBe(4);
    expect((await app.get('/crm/companies?filter[domain]=crowd.example')).body.pagination.total).toBe(1);
  });

  test('while the CRM is off: booked all the same, and nobody is remembered', async () => {
    await app.patch('/organization', { crmEnabled: false });
    const { event } = await booked({ name: 'No Body', email: 'nobody@off.example' });
    await app.put(`/scheduled-events/${event.uuid}/cancel`, {});
    await app.patch('/organization', { crmEnabled: true });
    expect(await personBy('nobody@off.example')).toBeUndefined();
  });

  test('is one transaction with its person: a refused booking remembers nobody', async () => {
    const { status } = await bookPage(app, page, { date: '2027-01-10', email: 'refused@late.example' });
    expect(status).toBe(422);
    expect(await personBy('refused@late.example')).toBeUndefined();
  });
});

describe('facts of meetings, as filters and in sorts', () => {
  test('people with a next meeting, soonest first; of a company, through the relation', async () => {
    const { body } = await app.get(
      '/crm/people?filter[nextMeetingAt][empty]=false&sort=nextMeetingAt&count=100',
    );
    expect(body.collection.length).toBeGreaterThan(3);
    const dates = [];
    for (const { id } of body.collection)
      dates.push((await app.get(`/crm/people/${id}/meetings`)).body.meetings.nextMeetingAt);
    expect(dates).toEqual(dates.toSorted());
    const { body: through } = await app.post('/crm/companies/query', {
      filter: { 'people.nextMeetingAt': { gt: '2027-01-01' } },
      count: 100,
    });
    expect(through.collection.map(({ domain }: { domain: string }) => domain)).toContain('dijk-glas.example');
  });

  test('following nextPage over facts meets everyone once', async () => {
    const met: string[] = [];
    let path: string | null = '/v2/crm/people?sort=-nextMeetingAt,noShows&count=4';
    while (path !== null) {
      const { body }: { body: { collection: { id: string }[]; pagination: { nextPage: string | null } } } =
        await app.get(path.replace('/v2', ''));
      met.push(...body.collection.map(({ id }) => id));
      path = body.pagination.nextPage;
    }
    expect(new Set(met).size).toBe(met.length);
    expect(met.length).toBe((await app.get('/crm/people')).body.pagination.total);
  });

  test('422: a fact that there is not', async () => {
    expect((await app.get('/crm/people?sort=nextMeeting')).body.errors.sort[0]).toContain(
      'Did you mean nextMeetingAt?',
    );
    expect((await app.get('/crm/companies?sort=nextMeetingAt')).status).toBe(422);
  });
});

describe('upsertPeople', () => {
  test('for forms and calls: finds or adds, and writes to the timeline', async () => {
    const workspaceId = await findWorkspaceId(app);
    const remember = (email: string) =>
      runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
        const [person] = await upsertPeople(ctx, 'form.submitted', [
          { email, name: 'Okonkwo, Chidi', phone: 'not a phone', detail: { reportId: 'r1' } },
        ]);
        return person;
      });
    const first = await remember('chidi@form.example');
    expect(first?.isNew).toBe(true);
    expect(await remember('CHIDI@form.example')).toEqual({ ...first, isNew: false });
    expect(await remember('not an address')).toBeUndefined();
    const person = await personBy('chidi@form.example');
    expect(person).toMatchObject({ firstName: 'Chidi', lastName: 'Okonkwo', phoneNumber: null });
    const entries = await timelineOf(`people/${person.id}`);
    expect(entries[0]).toMatchObject({
      kind: 'form.submitted',
      actor: { type: 'system' },
      detail: { reportId: 'r1' },
    });
  });

  test('a returning invitee costs few statements', async () => {
    await booked({ name: 'Few Statements', email: 'few@statements.example' });
    const workspaceId = await findWorkspaceId(app);
    let statements = 0;
    await runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
      const executor = ctx.db.getExecutor();
      const executeQuery = executor.executeQuery.bind(executor);
      executor.executeQuery = (query) => {
        statements += 1;
        return executeQuery(query);
      };
      await upsertPeople(ctx, 'form.submitted', [
        { email: 'few@statements.example', name: 'Few Statements' },
      ]);
    });
    expect(statements).toBeLessThanOrEqual(4);
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

test("a user from whom people are hidden sees a company's meetings, and not with whom", async () => {
  await booked({ name: 'Iris Hiddenname', email: 'iris@veiled-glass.example' });
  const [company] = (await app.get('/crm/companies?filter[domain]=veiled-glass.example')).body.collection;
  const token = await app.tokenOf('aiko@juniper.example', ['crm:read']);
  const read = async () => {
    const timeline = await app.get(`/crm/companies/${company.id}/timeline`, { token });
    const changes = await app.get('/crm/changes?count=1000', { token });
    const entries = [...timeline.body.collection, ...changes.body.collection];
    const ofCompany = entries.filter(({ recordId = company.id }) => recordId === company.id);
    return ofCompany.filter(({ kind }) => kind === 'booking.scheduled');
  };
  const open = await read();
  expect(open).toHaveLength(2);
  expect(open[0].detail).toHaveProperty('personId');
  await app.patch('/crm/objects/people', { permissions: { user: 'none' } });
  const hidden = await read();
  await app.patch('/crm/objects/people', { permissions: { user: 'write' } });
  const { eventUuid, startAt, endAt } = open[0].detail;
  expect(hidden.map(({ detail }) => detail)).toEqual(open.map(() => ({ eventUuid, startAt, endAt })));
  expect(JSON.stringify(hidden)).not.toMatch(/iris|hiddenname/i);
});
