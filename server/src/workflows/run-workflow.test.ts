import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { recordUnsubscribe } from '../mail/public.ts';
import { jobs } from '../slices.ts';
import { maxDepth } from './rules.ts';
import { runWorkflow } from './run-workflow.ts';
import { buildMailStep, useServer, createWorkflowHelpers } from './test-workflows.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useServer();
const { create, runs, mails, runAt, query, at } = createWorkflowHelpers(app);

let page: { uuid: string; slug: string };
let hour = 0;
/** On a day of its own, so that times never run out. */
const bookNext = async (fields: object = {}) => {
  hour += 1;
  const date = new Date(Date.UTC(2027, 1, 1 + 7 * Math.floor(hour / 6))).toISOString().slice(0, 10);
  const { status, body } = await bookPage(app, page, {
    date,
    start: `${String(9 + (hour % 6)).padStart(2, '0')}:00`,
    ...fields,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const cancel = (uuid: string) => app.put(`/scheduled-events/${uuid}/cancel`, {});
const about = async (eventId: string) => (await mails()).filter((mail) => mail.eventId === eventId);

beforeEach(async () => {
  await query('delete from workflow where standard is null');
  page ??= await createPage(app, {
    title: 'Meet',
    inviteeQuestions: [{ question: 'Budget?', type: 'TEXT_INPUT' }],
    bookingWindow: { type: 'unlimited' },
  });
});

describe('what starts a workflow', () => {
  test('booked, moved, cancelled and no-show, each once', async () => {
    const ids: Record<string, string> = {};
    for (const on of ['booked', 'moved', 'cancelled', 'no_show'])
      ids[on] = (await create({ trigger: { on }, steps: [buildMailStep('person', on, on)] })).uuid;
    const event = await bookNext();
    await runAt(monday);
    await app.put(`/scheduled-events/${event.uuid}/reschedule`, {
      date: '2027-06-07',
      start: '10:00',
      timeZone: 'Europe/Berlin',
    });
    await runAt(monday);
    await cancel(event.uuid);
    await runAt(monday);
    await runAt(monday);
    expect((await about(event.uuid)).map(({ subject }) => subject)).toEqual(['booked', 'moved', 'cancelled']);
    const past = await bookNext();
    await query(`update scheduled_event set starts_at = $2, ends_at = $2 where id = $1`, [
      past.uuid,
      '2027-01-11T05:00:00Z',
    ]);
    await app.put(`/scheduled-invitees/${past.invitees[0].uuid}/no-show`, { noShow: true });
    await runAt(monday);
    const [run] = await runs(ids['no_show'] ?? '');
    expect(run).toMatchObject({ state: 'done', eventUuid: past.uuid });
  });

  test('nothing on pages that its conditions rule out', async () => {
    const other = await createPage(app, { title: 'Elsewhere' });
    const of = (operator: string, pages: string[]) => [{ about: 'page', operator, pages }];
    const started = async (conditions: object[]) => {
      const { uuid } = await create({
        trigger: { on: 'booked' },
        conditions,
        steps: [buildMailStep('person')],
      });
      return async () => (await runs(uuid)).length;
    };
    const all = [
      await started(of('is', [other.uuid])),
      await started(of('is_not', [page.uuid])),
      await started(of('is', [page.uuid.toUpperCase()])),
      await started(of('is_not', [other.uuid])),
    ];
    await bookNext();
    expect(await Promise.all(all.map((count) => count()))).toEqual([0, 0, 1, 1]);
  });

  test('a form that is submitted, with its answers', async () => {
    const { uuid } = await create({
      trigger: { on: 'form_submitted' },
      conditions: [{ about: 'answer', question: 'Size', operator: 'contains', value: 'LARGE' }],
      steps: [
        buildMailStep('person', '{{answers}}', 'Re {{form.name}}'),
        buildMailStep('hosts', '{{person.email}}', 'New'),
      ],
    });
    await app.post('/routing-forms', {
      name: 'Enquiry',
      slug: 'enquiry',
      fields: [
        { inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' },
        { inputId: 'size', question: 'Size', type: 'TEXT_INPUT' },
      ],
      routes: [],
      fallback: { type: 'MESSAGE', headline: 'Thanks.' },
    });
    const submit = (size: string) =>
      app.post(
        '/public/forms/enquiry/submissions',
        { answers: { email: 'sam@buyer.example', size } },
        { token: null },
      );
    const submitted = await submit('A large one');
    expect(submitted.status, JSON.stringify(submitted.body)).toBeLessThan(300);
    await submit('small');
    await runAt(monday);
    const all = (await mails()).filter(({ subject }) => ['Re Enquiry', 'New'].includes(subject));
    expect(all.map(({ to, text }) => [to.email, text.includes('Size A large one')])).toEqual([
      ['sam@buyer.example', true],
      ['mara@juniper.example', false],
    ]);
    expect(
      (await runs(uuid)).map(({ state, form }: { state: string; form: string }) => [state, form]),
    ).toEqual([
      ['skipped', 'Enquiry'],
      ['done', 'Enquiry'],
    ]);
  });

  test('a record of which a named attribute changed', async () => {
    const { uuid } = await create({
      trigger: { on: 'record_changed', object: 'people', attributes: ['jobTitle'] },
      conditions: [{ about: 'record', attribute: 'jobTitle', operator: 'is', value: 'buyer' }],
      steps: [buildMailStep('person', '{{record.jobTitle}}', 'Welcome {{person.firstName}}')],
    });
    const { id } = (await app.post('/crm/people', { firstName: 'Kim', emails: ['kim@buyer.example'] })).body
      .person;
    await app.patch(`/crm/people/${id}`, { lastName: 'Lee' });
    await app.patch(`/crm/people/${id}`, { jobTitle: 'Seller' });
    await runAt(monday);
    await app.patch(`/crm/people/${id}`, { jobTitle: 'Buyer' });
    await runAt(monday);
    expect((await runs(uuid)).map((run: { state: string }) => run.state)).toEqual(['done', 'skipped']);
    expect((await runs(uuid))[0].record).toEqual({ objectSlug: 'people', id });
    expect((await mails()).at(-1)).toMatchObject({
      subject: 'Welcome Kim',
      to: { email: 'kim@buyer.example' },
    });
  });

  test('conditions on host and answer, and a time before and after', async () => {
    const [host] = (await app.get('/organizations/users?search=mara')).body.collection;
    const asked = await create({
      conditions: [
        { about: 'answer', question: 'Budget?', operator: 'is_not_empty' },
        {
          about: 'host',
          operator: 'is',
          users: [host.uuid],
        },
      ],
    });
    const soon = await create({
      trigger: { on: 'before', minutes: 30 },
      steps: [buildMailStep('hosts', 'x', 'Soon')],
    });
    const event = await bookNext();
    await runAt(monday);
    expect((await runs(asked.uuid))[0]).toMatchObject({
      state: 'skipped',
      reason: 'The answer to “Budget?” doesn’t match.',
    });
    expect((await runs(soon.uuid))[0]).toMatchObject({ state: 'waiting', steps: [] });
    await runAt(new Date(Date.parse(event.startTime) - 1_799_000));
    expect((await runs(soon.uuid))[0]).toMatchObject({
      state: 'done',
      steps: [{ detail: 'Email to mara@juniper.example.' }],
    });
  });
});

describe('what its owner expects', () => {
  test('a run still to come follows the present version; one that is paused or deleted does nothing more', async () => {
    const trigger = { on: 'before', minutes: 60 };
    const changed = await create({ trigger, steps: [buildMailStep('person', 'old', 'old')] });
    const paused = await create({ trigger, steps: [buildMailStep('person', 'paused', 'paused')] });
    const deleted = await create({ trigger, steps: [buildMailStep('person', 'deleted', 'deleted')] });
    const event = await bookNext();
    await app.patch(`/workflows/${changed.uuid}`, { steps: [buildMailStep('person', 'new', 'new')] });
    await app.patch(`/workflows/${paused.uuid}`, { isActive: false });
    await app.delete(`/workflows/${deleted.uuid}`);
    await runAt(new Date(Date.parse(event.startTime) - 3_600_000));
    expect((await about(event.uuid)).map(({ subject }) => subject)).toEqual(['new']);
    expect((await runs(changed.uuid))[0]).toMatchObject({ state: 'done', version: 2 });
    expect((await runs(paused.uuid))[0]).toMatchObject({
      state: 'dropped',
      reason: 'The workflow is paused.',
    });
  });

  test('with another trigger nothing is left of what was to come', async () => {
    const { uuid } = await create({ trigger: { on: 'after', minutes: 60 } });
    await bookNext();
    await app.patch(`/workflows/${uuid}`, { trigger: { on: 'cancelled' } });
    expect((await runs(uuid))[0]).toMatchObject({ state: 'dropped' });
  });

  test('nothing for an event that is cancelled before its turn came', async () => {
    const { uuid } = await create({});
    const event = await bookNext();
    await cancel(event.uuid);
    await runAt(monday);
    expect((await runs(uuid))[0]).toMatchObject({ state: 'dropped', reason: 'The event was canceled.' });
    expect(await about(event.uuid)).toEqual([]);
  });

  test('a step that can’t be done does not keep the others from it', async () => {
    const agent = (await app.post('/agents', { name: 'Desk' })).body.resource.uuid;
    const flow = await create({ steps: [{ kind: 'call', agent }, buildMailStep('hosts', 'x', 'Still')] });
    const event = await bookNext();
    await runAt(monday);
    expect((await runs(flow.uuid))[0]).toMatchObject({
      state: 'failed',
      steps: [
        { kind: 'call', state: 'failed', detail: 'There is no phone number.' },
        { kind: 'mail', state: 'done' },
      ],
    });
    expect((await about(event.uuid)).filter(({ subject }) => subject === 'Still')).toHaveLength(1);
  });
});

describe('each step once', () => {
  test('when many processes run the same at the same moment', async () => {
    const { uuid } = await create({
      steps: [
        buildMailStep('person'),
        { kind: 'webhook' },
        { kind: 'record', values: { jobTitle: 'Invitee' } },
      ],
    });
    const event = await bookNext();
    const [run] = await query('select * from workflow_run where workflow_id = $1', [uuid]);
    const ref = { workspaceId: run.workspace_id, runId: run.id };
    await Promise.all(Array.from({ length: 8 }, () => runWorkflow(at(monday), ref)));
    expect(await about(event.uuid)).toHaveLength(1);
    expect((await runs(uuid))[0].steps.map((step: { state: string }) => step.state)).toEqual([
      'done',
      'done',
      'done',
    ]);
    const [person] = (await app.get('/crm/people?filter[emails]=ines@okafor.example')).body.collection;
    expect(person.jobTitle).toBe('Invitee');
  });

  test('a task for the host, about the person and the event', async () => {
    const { uuid } = await create({
      steps: [
        { kind: 'task', title: 'Call {{person.name}}', note: '{{answers}}', dueDays: 2, owner: 'host' },
      ],
    });
    const event = await bookNext();
    const [run] = await query('select * from workflow_run where workflow_id = $1', [uuid]);
    const ref = { workspaceId: run.workspace_id, runId: run.id };
    await Promise.all(Array.from({ length: 8 }, () => runWorkflow(at(monday), ref)));
    const { collection } = (await app.get(`/crm/tasks?eventUuid=${event.uuid}`)).body;
    expect(collection).toMatchObject([
      {
        title: 'Call Ines Okafor',
        dueOn: '2027-01-13',
        timezone: 'Europe/Berlin',
        owner: { name: 'Mara Lindqvist' },
        creator: null,
        records: [{ objectSlug: 'people', name: 'Ines Okafor' }],
      },
    ]);
    expect((await runs(uuid))[0].steps).toMatchObject([
      { state: 'done', detail: 'Task for Mara Lindqvist, due 2027-01-13: Call Ines Okafor' },
    ]);
  });

  test('when the effects of its event run twice', async () => {
    const { uuid } = await create({});
    await bookNext();
    const [{ key }] = await query('select key from workflow_run where workflow_id = $1', [uuid]);
    await expect(
      query(
        `insert into workflow_run (workspace_id, workflow_id, key, version, due_at)
        select workspace_id, id, $2, 1, now() from workflow where id = $1`,
        [uuid, key],
      ),
    ).rejects.toThrow('duplicate key');
  });
});

test('nobody is mailed after they opted out, not even by what was queued before', async () => {
  await create({
    steps: [
      buildMailStep('person', 'x', 'Wanted'),
      { ...buildMailStep('person', 'x', 'Needed'), isTransactional: true },
    ],
  });
  const email = 'oona@quiet.example';
  const event = await bookNext({ email, name: 'Oona' });
  await runAt(monday);
  const subjects = async () => (await about(event.uuid)).map(({ subject, status }) => [subject, status]);
  expect(await subjects()).toEqual([
    ['Wanted', 'queued'],
    ['Needed', 'queued'],
  ]);
  await recordUnsubscribe(app.runtime, email);
  // A mail server that can't be reached: what is tried is only what may be sent.
  const config = { ...app.runtime.config, smtpUrl: 'smtp://127.0.0.1:9' };
  await jobs.find(({ name }) => name === 'mail.sweep')?.run({ ...app.runtime, config }, {});
  expect(await subjects()).toEqual([
    ['Wanted', 'refused'],
    ['Needed', 'queued'],
  ]);
  const next = await bookNext({ email, name: 'Oona' });
  await runAt(monday);
  expect((await about(next.uuid)).map(({ subject }) => subject)).toEqual(['Needed']);
});

test('a workflow that starts itself ends, and its log says so', async () => {
  const attributes = ['jobTitle', 'lastName'];
  const trigger = { on: 'record_changed', object: 'people', attributes };
  const first = await create({
    trigger,
    conditions: [{ about: 'record', attribute: 'jobTitle', operator: 'is', value: 'A' }],
    steps: [{ kind: 'record', values: { jobTitle: 'B' } }],
  });
  const second = await create({
    trigger,
    conditions: [{ about: 'record', attribute: 'jobTitle', operator: 'is', value: 'B' }],
    steps: [{ kind: 'record', values: { jobTitle: 'A' } }],
  });
  const { id } = (await app.post('/crm/people', { firstName: 'Loop', emails: ['loop@loop.example'] })).body
    .person;
  await app.patch(`/crm/people/${id}`, { jobTitle: 'A' });
  for (let round = 0; round < 4 * maxDepth; round += 1) await runAt(monday);
  const all = [...(await runs(first.uuid)), ...(await runs(second.uuid))];
  // How many there are depends on the order in which the two are run; without the limit there would always be one more.
  expect(all.filter(({ state }) => state === 'waiting')).toEqual([]);
  expect(all.filter(({ state }) => state === 'done').length).toBeGreaterThanOrEqual(maxDepth);
  const stopped = all.filter(({ state }) => state === 'dropped');
  expect(stopped.length).toBeGreaterThan(0);
  expect(stopped[0].reason).toContain('started each other 5 times');
});

test('only the invitee gets the link that changes the booking, and what they typed is no link', async () => {
  const text = '{{event.link}} {{person.name}}';
  await create({ steps: ['person', 'hosts'].map((to) => buildMailStep(to, text)) });
  await create({ steps: [{ ...buildMailStep('address', text), address: 'desk@juniper.example' }] });
  const event = await bookNext({ name: 'Ann https://evil.example' });
  await runAt(monday);
  const sent = await about(event.uuid);
  const withKey = sent.filter(({ text: said }) => /\/bookings\/\S+\?key=/.test(said));
  expect(sent).toHaveLength(3);
  expect(withKey.map(({ to }) => to.email)).toEqual(['ines@okafor.example']);
  for (const { text: said } of sent) expect(said).not.toContain('https://evil');
});

describe('requests', () => {
  test('are signed like webhooks, and sent again with the same id until they are answered', async () => {
    const made = await app.post('/workflows', {
      name: 'SMS',
      trigger: { on: 'booked' },
      steps: [
        {
          kind: 'http',
          url: receiver.url,
          headers: { Authorization: 'Bearer x' },
          body: '{"to": "{{person.name}}", "n": 1}',
        },
      ],
    });
    const { uuid } = made.body.resource;
    receiver.received.length = 0;
    receiver.status = 503;
    await bookNext({ name: 'Ines "the" Okafor' });
    await runAt(monday);
    await runAt(monday);
    expect((await runs(uuid))[0]).toMatchObject({ state: 'running', steps: [{ state: 'pending' }] });
    receiver.status = 200;
    await runAt(new Date(monday.getTime() + 61_000));
    await runAt(new Date(monday.getTime() + 3_600_000));
    expect((await runs(uuid))[0]).toMatchObject({ state: 'done', steps: [{ state: 'done' }] });
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['authorization']).toBe('Bearer x');
    expect(JSON.parse(second?.text ?? '')).toEqual({ to: 'Ines "the" Okafor', n: 1 });
    // Verified at the time of the fixed clock, as a receiver with the secret does.
    const [id, text] = [String(second?.headers['webhook-id']), second?.text ?? ''];
    const signature = new Webhook(made.body.signingSecret).sign(
      id,
      new Date(monday.getTime() + 61_000),
      text,
    );
    expect(second?.headers['webhook-signature']).toBe(signature);
  });

  test('have what people typed as they typed it, and conditions compare it so; only mail has no links', async () => {
    const steps = [
      { kind: 'http', url: receiver.url, body: '{"name": "{{person.name}}", "said": "{{answers}}"}' },
    ];
    await create({ steps });
    receiver.received.length = 0;
    receiver.status = 200;
    await bookNext({ name: 'Jean.Luc www.okafor.example' });
    await runAt(monday);
    await runAt(monday);
    expect(JSON.parse(receiver.received[0]?.text ?? '{}')).toMatchObject({
      name: 'Jean.Luc www.okafor.example',
    });
  });

  test('are sent as fields of a form, signed as well', async () => {
    await create({
      steps: [
        {
          kind: 'http',
          url: receiver.url,
          format: 'form',
          body: 'to={{person.email}}\ntext=Hi {{person.name}}',
        },
      ],
    });
    receiver.received.length = 0;
    receiver.status = 200;
    await bookNext({ name: 'Ines & Co' });
    await runAt(monday);
    await runAt(monday);
    const [request] = receiver.received;
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(Object.fromEntries(new URLSearchParams(request?.text))).toEqual({
      to: 'ines@okafor.example',
      text: 'Hi Ines & Co',
    });
  });

  test('reach no address inside, and are given up when they are refused', async () => {
    const inside = await create({
      steps: [
        { kind: 'http', url: 'https://sms.example/' },
        { kind: 'http', url: receiver.url },
      ],
    });
    // An address that was allowed when it was stored.
    await query(
      `update workflow set steps = replace(steps::text, 'https://sms.example/', 'http://10.0.0.1/')::jsonb where id = $1`,
      [inside.uuid],
    );
    receiver.status = 400;
    await bookNext();
    await runAt(monday);
    await runAt(monday);
    const [run] = await runs(inside.uuid);
    expect(run.steps[0].detail).toContain('10.0.0.1 failed');
    expect(run.steps[1]).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('It answered 400.'),
    });
  });
});
