import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';

/** Changes of one link each that one caller sends at the same moment. */

const app = useApp({ recordEvents: true });
const crm = createTestCrm(app);

let deals: string;
let contacts: string;

beforeAll(async () => {
  deals = await crm.object();
  contacts = await crm.object();
  for (const [label, relationType] of [
    ['many', 'many_to_many'],
    ['only', 'many_to_one'],
    ['own', 'one_to_many'],
  ])
    await crm.attribute(deals, { label, type: 'relation', relatedObjectSlug: contacts, relationType });
});

const relate = (id: string, body: object, token = ownerToken) =>
  app.patch(`/crm/${deals}/${id}/relation`, body, { token });
const newDeals = (count: number) => repeatConcurrently(count, async () => (await crm.record(deals, {})).id);
const newContact = async () => (await crm.record(contacts, {})).id;
const changesOf = (ids: readonly string[]) =>
  queryRows<{ id: string; tx: string; member_id: string; diff: object }>(
    app,
    `select record_id as id, tx, member_id, diff from crm_change
     where record_id = any ($1) and kind = 'record.updated' order by tx, record_id`,
    [ids],
  );
const linksOf = async (id: string, key = 'many') =>
  (await app.get(`/crm/${deals}/${id}`)).body.record.attributes[key];

test('concurrent changes are each made, answered with their version, recorded on both sides and published once', async () => {
  const ids = await newDeals(60);
  const contact = await newContact();
  const answers = await Promise.all(ids.map((id) => relate(id, { attributeSlug: 'many', add: [contact] })));

  expect(countByStatus(answers)).toEqual({ 200: 60 });
  expect(answers.map(({ body }) => body.record.id)).toEqual(ids);
  for (const { body, headers } of answers) {
    expect(body.record.attributes.many).toEqual([contact]);
    expect(headers['etag']).toBe('"2"');
  }
  const changes = await changesOf(ids);
  expect(changes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(
    changes.every(({ diff }) => JSON.stringify(diff) === JSON.stringify({ many: [[], [contact]] })),
  ).toBe(true);
  expect(await changesOf([contact])).toHaveLength(60);
  const published = app.published
    .filter(({ name }) => name === 'crm.record.updated')
    .map(({ payload }) => payload.recordId as string);
  expect(published.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
});

test('200, 404, 422: concurrent requests are answered as they would be alone', async () => {
  const [fresh, linked, bare, taken, gone, twice] = (await newDeals(6)) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [contact, other] = [await newContact(), await newContact()];
  await relate(linked, { attributeSlug: 'only', add: [contact] });
  await relate(taken, { attributeSlug: 'only', add: [other] });
  await app.delete(`/crm/${deals}/${gone}`);
  const changes: [id: string, change: object][] = [
    [fresh, { add: [contact] }],
    [linked, { add: [contact] }],
    [bare, { remove: [contact] }],
    [taken, { add: [contact] }],
    [gone, { add: [contact] }],
    [twice, { add: [contact.toUpperCase()] }],
    [twice, { remove: [contact] }],
    [fresh, { add: [gone] }],
    [bare, { add: ['x'] }],
  ];
  const answers = await Promise.all(
    changes.map(([id, change]) => relate(id, { attributeSlug: 'only', ...change })),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 422, 404, 200, 200, 422, 422]);
  expect(answers[1]?.headers['etag']).toBe('"2"');
  expect(answers[2]?.headers['etag']).toBe('"1"');
  expect(answers[3]?.body.errors['add.0'][0]).toContain('can have only one link here');
  expect(answers[4]?.body).toEqual({ success: false, message: 'Record not found.', status: 404 });
  expect(answers[7]?.body.errors['add.0'][0]).toContain(`No ${contacts} record`);
  expect(await linksOf(fresh, 'only')).toEqual([contact]);
  expect(await linksOf(taken, 'only')).toEqual([other]);
  expect(await changesOf([bare, gone])).toEqual([]);
  expect(await changesOf([linked, taken])).toHaveLength(2);
});

test('200, 422: of many that add a partner with room for one, one succeeds', async () => {
  const ids = await newDeals(24);
  const contact = await newContact();
  const answers = await Promise.all(ids.map((id) => relate(id, { attributeSlug: 'own', add: [contact] })));
  expect(countByStatus(answers)).toEqual({ 200: 1, 422: 23 });
});

test('403: concurrent requests without the scope are all refused', async () => {
  const ids = await newDeals(4);
  const contact = await newContact();
  await app.patch(`/crm/objects/${deals}`, { isActive: false });
  const answers = await Promise.all(ids.map((id) => relate(id, { attributeSlug: 'many', add: [contact] })));
  await app.patch(`/crm/objects/${deals}`, { isActive: true });
  expect(countByStatus(answers)).toEqual({ 403: 4 });
});

describe('a record that is locked by another transaction', () => {
  test('delays only requests that change it', async () => {
    const [locked = '', ...free] = await newDeals(12);
    const contact = await newContact();
    const holder = await app.runtime.database.pool.connect();
    await holder.query(`begin; set local daybook.workspace = '*'`);
    await holder.query('select from crm_record where id = $1 for no key update', [locked]);
    let isAnswered = false;
    const waiting = relate(locked, { attributeSlug: 'many', add: [contact] }).finally(
      () => (isAnswered = true),
    );
    const answers = await Promise.all(
      free.map((id) => relate(id, { attributeSlug: 'many', add: [contact] })),
    );
    const after = await relate(free[0] ?? '', { attributeSlug: 'many', remove: [contact] });

    expect(countByStatus([...answers, after])).toEqual({ 200: 12 });
    expect(isAnswered).toBe(false);
    await holder.query('commit');
    holder.release();
    expect((await waiting).status).toBe(200);
    expect(await linksOf(locked)).toEqual([contact]);
  });
});

test('the history names the user of each of two concurrent changes', async () => {
  const ids = await newDeals(16);
  const contact = await newContact();
  const token = await app.tokenOf('tomas@juniper.example', ['crm:read', 'crm:write']);
  const tokenFor = (index: number) => (index % 2 === 0 ? ownerToken : token);
  await Promise.all(
    ids.map((id, index) => relate(id, { attributeSlug: 'many', add: [contact] }, tokenFor(index))),
  );
  const members = new Map((await changesOf(ids)).map((change) => [change.id, change.member_id]));
  const [mine, theirs] = [0, 1].map(
    (rest) => new Set(ids.filter((_, i) => i % 2 === rest).map((id) => members.get(id))),
  );
  expect([mine?.size, theirs?.size]).toEqual([1, 1]);
  expect(mine).not.toEqual(theirs);
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});
