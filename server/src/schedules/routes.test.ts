import { beforeAll, describe, expect, test } from 'vitest';
import { addPage } from '../../test/fixtures.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { aiko, days, createScheduleHelpers, mara, tomas } from './test-schedules.ts';

const app = useApp();
const { add, list, newcomer } = createScheduleHelpers(app);

let aikoToken: string;
let neighbour: { email: string; token: string };
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['schedules:write']);
  neighbour = await createNeighbour(app.runtime);
});

describe('GET /schedules', () => {
  test('200: every user has a default schedule from the start, in the shape of interface 2.4', async () => {
    const { status, body } = await app.get('/schedules');
    expect(status).toBe(200);
    expect(body.pagination).toEqual({
      ...{ total: 1, count: 10, totalPages: 1, currentPage: 1 },
      ...{ previousPage: null, nextPage: null },
    });
    const [schedule] = body.collection;
    expect(schedule).toMatchObject({
      email: mara,
      title: 'Working hours',
      isDefault: true,
      timezone: 'Europe/Berlin',
      special_hours: [{ date: '2026-11-26', timesets: [] }],
    });
    expect(schedule.uri).toBe(`http://localhost:4000/v2/schedules/${schedule.uuid}`);
    expect(schedule).not.toHaveProperty('schedulingPages');
    expect(schedule.weekly_hours).toEqual(
      days.map((day) => ({ day, timesets: day.startsWith('S') ? [] : [['09:00', '17:00']] })),
    );
  });

  test('200: a new user gets theirs in their zone, without overrides', async () => {
    const [schedule] = await list(await newcomer());
    expect(schedule).toMatchObject({ isDefault: true, timezone: 'Asia/Kathmandu', special_hours: null });
  });

  test('200: in the order they were made, page by page, the filter kept in nextPage', async () => {
    const email = await newcomer();
    for (const title of ['A', 'B', 'C']) await add(email, { title });
    const first = await app.get(`/schedules?email=${email}&count=2`);
    expect(first.body.collection.map((item: { title: string }) => item.title)).toEqual([
      'Working hours',
      'A',
    ]);
    const path = first.body.pagination.nextPage;
    expect(path).toContain(encodeURIComponent(email));
    const second = await app.get(path.replace('/v2', ''));
    expect(second.body.collection.map((item: { title: string }) => item.title)).toEqual(['B', 'C']);
    expect(second.body.pagination.nextPage).toBeNull();
  });

  test('200: a user sees their own, by address or without', async () => {
    const own = await app.get('/schedules', { token: aikoToken });
    expect(own.body.collection[0].email).toBe(aiko);
    expect((await app.get('/schedules?email=AIKO@juniper.example', { token: aikoToken })).status).toBe(200);
  });

  test('401, and 403 without the scope', async () => {
    expect((await app.get('/schedules', { token: null })).status).toBe(401);
    const token = await app.tokenOf(mara, ['notes:read']);
    const { status, body } = await app.get('/schedules', { token });
    expect(status).toBe(403);
    expect(body.error.required_scopes).toEqual(['admin:full', 'schedules:read']);
  });

  test('403: a user asks for another, there or not', async () => {
    for (const email of [mara, 'nobody@juniper.example', neighbour.email]) {
      const { status, body } = await app.get(`/schedules?email=${email}`, { token: aikoToken });
      expect(status).toBe(403);
      expect(body).toEqual({ success: false, message: 'Only owners and admins can do this.', status: 403 });
    }
  });

  test('404: an admin asks for someone who is not of this workspace', async () => {
    for (const email of ['nobody@juniper.example', neighbour.email]) {
      const { status, body } = await app.get(`/schedules?email=${email}`);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'User not found.', status: 404 });
    }
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.get(
      '/schedules?email=x&count=101&page=0&includeSchedulingPages=maybe',
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['count', 'email', 'includeSchedulingPages', 'page']);
  });
});

