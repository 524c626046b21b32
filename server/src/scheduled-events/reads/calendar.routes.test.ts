import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { countStatements } from '../../../test/statements.ts';
import { createVisitorActor } from '../../platform/auth/actor.ts';
import { readInWorkspace } from '../../platform/context.ts';
import { readCalendar } from './read-calendar.ts';

const app = useApp({ clock: fixedClock });

const [mara, tomas, noor] = ['mara@juniper.example', 'tomas@juniper.example', 'noor@juniper.example'];
let [ofMara, ofBoth] = [{ uuid: '' }, { uuid: '' }];
let noorToken = '';
const ids: Record<string, string> = {};

beforeAll(async () => {
  await app.post('/organizations/users', {
    email: noor,
    firstName: 'Noor',
    lastName: 'Haddad',
    timezone: 'Europe/Berlin',
  });
  const alone = await createPage(app, { title: 'Secret plan', bufferAfter: 15 });
  ofMara = (await bookPage(app, alone)).body;
  const both = await createPage(app, {
    title: 'Both',
    type: 'COLLECTIVE',
    hosts: [{ email: mara }, { email: noor }],
  });
  ofBoth = (await bookPage(app, both, { date: '2027-01-14', start: '11:00' })).body;
  noorToken = await app.tokenOf(noor, ['events:read']);
  const { body } = await app.get('/organizations/users?per_page=100');
  for (const { email, uuid } of body.collection) ids[email] = uuid;
});

