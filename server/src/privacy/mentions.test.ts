import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();

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
