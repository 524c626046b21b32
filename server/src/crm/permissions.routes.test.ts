import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { queryRows, createTestCrm } from './test-crm.ts';
import { createTestImport } from './test-import.ts';

const app = useApp();
const crm = createTestCrm(app);
const files = createTestImport(app);

const aiko = 'aiko@juniper.example';
const only = 'Only owners and admins can do this.';
let token: string;

beforeAll(async () => {
  token = await app.tokenOf(aiko, ['crm:write', 'webhooks:write']);
});

const outcome = ({ status, body }: Answer) => [status, body.message];
const allow = (slug: string, user: string) => app.patch(`/crm/objects/${slug}`, { permissions: { user } });

async function deals(user?: string): Promise<string> {
  const slug = await crm.object();
  await crm.attribute(slug, { label: 'Name', type: 'text', isUnique: true });
  await crm.attribute(slug, { label: 'Owner', type: 'user' });
  if (user) expect((await allow(slug, user)).body.object.permissions).toEqual({ user });
  return slug;
}

describe('a user who is neither owner nor admin', () => {
  test('403: changes and deletes no object, adds, changes and deletes no attribute, undoes no import, exports nothing', async () => {
    const slug = await deals();
    const { id } = await files.run(slug, 'name\nOak\n');
    const answers = [
      await app.patch(`/crm/objects/${slug}`, { singularName: 'Mine' }, { token }),
      await app.delete(`/crm/objects/${slug}`, undefined, { token }),
      await app.patch(`/crm/objects/${slug}/attributes/name`, { isRequired: true }, { token }),
      await app.post(
        `/crm/objects/${slug}/attributes`,
        { label: 'X', type: 'text', isRequired: true },
        { token },
      ),
      await app.post(
        `/crm/objects/${slug}/attributes`,
        { label: 'X', type: 'relation', relatedObjectSlug: 'people', relationType: 'one_to_one' },
        { token },
      ),
      await app.post(`/crm/imports/${id}/undo`, {}, { token }),
      await app.get(`/crm/${slug}/export`, { token }),
      await app.get('/crm/people/export', { token }),
      await app.post(
        '/crm/objects',
        { slug: 'mine-alone', singularName: 'M', pluralName: 'Ms', permissions: { user: 'none' } },
        { token },
      ),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [403, only]));
    expect((await app.get(`/crm/${slug}`)).body.pagination.total).toBe(1);
  });

  test("403: a colleague's note on a record; their own they change, and an admin's change is signed", async () => {
    const slug = await deals();
    const { id } = await crm.record(slug, { name: 'Oak' });
    const path = `/crm/${slug}/${id}/notes`;
    const { note } = (await app.post(path, { note: 'By Mara' })).body;
    const sentence = 'Only the author, owners and admins can edit or delete a note.';
    expect(outcome(await app.patch(`${path}/${note.id}`, { note: 'x' }, { token }))).toEqual([403, sentence]);
    expect(outcome(await app.delete(`${path}/${note.id}`, undefined, { token }))).toEqual([403, sentence]);
    const own = (await app.post(path, { note: 'By Aiko' }, { token })).body.note;
    expect(own.editor).toBeNull();
    const changed = (await app.patch(`${path}/${own.id}`, { note: 'Changed by Mara' })).body.note;
    expect(changed).toMatchObject({ author: own.author, editor: { name: 'Mara Lindqvist' } });
    expect((await app.patch(`${path}/${own.id}`, { note: 'Back' }, { token })).status).toBe(200);
  });
});

