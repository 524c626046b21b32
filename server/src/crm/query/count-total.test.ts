import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { createTestRuntime } from '../../../test/runtime.ts';
import { repeatConcurrently } from '../../../test/times.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { openObject } from '../schema/definitions.ts';
import { listRecords } from './list-records.ts';
import { buildQueryFromParams } from './parse-query.ts';
import { upsertPeople } from '../public.ts';
import { createRecord } from '../records/write-record.ts';
import { findObjectAddress, queryRows, createTestCrm, findWorkspaceId } from '../test-crm.ts';
import { createTestImport } from '../test-import.ts';
import { clearOptions } from '../upkeep/clear-options.ts';
import { rebuildSearch } from '../upkeep/rebuild-search.ts';

/** Totals of filtered lists are cached, and exact whatever is written in between. */

let nowMs = Date.UTC(2027, 0, 4, 9);
const app = useApp({ clock: { now: () => new Date(nowMs) } });
const crm = createTestCrm(app);
const files = createTestImport(app);

let workspaceId: WorkspaceId;
/** Each test has its own object with three big records, one of them linked with a big partner, and a small one. */
let slug: string;
let partners: string;
let partnerId: string;
let ids: string[];
let options: { id: number; value: string }[];

beforeAll(async () => {
  workspaceId = await findWorkspaceId(app);
});

beforeEach(async () => {
  partners = await crm.object();
  slug = await crm.object();
  await crm.attribute(partners, { label: 'Size', type: 'number' });
  for (const fields of [
    { label: 'Code', type: 'text', isUnique: true },
    { label: 'Size', type: 'number' },
    { label: 'Tags', type: 'multiselect', options: [{ value: 'Red' }, { value: 'Blue' }] },
    { label: 'Partner', type: 'relation', relatedObjectSlug: partners, relationType: 'many_to_many' },
  ]) {
    await crm.attribute(slug, fields);
  }
  const stages = [{ value: 'New' }, { value: 'Won' }];
  const stage = await crm.attribute(slug, { label: 'Stage', type: 'select', options: stages });
  options = stage['options'] as typeof options;
  partnerId = (await crm.record(partners, { size: 10 })).id;
  ids = [];
  for (const [index, size] of [10, 10, 10, 1].entries()) {
    const partner = index === 0 ? [partnerId] : [];
    ids.push((await crm.record(slug, { code: `c${index}`, size, stage: 'New', tags: ['Red'], partner })).id);
  }
});

const big = 'filter[size]=10';
const red = 'filter[tags]=Red';
const linked = 'filter[partner.size]=10';
const noPartner = 'filter[partner][empty]=true';
const noStage = 'filter[stage][empty]=true';

/** The total of a list, which must be the number of listed records. */
async function totalOf(query: string, of = slug): Promise<number> {
  const { body } = await app.get(`/crm/${of}?count=100&${query}`);
  expect(body.pagination.total, query).toBe(body.collection.length);
  return body.pagination.total as number;
}

/** The total of a list, and how many statements counted. */
async function list(
  query: string,
  { runtime = app.runtime as Runtime, of = slug, beforeCount = () => Promise.resolve() } = {},
) {
  return readInWorkspace(runtime, createSystemActor(workspaceId), async (ctx) => {
    const statements = watch(ctx, beforeCount);
    const definition = await openObject(ctx, of, 'read');
    const recordQuery = buildQueryFromParams(Object.fromEntries(new URLSearchParams(query)), {
      limit: 1,
      offset: 0,
    });
    const { total } = await listRecords(ctx, definition, recordQuery);
    const counts = statements.filter(isCount).length;
    return { total, counts, statements: statements.length };
  });
}

const isCount = (sql: string): boolean => /count\(\*\) as total\b.*from crm_record/s.test(sql);

