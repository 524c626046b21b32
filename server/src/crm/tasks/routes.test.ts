import { describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../../test/booking.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { queryRows } from '../test-crm.ts';
import { useTasks } from './test-tasks.ts';

const { app, crm, given, create, record, titles, timeline, demand } = useTasks();
const nobody = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const refused =
  'Only the task’s owner, its creator, hosts of its event and users who can edit one of its records can do this.';

describe('POST /crm/tasks', () => {
  test('201: a task of the caller, about a record and an event, on the timeline of the record', async () => {
    const about = await record('Spring catalog');
    const page = await createPage(app, { title: 'Intro' });
    const event = (await bookPage(app, page)).body;
    const body = { title: ' Send the offer ', note: 'By post.', dueOn: '2027-01-12', eventUuid: event.uuid };
    const answer = await app.post('/crm/tasks', { ...body, records: [about] });
    expect(answer.status).toBe(201);
    const mara = { uuid: expect.any(String), name: 'Mara Lindqvist' };
    expect(answer.body).toEqual({
      success: true,
      status: 201,
      task: {
        uuid: expect.any(String),
        title: 'Send the offer',
        note: 'By post.',
        dueOn: '2027-01-12',
        dueAt: null,
        timezone: 'Europe/Berlin',
        isOverdue: false,
        owner: mara,
        creator: mara,
        event: { uuid: event.uuid, title: expect.any(String) },
        records: [{ ...about, name: 'Spring catalog' }],
        doneAt: null,
        doneBy: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await timeline(about)).toEqual([['task.created', 'Send the offer']]);
    const read = await app.get(`/crm/tasks/${answer.body.task.uuid}`);
    expect(read.body).toEqual({ success: true, status: 200, task: answer.body.task });
  });

  test('422: due in a year without rules of time zones, as an instant or as a day', async () => {
    const values = { dueAt: ['9999-01-01T00:00:00Z'], dueOn: ['9999-12-31', '1900-01-01'] };
    for (const [field, dues] of Object.entries(values)) {
      for (const due of dues) {
        const { status, body } = await app.post('/crm/tasks', { title: 'Some day', [field]: due });
        expect([status, body.errors]).toEqual([
          422,
          { [field]: ['Must be in the years from 1970 to 2399.'] },
        ]);
      }
    }
  });

  test('201: for somebody else, or for nobody yet; an instant has a zone', async () => {
    const theirs = await create({ ownerUuid: given.userId, dueAt: '2027-01-10T10:00:00+01:00' });
    expect(theirs).toMatchObject({
      owner: { uuid: given.userId },
      dueAt: '2027-01-10T09:00:00.000000Z',
      dueOn: null,
      timezone: expect.any(String),
      isOverdue: true,
    });
    expect(await create({ ownerUuid: null })).toMatchObject({
      owner: null,
      timezone: null,
      isOverdue: false,
    });
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post('/crm/tasks', {
      title: ' ',
      dueOn: '2027-02-30',
      timezone: 'Mars/Olympus',
      ownerUuid: 'nobody',
      eventUuid: 'dbk-AAAAAAAAAAAAAAAA',
      records: [
        { objectSlug: given.slug, id: nobody },
        { objectSlug: 'nothing', id: nobody },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'dueOn',
      'eventUuid',
      'ownerUuid',
      'records.0.id',
      'records.1.objectSlug',
      'timezone',
      'title',
    ]);
    const both = { title: 'x', dueOn: '2027-02-03', dueAt: '2027-02-03T09:00:00Z' };
    expect((await app.post('/crm/tasks', both)).body.errors).toEqual({
      dueAt: ['Give a day or an instant, not both.'],
    });
  });

  test('422: an empty id is no id, here and in a change', async () => {
    const { uuid } = await create({});
    for (const field of ['ownerUuid', 'eventUuid']) {
      for (const id of ['', ' ', 'x']) {
        const created = await app.post('/crm/tasks', { title: 'x', [field]: id });
        const changed = await app.patch(`/crm/tasks/${uuid}`, { [field]: id });
        for (const { status, body } of [created, changed])
          expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      }
    }
  });

  test('401, 403: without a token, and with one that only reads', async () => {
    expect((await app.post('/crm/tasks', { title: 'x' }, { token: null })).status).toBe(401);
    const token = await app.tokenOf('mara@juniper.example', ['crm:read']);
    expect((await app.post('/crm/tasks', { title: 'x' }, { token })).status).toBe(403);
  });
});

describe('GET /crm/tasks', () => {
  test('200: by when they are due, page by page, each once', async () => {
    const about = await record('Many');
    const due = ['2027-03-05', '2027-03-01', null, '2027-03-03', null, '2027-03-01', '2027-03-04'];
    for (const [index, dueOn] of due.entries()) await create({ title: `${index}`, dueOn, records: [about] });
    const filter = `objectSlug=${about.objectSlug}&recordId=${about.id}`;
    const seen: string[] = [];
    let path: string | null = `/crm/tasks?${filter}&count=2`;
    while (path) {
      const { body } = await app.get(path);
      seen.push(...body.collection.map(({ title }: { title: string }) => title));
      expect(body.pagination.total).toBe(7);
      path = body.pagination.nextPage?.replace(/^.*\/v2/, '') ?? null;
    }
    expect(seen).toHaveLength(7);
    expect(seen.slice(0, 2).sort()).toEqual(['1', '5']);
    expect(seen.slice(2, 5)).toEqual(['3', '6', '0']);
    expect(seen.slice(5).sort()).toEqual(['2', '4']);
    expect((await app.get('/crm/tasks?cursor=nonsense')).status).toBe(422);
  });

  test('200: mine, overdue, by owner, record and event, and done', async () => {
    const about = await record('Filtered');
    const filter = `objectSlug=${about.objectSlug}&recordId=${about.id}`;
    const records = [about];
    await create({ title: 'late', dueOn: '2027-01-10', records });
    await create({ title: 'today', dueOn: '2027-01-11', ownerUuid: given.userId, records });
    const { uuid } = await create({ title: 'over', ownerUuid: null, records });
    await demand(app.post(`/crm/tasks/${uuid}/complete`));
    await create({ title: 'free', ownerUuid: null, records });
    expect(await titles(filter)).toEqual(['late', 'today', 'free']);
    expect(await titles(`${filter}&mine=true`)).toEqual(['late']);
    expect(await titles(`${filter}&mine=true`, given.user)).toEqual(['today']);
    expect(await titles(`${filter}&overdue=true`)).toEqual(['late']);
    expect(await titles(`${filter}&owner=${given.userId}`)).toEqual(['today']);
    expect(await titles(`${filter}&owner=none`)).toEqual(['free']);
    expect(await titles(`${filter}&state=done`)).toEqual(['over']);
    expect(await titles('eventUuid=dbk-AAAAAAAAAAAAAAAA')).toEqual([]);
    for (const query of [`recordId=${about.id}`, 'mine=true&owner=none', 'overdue=true&state=done'])
      expect((await app.get(`/crm/tasks?${query}`)).status).toBe(422);
    expect((await app.get(`/crm/tasks?objectSlug=${about.objectSlug}&recordId=${nobody}`)).status).toBe(404);
  });
});

describe('PATCH /crm/tasks/{uuid}', () => {
  test('200: changes what is sent; a day replaces an instant; records are replaced whole', async () => {
    const [one, two] = [await record('One'), await record('Two')];
    const { uuid } = await create({ dueAt: '2027-02-01T09:00:00Z', note: 'old', records: [one] });
    const change = async (body: object) => (await demand(app.patch(`/crm/tasks/${uuid}`, body))).task;
    expect(await change({ dueOn: '2027-02-02' })).toMatchObject({
      dueOn: '2027-02-02',
      dueAt: null,
      note: 'old',
    });
    expect(await change({ note: null, title: 'New' })).toMatchObject({ note: null, title: 'New' });
    expect(await change({ dueOn: null })).toMatchObject({ dueOn: null, timezone: null });
    expect((await change({ records: [two] })).records).toMatchObject([{ name: 'Two' }]);
    expect(await timeline(two)).toEqual([['task.created', 'New']]);
    expect((await change({ ownerUuid: given.userId })).owner.uuid).toBe(given.userId);
  });

  test('404: of another workspace, hidden or unknown; 403: where users only read', async () => {
    const hidden = await crm.object();
    await crm.attribute(hidden, { label: 'Name', type: 'text' });
    await app.patch(`/crm/objects/${hidden}`, { primaryAttribute: 'name' });
    const secret = { objectSlug: hidden, id: (await crm.record(hidden, { name: 'Secret' })).id };
    const { uuid } = await create({ title: 'Hush', records: [secret] });
    const path = `/crm/tasks/${uuid}`;
    for (const id of [nobody, 'nonsense']) expect((await app.get(`/crm/tasks/${id}`)).status).toBe(404);
    expect((await app.get(path, { token: given.neighbour })).status).toBe(404);
    expect((await app.get(path, { token: given.user })).status).toBe(200);

    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'read' } });
    const onlyRead = await app.patch(path, { title: 'x' }, { token: given.user });
    expect([onlyRead.status, onlyRead.body.message]).toEqual([403, refused]);
    const onRead = { title: 'x', records: [secret] };
    expect((await app.post('/crm/tasks', onRead, { token: given.user })).status).toBe(403);

    await app.patch(`/crm/objects/${hidden}`, { permissions: { user: 'none' } });
    expect((await app.get(path, { token: given.user })).status).toBe(404);
    expect((await app.delete(path, undefined, { token: given.user })).status).toBe(404);
    expect(await titles('count=100', given.user)).not.toContain('Hush');
    await demand(app.patch(path, { ownerUuid: given.userId }));
    const own = await demand(app.get(path, { token: given.user }));
    expect(own.task).toMatchObject({ title: 'Hush', records: [] });
    await demand(app.patch(path, { records: [] }, { token: given.user }));
    expect((await demand(app.get(path))).task.records).toMatchObject([{ name: 'Secret' }]);
  });
});

describe('done', () => {
  test('200: by many at once is done once, and can be opened again', async () => {
    const about = await record('Done');
    const { uuid } = await create({ title: 'Do it', dueOn: '2027-01-10', records: [about] });
    await queryRows(
      app,
      `insert into webhook (workspace_id, id, member_id, name, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'Tasks', 'https://hooks.example.com/', 'organization',
         '{crm.task.created,crm.task.completed}', '' from member where email = 'mara@juniper.example'`,
    );
    const answers = await repeatConcurrently(8, () => app.post(`/crm/tasks/${uuid}/complete`));
    expect(countByStatus(answers)).toEqual({ 200: 8 });
    expect(answers[0]?.body.task).toMatchObject({ isOverdue: false, doneBy: { name: 'Mara Lindqvist' } });
    expect(await timeline(about)).toEqual([
      ['task.completed', 'Do it'],
      ['task.created', 'Do it'],
    ]);
    const reopened = await demand(app.post(`/crm/tasks/${uuid}/reopen`));
    expect(reopened.task).toMatchObject({ doneAt: null, doneBy: null, isOverdue: true });
    await create({ title: 'Heard of' });
    const sent = await queryRows<{ payload: string }>(
      app,
      `select payload from webhook_event where name like 'crm.task.%' order by told_at`,
    );
    const heard = sent.map(
      ({ payload }) => JSON.parse(payload) as { event: string; task: { title: string } },
    );
    expect(heard.map(({ event, task }) => [event, task.title])).toEqual([
      ['crm.task.completed', 'Do it'],
      ['crm.task.created', 'Heard of'],
    ]);
  });

  test('200: a deleted task is gone, and the timeline no longer knows its title', async () => {
    const about = await record('Gone');
    const { uuid } = await create({ title: 'Gone soon', records: [about] });
    expect((await app.delete(`/crm/tasks/${uuid}`)).body.message).toBe('Task deleted.');
    expect((await app.delete(`/crm/tasks/${uuid}`)).status).toBe(404);
    expect(await timeline(about)).toEqual([
      ['task.deleted', null],
      ['task.created', null],
    ]);
  });
});