const week = 'from=2027-01-11&to=2027-01-17&timeZone=Europe/Berlin';
const read = async (query: string, token?: string) => {
  const { status, body } = await app.get(`/calendar?${query}`, token ? { token } : {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.resource;
};

describe('GET /calendar', () => {
  test('200: one’s own events, hours and busy time, by dates in the zone', async () => {
    const { from, to, timeZone, hosts, events, hours, busy } = await read(week);
    expect({ from, to, timeZone }).toEqual({
      from: '2027-01-11',
      to: '2027-01-17',
      timeZone: 'Europe/Berlin',
    });
    expect(hosts).toMatchObject([{ email: mara, isReadable: true, timeZone: 'Europe/Berlin' }]);
    expect(events).toMatchObject([
      {
        uuid: ofMara.uuid,
        title: 'Secret plan',
        startTime: '2027-01-12T09:00:00.000000Z',
        endTime: '2027-01-12T09:30:00.000000Z',
        hosts: [ids[mara]],
        invitees: ['Ines Okafor'],
        activeInviteesCount: 1,
      },
      { uuid: ofBoth.uuid, hosts: [ids[mara], ids[noor]] },
    ]);
    expect(hours).toHaveLength(5);
    expect(hours[0]).toEqual({
      host: ids[mara],
      startTime: '2027-01-11T08:00:00.000000Z',
      endTime: '2027-01-11T16:00:00.000000Z',
    });
    expect(busy.map(({ eventUuid }: { eventUuid: string }) => eventUuid)).toEqual([ofMara.uuid, ofBoth.uuid]);
    expect(busy[0]).toEqual({
      host: ids[mara],
      kind: 'event',
      eventUuid: ofMara.uuid,
      startTime: '2027-01-12T09:00:00.000000Z',
      endTime: '2027-01-12T09:30:00.000000Z',
    });
  });

  test('200: a colleague sees when others are busy, and of what only the events that they host themselves', async () => {
    const calendar = await read(`${week}&hosts=${mara},noor-haddad`, noorToken);
    expect(calendar.hosts).toMatchObject([
      { email: mara, isReadable: false },
      { email: noor, isReadable: true },
    ]);
    expect(calendar.events.map(({ uuid }: { uuid: string }) => uuid)).toEqual([ofBoth.uuid]);
    const ofHost = (list: { host: string }[], email: string) =>
      list.filter(({ host }) => host === ids[email]);
    expect(ofHost(calendar.busy, mara)).toMatchObject([{ eventUuid: null }, { eventUuid: ofBoth.uuid }]);
    expect(ofHost(calendar.hours, mara)).toEqual([]);
    expect(ofHost(calendar.hours, noor)).not.toEqual([]);
    expect(JSON.stringify(calendar)).not.toMatch(/Secret plan/);
    expect(JSON.stringify(calendar)).not.toContain(ofMara.uuid);
  });

  test('200: an admin sees any host; hosts by uuid, slug and address; cancelled events are gone', async () => {
    const page = await createPage(app, { title: 'Gone', ownerSlug: 'tomas-rivera' });
    const { body } = await bookPage(app, page, {
      ownerSlug: 'tomas-rivera',
      date: '2027-01-13',
      start: '16:00',
    });
    const named = `${week}&hosts=${ids[tomas]},tomas-rivera,${tomas.toUpperCase()}`;
    const before = await read(named);
    expect(before.hosts).toMatchObject([{ email: tomas, isReadable: true }]);
    expect(before.events.map(({ uuid }: { uuid: string }) => uuid)).toContain(body.uuid);
    await app.put(`/scheduled-events/${body.uuid}/cancel`);
    const after = await read(named);
    expect(JSON.stringify([after.events, after.busy])).not.toContain(body.uuid);
  });

  test('200: an event that began before the range is in it; hours are cut at its ends', async () => {
    const range = 'from=2027-01-12T09:15:00Z&to=2027-01-13T00:00:00Z&timeZone=Europe/Berlin';
    expect((await read(range)).from).toBe('2027-01-12');
    const late = await read('from=2027-01-12&to=2027-01-12&timeZone=Pacific/Kiritimati');
    // There the 12th ends at 10:00 UTC, in the middle of Mara's day.
    expect(late.hours.at(-1).endTime).toBe('2027-01-12T10:00:00.000000Z');
    expect(late.events.map(({ uuid }: { uuid: string }) => uuid)).toEqual([ofMara.uuid]);
  });

  test('200: 42 days take as many statements as one, and 20 hosts as many as one', async () => {
    const counting = countStatements(app.runtime);
    const { rows } = await app.runtime.database.pool.query(
      `select workspace_id, id, email from member where email = '${mara}'`,
    );
    const actor = {
      ...createVisitorActor(rows[0].workspace_id, '127.0.0.1'),
      role: 'owner' as const,
      memberId: rows[0].id,
    };
    const statements = async (query: { from: string; to: string; hosts: string }) => {
      await readInWorkspace(counting.runtime, actor, (ctx) => readCalendar(ctx, query));
      return counting.take();
    };
    const one = await statements({ from: '2027-01-11', to: '2027-01-11', hosts: mara });
    const many = await statements({ from: '2027-01-11', to: '2027-02-21', hosts: Object.keys(ids).join() });
    expect(many).toBe(one);
  });

  test.each([
    ['from=2027-01-01&to=2027-02-12', 'to'],
    ['from=2027-01-02&to=2027-01-01', 'to'],
    ['from=yesterday&to=2027-01-01', 'from'],
    ['from=2027-01-01', 'to'],
    ['from=2399-12-31T23:30:00Z&to=2399-12-31T23:59:00Z&timeZone=Europe/Berlin', 'to'],
    ['from=1970-01-01T00:30:00Z&to=1970-01-01T00:59:00Z&timeZone=America/New_York', 'from'],
    ['from=2027-01-01&to=2027-01-02&timeZone=Mars', 'timeZone'],
    ['from=2027-01-01&to=2027-01-02&hosts=mara-lindqvist,nobody', 'hosts'],
    [`from=2027-01-01&to=2027-01-02&hosts=${Array.from({ length: 21 }, (_, n) => `u${n}`).join()}`, 'hosts'],
  ])('422: %s', async (query, field) => {
    const { status, body } = await app.get(`/calendar?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('422: every wrong field at once; 200: 42 days; 403: without the scope', async () => {
    const wrong = await app.get('/calendar?from=2027-01-01&to=2027-06-01&hosts=nobody');
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['hosts', 'to']);
    await read('from=2027-01-01&to=2027-02-11');
    const token = await app.tokenOf(mara, ['users:read']);
    expect((await app.get(`/calendar?${week}`, { token })).status).toBe(403);
  });
});