function watch(ctx: Ctx, beforeCount: () => Promise<void>): string[] {
  const statements: string[] = [];
  const executor = ctx.db.getExecutor();
  const executeQuery = executor.executeQuery.bind(executor);
  executor.executeQuery = async (compiled) => {
    statements.push(compiled.sql);
    if (isCount(compiled.sql)) await beforeCount();
    return executeQuery(compiled);
  };
  return statements;
}

const bulk = (records: object[], more = {}) => app.post(`/crm/${slug}/bulk`, { records, ...more });
const relate = (index: number, change: object) =>
  app.patch(`/crm/${slug}/${ids[index]}/relation`, { attributeSlug: 'partner', ...change });
const merge = () => app.post(`/crm/${slug}/merge`, { survivorId: ids[0], mergedId: ids[1] });

async function linkFromPartner() {
  const { body } = await app.get(`/crm/objects/${partners}`);
  const back = body.object.attributes.find(({ type }: { type: string }) => type === 'relation');
  return app.patch(`/crm/${partners}/${partnerId}/relation`, { attributeSlug: back.key, add: [ids[1]] });
}

/** Records store a deleted option until it is cleared in the background, which changes the total. */
async function deleteNew() {
  const [gone, kept] = options;
  await app.patch(`/crm/objects/${slug}/attributes/stage`, { options: [kept] });
  expect(await totalOf(noStage)).toBe(0);
  const place = await findObjectAddress(app, slug);
  await clearOptions(app.runtime, { ...place, attributeKey: 'stage', optionIds: [gone?.id ?? 0] });
}

describe('a cached total is exact after', () => {
  test.each<[string, string, number, () => Promise<unknown>]>([
    ['a record was created', big, 4, () => crm.record(slug, { size: 10 })],
    ['a record was changed', big, 2, () => app.patch(`/crm/${slug}/${ids[0]}`, { size: 2 })],
    ['a record was deleted', big, 2, () => app.delete(`/crm/${slug}/${ids[0]}`)],
    ['an upsert', big, 4, () => app.put(`/crm/${slug}?matchingAttribute=code`, { code: 'c3', size: 10 })],
    ['a bulk write', big, 5, () => bulk([{ size: 10 }, { size: 10 }])],
    ['a bulk upsert', big, 2, () => bulk([{ code: 'c0', size: 3 }], { matchingAttribute: 'code' })],
    ['an import', big, 5, () => files.run(slug, 'code,size\nx,10\nc3,10', '?matchingAttribute=code')],
    ['a merge', big, 2, merge],
    ['a value of a list was removed', red, 3, () => app.patch(`/crm/${slug}/${ids[0]}`, { tags: [] })],
    ['an option was deleted', noStage, 4, deleteNew],
    ['a link was added', linked, 2, () => relate(1, { add: [partnerId] })],
    ['a link was removed', noPartner, 4, () => relate(0, { remove: [partnerId] })],
    ['a link was added from the other side', noPartner, 2, linkFromPartner],
    ['a partner was changed', linked, 0, () => app.patch(`/crm/${partners}/${partnerId}`, { size: 1 })],
    ['a partner was deleted', noPartner, 4, () => app.delete(`/crm/${partners}/${partnerId}`)],
  ])('%s', async (_, query, after, write) => {
    const before = await totalOf(query);
    expect(before).not.toBe(after);
    await write();
    expect(await totalOf(query)).toBe(after);
  });

  test('a merge and an import were undone', async () => {
    const { body } = await merge();
    expect(await totalOf(big)).toBe(2);
    await app.post(`/crm/merges/${body.merge.id}/undo`);
    expect(await totalOf(big)).toBe(3);
    const done = await files.run(slug, 'code,size\nx,10\nc3,10', '?matchingAttribute=code');
    expect(await totalOf(big)).toBe(5);
    await app.post(`/crm/imports/${done.id}/undo`);
    await files.work(done.id);
    expect(await totalOf(big)).toBe(3);
  });

  test('a booking added a person', async () => {
    const query = 'filter[timezone]=Pacific/Apia';
    const total = await totalOf(query, 'people');
    await runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) =>
      upsertPeople(ctx, 'form.submitted', [{ email: 'sina@apia.example', timezone: 'Pacific/Apia' }]),
    );
    expect(await totalOf(query, 'people')).toBe(total + 1);
  });

  test('search texts were rebuilt, which changes no record', async () => {
    const { id } = await crm.record(slug, { code: 'zebra' });
    await app.patch(`/crm/objects/${slug}`, { primaryAttribute: 'code' });
    const before = await app.get(`/crm/${slug}/${id}`);
    expect(await totalOf('search=zebra')).toBe(0);
    await rebuildSearch(app.runtime, await findObjectAddress(app, slug));
    expect(await totalOf('search=zebra')).toBe(1);
    const after = await app.get(`/crm/${slug}/${id}`);
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
  });

  test('a meeting began, since facts of meetings depend on the time', async () => {
    const query = 'filter[lastMeetingAt][empty]=true';
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    const { body } = await bookPage(app, page, { date: '2027-01-12', email: 'soon@met.example' });
    const startsAtMs = Date.parse(body.startTime);
    nowMs = startsAtMs - 60_000;
    const total = await totalOf(query, 'people');
    nowMs = startsAtMs + 60_000;
    expect(await totalOf(query, 'people')).toBe(total - 1);
  });

  test('another server wrote, which has a cache of its own', async () => {
    const other = createTestRuntime({ ...app.runtime.database });
    expect([(await list(big)).total, (await list(big, { runtime: other })).total]).toEqual([3, 3]);
    await crm.record(slug, { size: 10 });
    expect([(await list(big)).total, (await list(big, { runtime: other })).total]).toEqual([4, 4]);
  });
});

