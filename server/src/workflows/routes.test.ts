import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { buildMailStep, createWorkflowHelpers } from './test-workflows.ts';

const app = useApp({ clock: fixedClock });
const { create, query } = createWorkflowHelpers(app);

const given = { name: 'Thanks', trigger: { on: 'booked' }, steps: [buildMailStep('person')] };

describe('POST /workflows', () => {
  test('201: the workflow, with ids for its steps and its first version', async () => {
    const { status, body } = await app.post('/workflows', given);
    expect(status).toBe(201);
    expect(body.signingSecret).toBe(null);
    expect(body.resource).toMatchObject({
      name: 'Thanks',
      standard: null,
      isActive: true,
      version: 1,
      trigger: { on: 'booked' },
      conditions: [],
      steps: [
        {
          ...buildMailStep('person'),
          id: expect.any(String),
          isTransactional: false,
          template: null,
          address: null,
        },
      ],
    });
    const { uuid } = body.resource;
    expect((await app.get(`/workflows/${uuid}`)).body.resource).toEqual(body.resource);
    const versions = (await app.get(`/workflows/${uuid}/versions`)).body.collection;
    expect(versions).toMatchObject([{ version: 1, changedBy: 'Mara Lindqvist', trigger: { on: 'booked' } }]);
  });

  test('201: the signing secret is shown once, and headers never', async () => {
    const steps = [
      { kind: 'http', url: 'https://sms.example/send', headers: { Authorization: 'Bearer hidden' } },
    ];
    const { body } = await app.post('/workflows', { ...given, steps });
    expect(body.signingSecret).toMatch(/^whsec_/);
    const { uuid } = body.resource;
    const read = (await app.get(`/workflows/${uuid}`)).body;
    expect(read.resource.steps[0]).toMatchObject({ headerNames: ['Authorization'] });
    expect(JSON.stringify(read)).not.toMatch(/hidden|whsec_/);
    const [step] = read.resource.steps;
    const { headerNames: _, ...again } = step;
    const changed = await app.patch(`/workflows/${uuid}`, {
      steps: [{ ...again, url: 'https://sms.example/v2' }],
    });
    expect(changed.body.resource.steps[0]).toMatchObject({ id: step.id, headerNames: ['Authorization'] });
    expect(changed.body.signingSecret).toBeUndefined();
    const rows = await query(`select * from workflow where id = $1`, [uuid]);
    expect(JSON.stringify(rows)).not.toContain('hidden');
  });

  test('422: a variable that is not known, in every text at once', async () => {
    const { status, body } = await app.post('/workflows', {
      ...given,
      steps: [
        {
          kind: 'mail',
          to: 'person',
          texts: {
            en: { subject: 'Hi {{person.nme}}', body: 'Fine: {{ record.jobTitle }} {{event.start}}' },
            de: { subject: 'Hallo', body: '{{form.name}}' },
          },
        },
        { kind: 'http', url: 'https://sms.example', body: '{"to": "{{phone}}"}' },
      ],
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      'steps.0.texts.en.subject': ['Unknown variable {{person.nme}}.'],
      'steps.0.texts.de.body': ['Unknown variable {{form.name}}.'],
      'steps.1.body': ['Unknown variable {{phone}}.'],
    });
  });

  test('422: a variable where none is replaced', async () => {
    const { status, body } = await app.post('/workflows', {
      name: 'Elsewhere',
      trigger: { on: 'booked' },
      steps: [
        {
          kind: 'http',
          url: 'https://sms.example/?to={{person.phone}}',
          headers: { 'X-To': '{{person.phone' },
        },
        { kind: 'record', values: { title: '{{person.name}}' } },
      ],
    });
    const sentence = ['Variables such as {{person.name}} are not replaced here.'];
    expect([status, body.errors]).toEqual([
      422,
      {
        'steps.0.url': sentence,
        'steps.0.headers': sentence,
        'steps.1.values': expect.arrayContaining(sentence),
      },
    ]);
  });

  test('422: a variable that is not closed, which would be sent as it stands', async () => {
    const { status, body } = await app.post('/workflows', {
      name: 'Unclosed',
      trigger: { on: 'booked' },
      steps: [
        {
          kind: 'mail',
          to: 'person',
          texts: { en: { subject: 'Hi {{person.name', body: '{{ {{event.title}}' } },
        },
        { kind: 'http', url: 'https://receiver.example/', body: '{"a": "Hi {{person.name"}' },
        { kind: 'task', title: 'Call {{person.name}', owner: 'host' },
      ],
    });
    const sentence = ['A variable that starts with {{ must end with }}.'];
    expect([status, body.errors]).toEqual([
      422,
      {
        'steps.0.texts.en.subject': sentence,
        'steps.0.texts.en.body': sentence,
        'steps.1.body': sentence,
        'steps.2.title': sentence,
      },
    ]);
  });

  test('422: a request to a private or reserved address, however it is written', async () => {
    const inside = [
      ...['http://127.0.0.1/', 'http://2130706433/', 'http://[::1]:8080/', 'http://[::ffff:10.0.0.1]/'],
      ...[
        'https://10.1.2.3/x',
        'http://169.254.169.254/latest/meta-data',
        'http://localhost./',
        'http://db:5432/',
      ],
      ...['http://metadata.google.internal/', 'https://printer.local/'],
    ];
    for (const url of inside) {
      const { status, body } = await app.post('/workflows', {
        ...given,
        steps: [{ kind: 'webhook' }, { kind: 'http', url, body: '{{nothing}}' }],
      });
      expect([url, status, body.errors?.['steps.1.url']]).toEqual([
        ...[url, 422, ['The address resolves to a private or reserved network.']],
      ]);
      expect(Object.keys(body.errors)).toContain('steps.1.body');
    }
    const made = await app.post('/workflows', {
      ...given,
      steps: [{ kind: 'http', url: 'https://sms.example' }],
    });
    const steps = [{ kind: 'http', url: 'http://192.168.0.1' }];
    const changed = await app.patch(`/workflows/${made.body.resource.uuid}`, { steps });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['steps.0.url']]);
    const catcher = (await app.post('/webhook-catchers')).body.resource;
    const caught = await app.post('/workflows', { ...given, steps: [{ kind: 'http', url: catcher.url }] });
    expect(caught.status, JSON.stringify(caught.body)).toBe(201);
  });

  test('422: what does not fit together, and every wrong field at once', async () => {
    const page = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
    const { status, body } = await app.post('/workflows', {
      name: '',
      trigger: { on: 'after', minutes: null },
      conditions: [
        { about: 'page', operator: 'is', pages: [page] },
        { about: 'record', attribute: 'nothing', operator: 'is' },
      ],
      steps: [
        { kind: 'mail', to: 'address' },
        { kind: 'http', url: 'https://sms.example', body: 'to: {{person.phone}}' },
        { kind: 'record', values: { nothing: 1 } },
        { kind: 'call', agent: page },
        { kind: 'mail', to: 'hosts', template: 'reminder' },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'conditions.0.pages',
      'conditions.1.attribute',
      'conditions.1.value',
      'name',
      'steps.0.address',
      'steps.0.texts',
      'steps.1.body',
      'steps.2.values',
      'steps.3.agent',
      'steps.4.template',
      'trigger.minutes',
    ]);
    const kinds = await app.post('/workflows', {
      ...given,
      trigger: { on: 'never' },
      steps: [{ kind: 'fax' }],
    });
    expect(Object.keys(kinds.body.errors).sort()).toEqual(['steps.0.kind', 'trigger.on']);
    const ofRecords = { on: 'record_changed', object: 'nothings', attributes: [] };
    expect((await app.post('/workflows', { ...given, trigger: ofRecords })).body.errors).toMatchObject({
      'trigger.object': ['No object has this slug.'],
    });
  });

  test('403: a user, and a token without the scope', async () => {
    const user = await app.tokenOf('aiko@juniper.example', ['crm:write', 'events:write', 'webhooks:write']);
    expect((await app.post('/workflows', given, { token: user })).status).toBe(403);
    expect((await app.get('/workflows', { token: user })).status).toBe(403);
  });
});