describe('GET /schedules/default and /schedules/{uuid}', () => {
  test('200: the default, and any by its id', async () => {
    const email = await newcomer();
    const other = await add(email, { special_hours: [{ date: '2027-12-24', timesets: [] }] });
    const byDefault = await app.get(`/schedules/default?email=${email}`);
    expect(byDefault.body).toMatchObject({
      success: true,
      status: 200,
      resource: { isDefault: true, title: 'Working hours' },
    });
    const byId = await app.get(`/schedules/${other.uuid}?email=${email}`);
    expect(byId.body.resource).toMatchObject({
      uuid: other.uuid,
      special_hours: [{ date: '2027-12-24', timesets: [] }],
    });
    expect(byId.body.resource.currentTime).toMatch(/Z$/);
  });

  test('404: of somebody else, unknown, impossible, or of another workspace', async () => {
    const [own] = await list(mara);
    const theirs = (await app.get('/schedules', { token: neighbour.token })).body.collection[0];
    for (const id of [own.uuid, theirs.uuid, 'AAAAAAAAAA', 'x', 'a%00bcdefghi']) {
      const { status, body } = await app.get(`/schedules/${id}?email=${tomas}`);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: 'Schedule not found.', status: 404 });
    }
    const unknown = await app.get(`/schedules/default?email=${neighbour.email}`);
    expect(unknown.body.message).toBe('User not found.');
  });

  test('401, 403 and 422', async () => {
    const [own] = await list(mara);
    for (const path of ['/schedules/default', `/schedules/${own.uuid}`]) {
      expect((await app.get(`${path}?email=${mara}`, { token: null })).status).toBe(401);
      expect((await app.get(`${path}?email=${mara}`, { token: aikoToken })).status).toBe(403);
      const missing = await app.get(`${path}?includeSchedulingPages=2`);
      expect(missing.status).toBe(422);
      expect(Object.keys(missing.body.errors).sort()).toEqual(['email', 'includeSchedulingPages']);
    }
  });
});

describe('includeSchedulingPages', () => {
  test('200: pages that name the schedule, and for the default those hosted without one', async () => {
    const email = await newcomer();
    const other = await add(email);
    const [byDefault] = await list(email);
    const named = await addPage(app.runtime, { hosts: [email], title: 'Named', scheduleId: other.uuid });
    const plain = await addPage(app.runtime, { hosts: [email], title: 'Plain' });
    const hosted = await addPage(app.runtime, {
      hosts: [mara, email],
      title: 'Hosted',
      teamSlug: 'discovery',
    });
    await addPage(app.runtime, { hosts: [email], isDeleted: true, scheduleId: other.uuid });
    await addPage(app.runtime, { hosts: [email], isDeleted: true });
    await addPage(app.runtime, { hosts: [mara], title: 'Not theirs' });

    const { body } = await app.get(`/schedules?email=${email}&includeSchedulingPages=true`);
    const base = 'http://localhost:4000';
    const ownerSlug = (await app.get('/organizations/users?per_page=100')).body.collection.find(
      (user: { email: string }) => user.email === email,
    ).slug;
    expect(body.collection[0].schedulingPages).toEqual([
      {
        uuid: hosted.id,
        title: 'Hosted',
        slug: hosted.slug,
        schedulingUrl: `${base}/team/discovery/${hosted.slug}`,
      },
      {
        uuid: plain.id,
        title: 'Plain',
        slug: plain.slug,
        schedulingUrl: `${base}/${ownerSlug}/${plain.slug}`,
      },
    ]);
    const shown = await app.get(`/schedules/${other.uuid}?email=${email}&includeSchedulingPages=true`);
    expect(shown.body.resource.schedulingPages.map((page: { uuid: string }) => page.uuid)).toEqual([
      named.id,
    ]);
    const unasked = await app.get(`/schedules/${byDefault.uuid}?email=${email}&includeSchedulingPages=false`);
    expect(unasked.body.resource).not.toHaveProperty('schedulingPages');
  });

  test('200: an empty list when there are none', async () => {
    const email = await newcomer();
    const { body } = await app.get(`/schedules/default?email=${email}&includeSchedulingPages=1`);
    expect(body.resource.schedulingPages).toEqual([]);
  });
});

describe('isolation', () => {
  test('another workspace can neither see, change nor delete', async () => {
    const email = await newcomer();
    const other = await add(email);
    const token = neighbour.token;
    const path = `/schedules/${other.uuid}`;
    expect((await app.get(`${path}?email=${neighbour.email}`, { token })).status).toBe(404);
    expect((await app.patch(path, { email: neighbour.email, title: 'Mine' }, { token })).status).toBe(404);
    expect((await app.delete(path, undefined, { token })).status).toBe(404);
    expect((await app.get(`${path}?email=${email}`)).body.resource.title).toBe('Evenings');
  });
});
