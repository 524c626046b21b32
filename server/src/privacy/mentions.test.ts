import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { dumpDatabase } from '../../test/dump.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const note = async (text: string): Promise<string> => {
  const { body } = await app.post('/crm/companies', { name: 'Harbour', description: text });
  return body.company.id;
};
const textOf = async (id: string) => (await app.get(`/crm/companies/${id}`)).body.company.description;

const erase = async (person: object): Promise<void> => {
  const { body } = await app.post('/crm/people', person);
  expect((await app.post(`/crm/people/${body.person.id}/erase`)).status).toBe(200);
};

test('whole addresses and numbers are replaced, and none that only begin or end like them', async () => {
  const id = await note(
    'ann@lee.example, jo-ann@lee.example, ann@lee.example.org, <ANN@lee.example>. +4930123456, +49301234567',
  );
  await erase({ firstName: 'Ann', emails: ['ann@lee.example'], phoneNumber: '+4930123456' });
  expect(await textOf(id)).toBe(
    'erased@erased.invalid, jo-ann@lee.example, ann@lee.example.org, <erased@erased.invalid>. erased, +49301234567',
  );
});

test('a record whose text was replaced has another ETag', async () => {
  const id = await note('Ask bo@lee.example.');
  const before = (await app.get(`/crm/companies/${id}`)).headers['etag'];
  await erase({ firstName: 'Bo', emails: ['bo@lee.example'] });
  expect((await app.get(`/crm/companies/${id}`)).headers['etag']).not.toBe(before);
});

test('the address of a user stays, and the user with it', async () => {
  const id = await note('Ask aiko@juniper.example.');
  await erase({ firstName: 'Aiko', emails: ['aiko@juniper.example'] });
  expect(await textOf(id)).toBe('Ask aiko@juniper.example.');
  expect((await app.get('/organizations/users?search=aiko')).body.collection).toHaveLength(1);
});

test('the number from which an agent calls stays', async () => {
  const { body } = await app.post('/agents', { name: 'Front desk', phoneNumber: '+4930555666' });
  await erase({ firstName: 'Cy', phoneNumber: '+4930555666' });
  expect((await app.get(`/agents/${body.resource.uuid}`)).body.resource.phoneNumber).toBe('+4930555666');
});

test('a number is found however it was written: in answers of others, and in the audit log', async () => {
  const written = [
    ...['+49 (30) 771 2244', '0049 30 7712244', '030/7712244', '(030) 771-22-44', '+49307712244'],
    ...['49307712244', '307712244', 'tel:+49-30-7712244', '+49\u00a030\u202f7712244', '030 771\u20112244'],
  ];
  const id = await note(`${written.join(', ')}; +49 30 77122445, +43 1 7712244`);
  await app.post('/do-not-call', { phoneNumber: '+49307712244', reason: 'asked' });
  await app.post('/agents', { name: 'Call 030 7712244', phoneNumber: '+4930555777' });
  await erase({ firstName: 'Di', phoneNumber: '+49307712244' });
  expect(await textOf(id)).toBe(
    'erased, erased, erased, erased, erased, erased, erased, tel:erased, erased, erased; +49 30 77122445, +43 1 7712244',
  );
  const { rows } = await app.runtime.database.pool.query(
    `select action, before, after from audit_entry where regexp_replace(concat(before, after), '[^0-9]', '', 'g') like '%307712244%'`,
  );
  expect(rows).toEqual([]);
});

test('a short number is replaced with its code only: what else has its digits stays', async () => {
  const id = await note('Ref 4002, a4002b, dbk-04002c, 2027-40-02; +683 4002, 00683/4002, 683-4002.');
  await erase({ firstName: 'Nia', phoneNumber: '+6834002' });
  expect(await textOf(id)).toBe('Ref 4002, a4002b, dbk-04002c, 2027-40-02; erased, erased, erased.');
});

test('a number without a text around it stays, and keeps nobody from being erased', async () => {
  await app.post('/crm/objects/companies/attributes', { label: 'Turnover', type: 'number' });
  const customAttributes = { turnover: 307712255 };
  const { body } = await app.post('/crm/companies', { name: 'Quay', customAttributes });
  await erase({ firstName: 'Ed', phoneNumber: '+49307712255' });
  const { company } = (await app.get(`/crm/companies/${body.company.id}`)).body;
  expect(company.customAttributes).toMatchObject(customAttributes);
});

test('a number in the answer of another invitee is replaced, wherever the answer is stored', async () => {
  const question = { question: 'Who else comes?', type: 'TEXT_INPUT', isRequired: false };
  const page = await createPage(app, { inviteeQuestions: [question] });
  const { resource } = (await app.get(`/event-types/${page.uuid}/settings`)).body;
  const question_answers = [
    { question_id: resource.inviteeQuestions[0].id, answer: 'Fay,\n030 771 22 66,\nfay@lee.example' },
  ];
  const { body: event } = await bookPage(app, page, { email: 'gil@friends.example', question_answers });
  await app.runEffects();
  await erase({ firstName: 'Fay', emails: ['fay@lee.example'], phoneNumber: '+49307712266' });
  const shown = (await app.get(`/scheduled-events/${event.uuid}`)).body.resource;
  expect(shown.invitees[0].questions[0].answer).toBe('Fay,\nerased,\nerased@erased.invalid');
  expect(shown.invitees[0].email).toBe('gil@friends.example');
  const text = await dumpDatabase(app);
  expect(text).not.toContain('fay@lee.example');
  expect(text).not.toMatch(/30[ ]?771[ ]?22[ ]?66/);
});
