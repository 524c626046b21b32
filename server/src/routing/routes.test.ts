import { beforeAll, describe, expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { buildForm, createForm } from './test-forms.ts';

const app = useApp();
let page: { uuid: string; slug: string };

beforeAll(async () => {
  page = await createPage(app);
});

const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
const aiko = (scopes: Parameters<typeof app.tokenOf>[1]) => app.tokenOf('aiko@juniper.example', scopes);

describe('POST /routing-forms', () => {
  test('201: the form, with a slug from its name and an id for each field', async () => {
    const { status, body } = await app.post('/routing-forms', {
      name: 'Ève’s form',
      fields: [{ question: 'Where are you?' }],
      fallback: { type: 'EVENT_TYPE', eventTypeUuid: page.uuid },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      resource: {
        name: 'Ève’s form',
        slug: 'eve-s-form',
        routingFormUrl: 'http://localhost:4000/forms/eve-s-form',
        headline: null,
        isActive: true,
        fields: [
          { question: 'Where are you?', type: 'TEXT_INPUT', isRequired: false, options: null, order: 1 },
        ],
        routes: [],
      },
    });
    expect(body.resource.fields[0].inputId).toMatch(/^[0-9A-Za-z]{10}$/);
  });

  test('201: the next of the same name gets another slug, over all workspaces', async () => {
    const neighbour = await createNeighbour(app.runtime, 'slugs@fern.example');
    const form = {
      name: 'Same name',
      fields: [{ question: 'Why?' }],
      fallback: { type: 'MESSAGE', headline: 'Thanks' },
    };
    const [ours, theirs] = [await createForm(app, form), await createForm(app, form, neighbour.token)];
    expect([ours.slug, theirs.slug]).toEqual(['same-name', 'same-name-2']);
  });

  test('422: every wrong field at once', async () => {
    await createForm(app, buildForm(page.uuid, { slug: 'mine' }));
    const { status, body } = await app.post('/routing-forms', {
      name: 'Wrong',
      slug: 'mine',
      fields: [
        { inputId: 'size', question: 'Size', type: 'SELECT_INPUT', options: ['S', 'M'] },
        { inputId: 'size', question: 'Size again' },
      ],
      routes: [
        {
          conditions: [
            { inputId: 'colour', operator: 'equals', value: 'red' },
            { inputId: 'size', operator: 'equals', value: 'XL' },
            { inputId: 'size', operator: 'in', value: ['S', 'XL'] },
            { inputId: 'size', operator: 'equals' },
            { inputId: 'size', operator: 'gt', value: 'many' },
            { inputId: 'size', operator: 'is_empty' },
          ],
          action: { type: 'EVENT_TYPE', eventTypeUuid: unknown },
        },
      ],
      fallback: { type: 'EVENT_TYPE', eventTypeUuid: unknown },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      slug: ['This link ending is already taken.'],
      'fields.1.inputId': ['Another field has this inputId.'],
      'routes.0.conditions.0.inputId': ['Must be a field of this form.'],
      'routes.0.conditions.1.value': ['Must be one of: S, M.'],
      'routes.0.conditions.2.value': ['Must be one of: S, M.'],
      'routes.0.conditions.3.value': ['This field is required.'],
      'routes.0.conditions.4.value': ['Must be a number.'],
      'routes.0.action.eventTypeUuid': ['No event type in this workspace has this id.'],
      'fallback.eventTypeUuid': ['No event type in this workspace has this id.'],
    });
  });

  test('422: what the contract does not allow', async () => {
    const { status, body } = await app.post('/routing-forms', {
      name: '',
      slug: 'Not a slug',
      fields: [
        { question: 'Pick', type: 'RADIO_INPUT' },
        { question: 'Say', options: ['no'] },
        { question: 'Twice', type: 'SELECT_INPUT', options: ['a', 'a'] },
        { inputId: '__proto__', question: 'Odd' },
      ],
      routes: [
        { match: 'some', conditions: [], action: { type: 'CUSTOM_URL', url: 'javascript:alert(1)' } },
        { conditions: [{ inputId: 'x', operator: 'like', value: { a: 1 } }], action: { type: 'ELSEWHERE' } },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'fallback',
      'fields.0.options',
      'fields.1.options',
      'fields.2.options',
      'fields.3.inputId',
      'name',
      'routes.0.action.url',
      'routes.0.conditions',
      'routes.0.match',
      'routes.1.action.type',
      'routes.1.conditions.0.operator',
      'routes.1.conditions.0.value',
      'slug',
    ]);
    expect(body.errors.fallback).toEqual(['This field is required.']);
    expect(body.errors['routes.1.action.type']).toEqual(['Must be one of: EVENT_TYPE, CUSTOM_URL, MESSAGE.']);
    expect(body.errors['routes.0.action.url']).toEqual(['Must be a web address.']);
  });

  test('422: an empty name, a taken slug, an unknown field and an unknown page at once', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const asks = [{ conditions: [{ inputId: 'colour', operator: 'is_empty' }], action: form.fallback }];
    const fallback = { type: 'EVENT_TYPE', eventTypeUuid: unknown };
    const wrong = { name: '', slug: form.slug, routes: asks, fallback };
    const named = ['name', 'routes.0.conditions.0.inputId', 'fallback.eventTypeUuid', 'slug'];
    const created = await app.post('/routing-forms', { ...buildForm(page.uuid), ...wrong });
    expect(Object.keys(created.body.errors)).toEqual(named);
    const { uuid } = await createForm(app, buildForm(page.uuid));
    const changed = await app.patch(`/routing-forms/${uuid}`, wrong);
    expect(Object.keys(changed.body.errors)).toEqual(named);
    const unread = await app.patch(`/routing-forms/${uuid}`, { fields: 7, routes: asks });
    expect(Object.keys(unread.body.errors)).toEqual(['fields']);
    const unknowing = await app.patch(`/routing-forms/${uuid}`, wrong, {
      token: await aiko(['routing-forms:write']),
    });
    expect(Object.keys(unknowing.body.errors)).toEqual(['name']);
  });

  test('422: a page of another workspace', async () => {
    const neighbour = await createNeighbour(app.runtime);
    const { status } = await app.post('/routing-forms', buildForm(page.uuid), { token: neighbour.token });
    expect(status).toBe(422);
  });

  test('422: of many requests for one slug at once, one gets it', async () => {
    const answers = await repeatConcurrently(8, () =>
      app.post('/routing-forms', buildForm(page.uuid, { slug: 'wanted' })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 422: 7 });
  });

  test('401 and 403: no token, and one that may only read', async () => {
    expect((await app.post('/routing-forms', {}, { token: null })).status).toBe(401);
    const { status, body } = await app.post('/routing-forms', buildForm(page.uuid), {
      token: await aiko(['routing-forms:read']),
    });
    expect(status).toBe(403);
    expect(body.error.required_scopes).toEqual(['admin:full', 'routing-forms:write']);
  });
});

describe('GET /routing-forms', () => {
  test('200: one’s own forms; everyone’s with scope=all for owners and admins', async () => {
    const token = await aiko(['routing-forms:write']);
    const mine = await createForm(app, buildForm(page.uuid, { name: 'Aiko’s' }), token);
    const own = await app.get('/routing-forms', { token });
    expect(own.body).toMatchObject({
      collection: [{ uuid: mine.uuid }],
      pagination: { total: 1, count: 20 },
    });
    const all = await app.get('/routing-forms?scope=all&count=100');
    expect(all.body.collection.map(({ uuid }: { uuid: string }) => uuid)).toContain(mine.uuid);
    const ours = await app.get('/routing-forms?count=100');
    expect(ours.body.collection.map(({ uuid }: { uuid: string }) => uuid)).not.toContain(mine.uuid);
  });

  test('403: scope=all is for owners and admins', async () => {
    const { status, body } = await app.get('/routing-forms?scope=all', {
      token: await aiko(['routing-forms:read']),
    });
    expect([status, body.message]).toEqual([403, 'Only owners and admins can do this.']);
  });

  test('200: by name, and by whether they are open', async () => {
    const form = await createForm(app, buildForm(page.uuid, { name: 'Öffnungszeiten' }));
    await app.patch(`/routing-forms/${form.uuid}`, { isActive: false });
    const found = async (query: string) => {
      const { body } = await app.get(`/routing-forms?${query}`);
      expect(body.pagination.total).toBe(body.collection.length);
      return body.collection.map(({ name }: { name: string }) => name);
    };
    expect(await found('search=offnung')).toEqual(['Öffnungszeiten']);
    expect(await found('search=offnung&isActive=true')).toEqual([]);
    expect(await found('search=offnung&isActive=false')).toEqual(['Öffnungszeiten']);
    expect((await app.get('/routing-forms?isActive=maybe')).status).toBe(422);
  });

  test('422: a page that does not exist', async () => {
    expect((await app.get('/routing-forms?count=0')).status).toBe(422);
  });
});

describe('GET, PATCH and DELETE /routing-forms/{uuid}', () => {
  test('200: reads what was created', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const { status, body } = await app.get(`/routing-forms/${form.uuid}`);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, status: 200, resource: form } });
  });

  test('200: changes what is sent; a field with its inputId stays the same', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const [, email, seats] = form.fields;
    const { status, body } = await app.patch(`/routing-forms/${form.uuid}`, {
      headline: null,
      isActive: false,
      slug: 'renamed',
      fields: [{ ...seats, question: 'Heads?' }, email, ...form.fields.slice(3), { question: 'New' }],
    });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      headline: null,
      isActive: false,
      slug: 'renamed',
      routes: form.routes,
    });
    expect(body.resource.fields[0]).toMatchObject({ inputId: 'seats', question: 'Heads?', order: 1 });
    expect(body.resource.updatedAt > form.updatedAt).toBe(true);
    // The slug it had is free again.
    expect((await createForm(app, buildForm(page.uuid, { slug: form.slug }))).slug).toBe(form.slug);
  });

  test('422: removing a field that a route names', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const { status, body } = await app.patch(`/routing-forms/${form.uuid}`, {
      fields: form.fields.filter(({ inputId }: { inputId: string }) => inputId !== 'seats'),
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ 'routes.1.conditions.0.inputId': ['Must be a field of this form.'] });
  });

  test('200: a form whose page was deleted can still be changed', async () => {
    const gone = await createPage(app, { title: 'Soon gone' });
    const form = await createForm(app, buildForm(gone.uuid));
    await app.delete(`/event-types/${gone.uuid}`);
    expect((await app.patch(`/routing-forms/${form.uuid}`, { name: 'Still' })).status).toBe(200);
  });

  test('200: deleted; its slug is free and its address is 404', async () => {
    const form = await createForm(app, buildForm(page.uuid, { slug: 'short-lived' }));
    const { status, body } = await app.delete(`/routing-forms/${form.uuid}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Routing form deleted.', status: 200 },
    });
    expect((await app.get('/public/forms/short-lived', { token: null })).status).toBe(404);
    await createForm(app, buildForm(page.uuid, { slug: 'short-lived' }));
  });

  test('403: the form of somebody else; an admin may', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const token = await aiko(['routing-forms:write']);
    const path = `/routing-forms/${form.uuid}`;
    const answers = [
      await app.get(path, { token }),
      await app.patch(path, { name: 'x' }, { token }),
      await app.delete(path, undefined, { token }),
      await app.get(`${path}/submissions`, { token }),
    ];
    expect(countByStatus(answers)).toEqual({ 403: 4 });
    const admin = await app.tokenOf('tomas@juniper.example', ['admin:full']);
    expect((await app.get(path, { token: admin })).status).toBe(200);
  });

  test('404: unknown, malformed, or of another workspace', async () => {
    const neighbour = await createNeighbour(app.runtime, 'forms@fern.example');
    const form = await createForm(app, buildForm(page.uuid));
    const answers = [
      await app.get(`/routing-forms/${unknown}`),
      await app.patch(`/routing-forms/${unknown}`, {}),
      await app.delete(`/routing-forms/${unknown}`),
      await app.get('/routing-forms/nonsense/submissions'),
      await app.get(`/routing-forms/${form.uuid}`, { token: neighbour.token }),
      await app.delete(`/routing-forms/${form.uuid}`, undefined, { token: neighbour.token }),
    ];
    expect(countByStatus(answers)).toEqual({ 404: 6 });
    expect(answers[0]?.body.message).toBe('Routing form not found.');
  });
});

describe('POST /routing-forms/{uuid}/try', () => {
  test('200: where answers lead, also of an inactive form, and nothing is kept', async () => {
    const form = await createForm(app, buildForm(page.uuid, { isActive: false }));
    const attempt = async (answers: object) => {
      const { status, body } = await app.post(`/routing-forms/${form.uuid}/try`, { answers });
      expect(status).toBe(200);
      return body.route;
    };
    const email = 'ines@okafor.example';
    expect(await attempt({ email, topics: ['Permits'] })).toEqual({
      type: 'CUSTOM_URL',
      url: 'https://juniper.example/permits',
      headline: null,
      eventType: null,
      isFallbackRoute: false,
    });
    expect(await attempt({ email, seats: 3 })).toMatchObject({
      type: 'EVENT_TYPE',
      eventType: { id: page.uuid },
      url: expect.stringContaining('email=ines%40okafor.example'),
    });
    expect(await attempt({ email })).toMatchObject({ type: 'MESSAGE', isFallbackRoute: true });
    expect((await app.get(`/routing-forms/${form.uuid}/submissions`)).body.collection).toEqual([]);
    const { rows } = await app.runtime.database.pool.query(
      `select from outbox where name = 'form.submitted' union all select from webhook_event where payload like '%okafor%'`,
    );
    expect(rows).toEqual([]);
  });

  test('401, 403, 404 and 422', async () => {
    const form = await createForm(app, buildForm(page.uuid));
    const path = `/routing-forms/${form.uuid}/try`;
    const answers = { email: 'ines@okafor.example' };
    expect((await app.post(path, { answers }, { token: null })).status).toBe(401);
    expect((await app.post(path, { answers }, { token: await aiko(['routing-forms:read']) })).status).toBe(
      403,
    );
    expect((await app.post(`/routing-forms/${unknown}/try`, { answers })).status).toBe(404);
    const { status, body } = await app.post(path, { answers: { email: 'nobody', seats: 'many' } });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['answers.email', 'answers.seats']);
  });
});
