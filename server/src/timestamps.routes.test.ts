import { expect, test } from 'vitest';
import { bookPage, createPage } from '../test/booking.ts';
import { useApp } from '../test/harness.ts';

const app = useApp();

/** Every object of an answer that says when it was created and updated, with where it stands. */
function stamps(value: unknown, path: string): { path: string; createdAt: string; updatedAt: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { createdAt, updatedAt } = value as Record<string, unknown>;
  const own =
    typeof createdAt === 'string' && typeof updatedAt === 'string' ? [{ path, createdAt, updatedAt }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, item]) => stamps(item, `${path}.${key}`))];
}

test('nothing new was updated before it was created', async () => {
  const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
  const free = await app.get(
    `/availability/mara-lindqvist/event-types/${page.slug}?includeFirstAvailableDate=1`,
  );
  const day = free.body.availability.find(({ slots }: { slots: string[] }) => slots.length > 0);
  const event = await bookPage(app, page, { date: day.date, start: day.slots[0] });
  const answers: Record<string, unknown> = { event: event.body };
  const create = async (name: string, path: string, body: object) => {
    const answer = await app.post(path, body);
    expect({ name, status: answer.status, errors: answer.body.errors }).toEqual({ name, status: 201 });
    answers[name] = answer.body;
    return answer.body;
  };
  const email = 'new@juniper.example';
  await create('user', '/organizations/users', { email, firstName: 'New', lastName: 'User' });
  const { resource: team } = await create('team', '/teams', { title: 'New team' });
  await create('membership', `/teams/${team.uuid}/members`, { role: 'member', email });
  await create('event type', '/event-types', { title: 'New page' });
  await create('schedule', '/schedules', { title: 'New hours', timezone: 'UTC', weekly_hours: [] });
  await create('note', '/notes', { relation: 'event', uuid: event.body.uuid, note: 'New' });
  await create('object', '/crm/objects', { slug: 'boats', singularName: 'Boat', pluralName: 'Boats' });
  await create('attribute', '/crm/objects/boats/attributes', { label: 'Sail', type: 'text' });
  const { record } = await create('record', '/crm/boats', { sail: 'red' });
  await create('record note', `/crm/boats/${record.id}/notes`, { note: 'New' });
  await create('person', '/crm/people', { firstName: 'New', emails: ['new@person.example'] });
  await create('company', '/crm/companies', { name: 'New', domain: 'new-company.example' });
  await create('form', '/routing-forms', {
    name: 'New form',
    fields: [{ question: 'Who?', type: 'TEXT_INPUT' }],
    routes: [],
    fallback: { type: 'MESSAGE', headline: 'Thanks' },
  });
  const { resource: agent } = await create('agent', '/agents', {
    name: 'New agent',
    isPublished: true,
    isEnabled: true,
  });
  await create('call', `/agents/${agent.uuid}/outbound-calls`, {
    phoneNumber: '+4930901820',
    email: 'new@person.example',
    fullName: 'New Person',
  });
  const lists = ['/event-types?count=100', '/organizations/users', '/teams', '/crm/objects', '/schedules'];
  for (const path of lists) answers[path] = (await app.get(path)).body;
  answers['settings'] = (await app.get(`/event-types/${page.uuid}/settings`)).body;

  const found = Object.entries(answers).flatMap(([name, body]) => stamps(body, name));
  const named = new Set(found.map(({ path }) => path.split('.')[0]));
  const silent = Object.keys(answers).filter((name) => !named.has(name));
  // Pages in a list say nothing of their times.
  expect(silent).toEqual(['/event-types?count=100']);
  expect(found.filter(({ createdAt, updatedAt }) => updatedAt < createdAt)).toEqual([]);
});