describe('permissions.user', () => {
  test('200: write by default, and set on people and companies, of which nothing else is changed', async () => {
    const { object } = (await app.get('/crm/objects/companies')).body;
    expect(object.permissions).toEqual({ user: 'write' });
    expect((await allow('companies', 'read')).body.object.permissions).toEqual({ user: 'read' });
    const renamed = { singularName: 'Firm', permissions: { user: 'write' } };
    expect((await app.patch('/crm/objects/companies', renamed)).status).toBe(403);
    expect((await app.post('/crm/companies', { name: 'X' }, { token })).status).toBe(403);
    await allow('companies', 'write');
    expect((await allow('companies', 'everything')).status).toBe(422);
  });

  test('read: 200 for reading, 403 for every write', async () => {
    const slug = await deals('read');
    const { id } = await crm.record(slug, { name: 'Oak' });
    expect((await app.get(`/crm/${slug}/${id}`, { token })).status).toBe(200);
    const answers = [
      await app.post(`/crm/${slug}`, { name: 'Elm' }, { token }),
      await app.put(`/crm/${slug}?matchingAttribute=name`, { name: 'Oak' }, { token }),
      await app.patch(`/crm/${slug}/${id}`, { name: 'Elm' }, { token }),
      await app.delete(`/crm/${slug}/${id}`, undefined, { token }),
      await app.patch(`/crm/${slug}/${id}/relation`, { attributeSlug: 'owner', add: ['X'] }, { token }),
      await app.post(`/crm/${slug}/bulk`, { records: [{ name: 'Elm' }] }, { token }),
      await app.post(`/crm/${slug}/${id}/notes`, { note: 'x' }, { token }),
      await app.inject({
        method: 'POST',
        url: `/v2/crm/${slug}/import`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        payload: 'name\nElm\n',
      }),
    ];
    const sentence = 'Users can only read Things. An owner or admin can change that.';
    expect(answers.map(outcome)).toEqual(answers.map(() => [403, sentence]));
  });

  test('own: 200 for what one created or is assigned to, 403 for the records of others', async () => {
    const slug = await deals('own');
    const theirs = await crm.record(slug, { name: 'Theirs' });
    const own = (await app.post(`/crm/${slug}`, { name: 'Own' }, { token })).body.record;
    const [me] = await queryRows<{ id: string }>(app, 'select id from member where email = $1', [aiko]);
    const assigned = await crm.record(slug, { name: 'Assigned', owner: [me?.id] });
    const write = (id: string) => [
      () => app.patch(`/crm/${slug}/${id}`, { name: `Changed ${id}` }, { token }),
      () => app.patch(`/crm/${slug}/${id}/relation`, { attributeSlug: 'owner', add: [me?.id] }, { token }),
      () => app.delete(`/crm/${slug}/${id}`, undefined, { token }),
    ];
    for (const send of write(theirs.id)) expect((await send()).status).toBe(403);
    expect((await app.get(`/crm/${slug}/${theirs.id}`, { token })).status).toBe(200);
    const upserted = await app.put(`/crm/${slug}?matchingAttribute=name`, { name: 'Theirs' }, { token });
    expect(upserted.status).toBe(403);
    const bulk = { records: [{ name: 'Theirs', owner: [] }, { name: 'New' }], matchingAttribute: 'name' };
    const { results } = (await app.post(`/crm/${slug}/bulk`, { ...bulk, mode: 'each' }, { token })).body;
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['failed', 'created']);
    const merge = { survivorId: own.id, mergedId: theirs.id };
    expect((await app.post(`/crm/${slug}/merge`, merge, { token })).status).toBe(403);
    const { body } = await app.inject({
      method: 'POST',
      url: `/v2/crm/${slug}/import?matchingAttribute=name`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: `name,owner\nTheirs,${me?.id}\n`,
    });
    expect(await files.work(body.import.id)).toMatchObject({ updated: 0, failed: 1 });
    for (const { id } of [own, assigned]) {
      for (const send of write(id)) expect((await send()).status).toBe(200);
    }
  });

  test('none: 404 at every door, and no trace on the objects that are related', async () => {
    const [slug, other] = [await deals(), await deals()];
    await crm.attribute(other, {
      label: 'Deal',
      type: 'relation',
      relatedObjectSlug: slug,
      relatedObjectLabel: 'Others',
      relationType: 'many_to_one',
    });
    const { id } = await crm.record(slug, { name: 'Secret oak' });
    const partner = await crm.record(other, { name: 'Known', deal: [id] });
    const { id: importId } = await files.run(slug, 'name\nElm\n');
    expect((await app.get(`/crm/${other}/${partner.id}?expand=deal`, { token })).status).toBe(200);
    await allow(slug, 'none');

    const doors = [
      await app.get(`/crm/objects/${slug}`, { token }),
      await app.get(`/crm/${slug}`, { token }),
      await app.post(`/crm/${slug}/query`, {}, { token }),
      await app.get(`/crm/${slug}?search=oak`, { token }),
      await app.get(`/crm/${slug}/${id}`, { token }),
      await app.patch(`/crm/${slug}/${id}`, {}, { token }),
      await app.delete(`/crm/${slug}/${id}`, undefined, { token }),
      await app.patch(`/crm/${slug}/${id}/relation`, { attributeSlug: 'owner', add: ['X'] }, { token }),
      await app.get(`/crm/${slug}/${id}/timeline`, { token }),
      await app.get(`/crm/${slug}/${id}/history`, { token }),
      await app.get(`/crm/${slug}/${id}/notes`, { token }),
      await app.get(`/crm/${slug}/duplicates`, { token }),
      await app.post(`/crm/${slug}/bulk`, { records: [{}] }, { token }),
      await app.post(`/crm/${slug}/merge`, { survivorId: id, mergedId: partner.id }, { token }),
      await app.get(`/crm/imports/${importId}`, { token }),
    ];
    expect(doors.map(({ status }) => status)).toEqual(doors.map(() => 404));
    const slugs = (answer: Answer) => answer.body.collection.map((item: { slug: string }) => item.slug);
    expect(slugs(await app.get('/crm/objects?count=100', { token }))).not.toContain(slug);
    expect(slugs(await app.get('/crm/objects?count=100'))).toContain(slug);
    const imports = (await app.get('/crm/imports', { token })).body.collection;
    expect(imports.map((item: { id: string }) => item.id)).not.toContain(importId);

    const filters = [`filter[deal.name]=x`, `filter[deal]=${id}`, `expand=deal`, `fields=deal`];
    for (const query of filters) {
      expect((await app.get(`/crm/${other}?${query}`, { token })).status).toBe(422);
      expect((await app.get(`/crm/${other}?${query}`)).status).toBe(200);
    }
    const link = { attributeSlug: 'deal', remove: [id] };
    expect((await app.patch(`/crm/${other}/${partner.id}/relation`, link, { token })).status).toBe(422);
    const relation = {
      label: 'Deal',
      type: 'relation',
      relatedObjectSlug: slug,
      relationType: 'many_to_one',
    };
    const added = await app.post(`/crm/objects/${other}/attributes`, relation, { token });
    expect(outcome(added)).toEqual([403, only]);
    const seen = [
      await app.get(`/crm/${other}/${partner.id}`, { token }),
      await app.get(`/crm/${other}/${partner.id}/history`, { token }),
      await app.get(`/crm/objects/${other}`, { token }),
    ];
    for (const { body } of seen)
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${id}|"deal"|${slug}"`));

    const feed = async (options: object) =>
      (await app.get('/crm/changes?count=1000', options)).body.collection;
    await vi.waitFor(async () => expect(JSON.stringify(await feed({}))).toContain(id), 10_000);
    expect(JSON.stringify(await feed({ token }))).not.toContain(id);
    expect(JSON.stringify(await feed({ token }))).toContain(partner.id);

    await app.runtime.database.pool.query(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select m.workspace_id, gen_random_uuid(), m.id, 'https://hooks.example', s, '{crm.record.updated}', ''
       from member m, unnest('{user,organization}'::text[]) s where m.email = $1`,
      [aiko],
    );
    await app.patch(`/crm/${other}/${partner.id}`, { name: 'Renamed' }, { token });
    const sent = await queryRows<{ scope: string; payload: string }>(
      app,
      `select w.scope, e.payload from webhook_event e join webhook_delivery d on d.event_id = e.id
       join webhook w on w.id = d.webhook_id order by w.scope`,
    );
    const linked = sent.map(({ scope, payload }) => [
      scope,
      payload.includes('Renamed'),
      payload.includes(id),
    ]);
    expect(linked).toEqual([
      ['organization', true, true],
      ['user', true, false],
    ]);
  });
});