test('GET 200: only active workflows, or only paused ones', async () => {
  const { uuid } = await create({});
  await app.patch(`/workflows/${uuid}`, { isActive: false });
  const found = async (isActive: boolean) => {
    const { body } = await app.get(`/workflows?count=100&isActive=${isActive}`);
    expect(body.pagination.total).toBe(body.collection.length);
    expect(body.collection.every((each: { isActive: boolean }) => each.isActive === isActive)).toBe(true);
    return body.collection.map((each: { uuid: string }) => each.uuid);
  };
  expect(await found(false)).toContain(uuid);
  expect(await found(true)).not.toContain(uuid);
});

test('PATCH 200: a version for each change of what it does, and none for a name or a pause', async () => {
  const { uuid } = await create({});
  const patch = async (changes: object) =>
    (await app.patch(`/workflows/${uuid}`, changes)).body.resource.version;
  expect(await patch({ name: 'Another' })).toBe(1);
  expect(await patch({ isActive: false })).toBe(1);
  expect(await patch({ trigger: { on: 'moved' } })).toBe(2);
  expect(await patch({ trigger: { on: 'moved' } })).toBe(2);
  expect(await patch({ steps: [{ kind: 'webhook' }] })).toBe(3);
  const { collection } = (await app.get(`/workflows/${uuid}/versions`)).body;
  expect(collection.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  expect(
    (await app.patch(`/workflows/${uuid}`, { trigger: { on: 'form_submitted' }, steps: given.steps })).status,
  ).toBe(422);
});

test('404: another workspace, and one that is deleted', async () => {
  const { uuid } = await create({});
  expect((await app.delete(`/workflows/${uuid}`)).status).toBe(200);
  for (const path of ['', '/versions', '/runs'])
    expect((await app.get(`/workflows/${uuid}${path}`)).status).toBe(404);
  expect((await app.patch(`/workflows/${uuid}`, { name: 'x' })).status).toBe(404);
});

test('422: a task of nobody, with a variable that does not exist', async () => {
  const step = { kind: 'task', title: '{{event.titel}}', owner: 'user' };
  const { status, body } = await app.post('/workflows', {
    name: 'Task',
    trigger: { on: 'booked' },
    steps: [step, { ...step, title: 'Call', user: 'nobody' }],
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    'steps.0.title': ['Unknown variable {{event.titel}}.'],
    'steps.0.user': ['This field is required.'],
    'steps.1.user': ['Unknown user nobody.'],
  });
});

test('422: a form without fields, or with a line that is none', async () => {
  const step = { kind: 'http', url: 'https://sms.example/send', format: 'form' };
  const { status, body } = await app.post('/workflows', {
    name: 'SMS',
    trigger: { on: 'booked' },
    steps: [step, { ...step, body: 'to=1\nhello' }, { ...step, body: 'to={{person.fon}}' }],
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    'steps.0.body': ['This field is required.'],
    'steps.1.body': ['Each line must be a field, such as to={{person.phone}}.'],
    'steps.2.body': ['Unknown variable {{person.fon}}.'],
  });
});

describe('POST /workflows/{uuid}/dry-run', () => {
  test('200: what would happen for an event, with no effect', async () => {
    const page = await createPage(app, { title: 'Try' });
    const event = (await bookPage(app, page, { date: '2027-01-19', start: '15:00' })).body;
    const count = async () => (await query('select count(*)::int as n from mail_message'))[0].n;
    const { uuid } = await create({
      conditions: [{ about: 'page', operator: 'is', pages: [page.uuid] }],
      steps: [
        buildMailStep('person', '{{event.start}} with {{hosts.names}}: {{event.link}}'),
        { kind: 'http', url: 'https://sms.example/send', body: '{"to": "{{person.name}}"}' },
        { kind: 'call', agent: (await app.post('/agents', { name: 'Desk' })).body.resource.uuid },
        { kind: 'task', title: 'Prepare {{event.title}}', dueDays: null, owner: 'host' },
      ],
    });
    const before = await count();
    const { status, body } = await app.post(`/workflows/${uuid}/dry-run`, { eventUuid: event.uuid });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({ wouldRun: true, reason: null });
    const [mail, http, call, task] = body.resource.steps;
    expect(mail).toMatchObject({
      recipients: ['ines@okafor.example'],
      subject: 'About Try',
      isPossible: true,
    });
    expect(mail.text).toMatch(
      /^Tuesday, 19 January 2027, 15:00 with Mara Lindqvist: http.*\/bookings\/dbk-.*\?key=/,
    );
    expect(http).toMatchObject({ text: '{"to": "Ines Okafor"}', isPossible: true });
    expect(call).toMatchObject({ isPossible: false, detail: 'There is no phone number.' });
    expect(task).toMatchObject({ isPossible: true, detail: 'Task for Mara Lindqvist: Prepare Try' });
    expect((await app.get('/crm/tasks')).body.pagination.total).toBe(0);
    expect(await count()).toBe(before);
    expect((await app.get(`/workflows/${uuid}/runs`)).body.collection).toEqual([]);
    await app.patch(`/workflows/${uuid}`, {
      conditions: [{ about: 'page', operator: 'is_not', pages: [page.uuid] }],
    });
    const not = await app.post(`/workflows/${uuid}/dry-run`, {});
    expect(not.body.resource).toMatchObject({ wouldRun: false, reason: 'The booking page doesn’t match.' });
  });

  test('422: an event that does not exist; 200: a form by example', async () => {
    const { uuid } = await create({});
    const { status, body } = await app.post(`/workflows/${uuid}/dry-run`, {
      eventUuid: 'dbk-0000000000000000',
    });
    expect([status, body.errors]).toEqual([422, { eventUuid: ['No event has this id.'] }]);
    const form = await create({
      trigger: { on: 'form_submitted' },
      steps: [buildMailStep('person', '{{answers}}', '{{form.name}}')],
    });
    const tried = await app.post(`/workflows/${form.uuid}/dry-run`, {});
    expect(tried.body.resource.steps[0]).toMatchObject({
      subject: 'Contact',
      recipients: ['ines@okafor.example'],
    });
  });
});

describe('POST /workflows/preview', () => {
  const preview = (draft: object) => app.post('/workflows/preview', { trigger: { on: 'booked' }, ...draft });

  test('200: the message in each language, with a link to unsubscribe unless it is transactional', async () => {
    for (const [language, subject] of [
      ['en', 'Thank you for your time: Intro call'],
      ['ar', 'شكرًا على وقتك: Intro call'],
    ]) {
      const { status, body } = await preview({ template: 'follow_up', language });
      expect([status, body.resource.subject]).toEqual([200, subject]);
      expect(body.resource.html).toContain('/unsubscribe/');
    }
    const reminder = (await preview({ template: 'reminder', language: 'de', isTransactional: true })).body
      .resource;
    expect(reminder.subject).toMatch(/^Erinnerung: Intro call, /);
    const texts = {
      en: { subject: 'Hi', body: '<b>{{person.name}}</b>\n\nSee https://juniper.example/a?b=1.' },
    };
    const { html } = (await preview({ texts, isTransactional: true, language: 'fr' })).body.resource;
    expect(html).toContain('&lt;b&gt;Ines Okafor&lt;/b&gt;');
    expect(html).toContain('<a href="https://juniper.example/a?b=1">');
    expect(html).not.toContain('/unsubscribe/');
  });

  test('422: an unknown variable, or nothing to show', async () => {
    const texts = { en: { subject: '{{x}}', body: 'x' } };
    expect((await preview({ texts })).body.errors).toEqual({
      'texts.en.subject': ['Unknown variable {{x}}.'],
    });
    expect((await preview({})).status).toBe(422);
  });
});