describe('a transaction that began before the count and ends after it', () => {
  test.each([
    ['the last one to begin', () => Promise.resolve()],
    ['while others begin and end', () => crm.record(partners, {})],
  ])('is in the next total, %s', async (_, writeMore) => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const writer = runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
      await add(ctx);
      begin();
      await finished;
    });
    await begun;
    await writeMore();
    expect(await list(big)).toMatchObject({ total: 3, counts: 1 });
    await writeMore();
    expect(await list(big)).toMatchObject({ total: 3, counts: 0 });
    finish();
    await writer;
    expect(await list(big)).toMatchObject({ total: 4, counts: 1 });
    expect(await list(big)).toMatchObject({ total: 4, counts: 0 });
  });

  test('sees what it wrote itself, and others do not', async () => {
    expect((await list(big)).total).toBe(3);
    const rolledBack = runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
      await add(ctx);
      const definition = await openObject(ctx, slug, 'read');
      const recordQuery = buildQueryFromParams({ 'filter[size]': '10' } as object, { limit: 1, offset: 0 });
      expect((await listRecords(ctx, definition, recordQuery)).total).toBe(4);
      expect((await list(big)).total).toBe(3);
      throw new Error('Rolled back.');
    });
    await expect(rolledBack).rejects.toThrow('Rolled back.');
    expect(await list(big)).toMatchObject({ total: 3, counts: 0 });
  });

  async function add(ctx: Ctx): Promise<void> {
    const definition = await openObject(ctx, slug, 'write');
    await createRecord(ctx, definition, { values: { size: 10 }, links: new Map() });
  }
});

describe('a total is cached', () => {
  test('and not counted again while nothing changes, with no more statements than counting', async () => {
    const first = await list(big);
    const again = await list(big);
    expect([first.counts, again.counts]).toEqual([1, 0]);
    expect(again.statements).toBe(first.statements);
  });

  test('for the requests that follow, and no request waits for the count of another one', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let counting = () => {};
    const isCounting = new Promise<void>((resolve) => (counting = resolve));
    const beforeCount = () => {
      counting();
      return released;
    };
    const stuck = list(big, { beforeCount });
    await isCounting;
    const others = await repeatConcurrently(8, () => list(big));
    expect(others.map(({ total }) => total)).toEqual(Array.from({ length: 8 }, () => 3));
    await crm.record(slug, { size: 10 });
    release();
    expect((await stuck).total).toBe(4);
    expect(await list(big)).toMatchObject({ total: 4, counts: 0 });
  });

  test('for an hour if a write leaves no change, so the tests above would fail without changes', async () => {
    expect((await list(big)).total).toBe(3);
    await queryRows(app, 'update crm_record set n1 = 10 where id = $1', [ids[3]]);
    expect((await list(big)).total).toBe(3);
    nowMs += 3_600_001;
    expect((await list(big)).total).toBe(4);
  });

  test('while records of other objects change, unless the filter leads through a relation', async () => {
    await list(big);
    await list(linked);
    await crm.record(partners, { size: 10 });
    expect([(await list(big)).counts, (await list(linked)).counts]).toEqual([0, 1]);
  });

  test('while notes are written on records', async () => {
    await list(big);
    await app.post(`/crm/${slug}/${ids[0]}/notes`, { note: 'Likes tea.' });
    expect((await list(big)).counts).toBe(0);
  });

  test('although changes restored from another cluster have transaction ids in the future', async () => {
    await queryRows(
      app,
      `insert into crm_change (workspace_id, tx, id, object_id, record_id, kind, actor_kind)
       values ($1, 1000000000000, gen_random_uuid(), $2, $3, 'record.updated', 'system')`,
      [workspaceId, (await findObjectAddress(app, slug)).objectId, ids[0]],
    );
    expect([(await list(big)).counts, (await list(big)).counts]).toEqual([1, 0]);
  });

  test('by filter and definition', async () => {
    await list(big);
    expect((await list('filter[size]=1')).counts).toBe(1);
    expect((await list('filter[size][ne]=10')).counts).toBe(1);
    await app.patch(`/crm/objects/${slug}`, { singularName: 'Deal' });
    expect((await list(big)).counts).toBe(1);
    await list(linked);
    await app.patch(`/crm/objects/${partners}`, { singularName: 'Partner' });
    expect((await list(linked)).counts).toBe(1);
  });

  test('only as long as there are few changes to look through', async () => {
    await list(big);
    await app.post(`/crm/${partners}/bulk`, { records: Array.from({ length: 500 }, () => ({})) });
    expect((await list(big)).counts).toBe(1);
  });

  test('separately for each workspace', async () => {
    const { token } = await createNeighbour(app.runtime);
    const ofNeighbour = async () =>
      (await app.get('/crm/people?filter[jobTitle]=Potter', { token })).body.pagination.total;
    await crm.person({ firstName: 'Ours', jobTitle: 'Potter' });
    const ours = await totalOf('filter[jobTitle]=Potter', 'people');
    expect([ours, await ofNeighbour()]).toEqual([1, 0]);
    await app.post('/crm/people', { firstName: 'Theirs', jobTitle: 'Potter' }, { token });
    await app.post('/crm/people', { firstName: 'Theirs too', jobTitle: 'Potter' }, { token });
    expect([await totalOf('filter[jobTitle]=Potter', 'people'), await ofNeighbour()]).toEqual([1, 2]);
  });
});

test('beside eight writers every total was true at some moment, and the last one is true at the end', async () => {
  let isOver = false;
  const totals: number[] = [];
  const reader = (async () => {
    while (!isOver) totals.push((await list(big)).total ?? -1);
  })();
  await repeatConcurrently(8, async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await crm.record(slug, { size: 10 });
      if (round % 3 > 0) await app.delete(`/crm/${slug}/${id}`);
    }
  });
  isOver = true;
  await reader;
  expect(await totalOf(big)).toBe(3 + 8 * 4);
  expect(totals.every((total) => total >= 3 && total <= 3 + 8 * 5)).toBe(true);
});
