import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { queryRows, createTestCrm, listUnrecordedWrites } from '../test-crm.ts';

const app = useApp();
const crm = createTestCrm(app);

const nobody = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';

describe('GET /crm/people/{id}', () => {
  test('200: interface 4.8, { success, status, person } in the shape of 2.11', async () => {
    const company = await crm.company({ name: 'Linden', domain: 'https://www.Linden.example/about' });
    const { id } = await crm.person({
      firstName: 'Lotte',
      lastName: 'Linden',
      salutation: 'Dr.',
      emails: ['Lotte@linden.example', 'l@private.example', 'lotte@LINDEN.example'],
      jobTitle: 'Founder',
      description: 'x'.repeat(5000),
      phoneNumber: '+49 30 5550000',
      primaryLocation: 'Berlin',
      avatarUrl: 'https://linden.example/l.png',
      socials: { linkedin: 'in/lotte', tiktok: 'ignored' },
      companyId: company.id,
    });
    const token = await app.tokenOf('mara@juniper.example', ['crm:read']);
    const { status, body, headers } = await app.get(`/crm/people/${id}`, { token });
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"1"');
    expect(body).toEqual({
      success: true,
      status: 200,
      person: {
        id,
        firstName: 'Lotte',
        lastName: 'Linden',
        salutation: 'Dr.',
        emails: ['lotte@linden.example', 'l@private.example'],
        jobTitle: 'Founder',
        description: 'x'.repeat(5000),
        phoneNumber: '+49305550000',
        primaryLocation: 'Berlin',
        avatarUrl: 'https://linden.example/l.png',
        company: { id: company.id, name: 'Linden', domain: 'linden.example' },
        socials: { linkedin: 'in/lotte', twitter: null, facebook: null, instagram: null },
        customAttributes: { deals: [] },
        createdAt: expect.stringMatching(/\.\d{6}Z$/),
        updatedAt: expect.stringMatching(/\.\d{6}Z$/),
      },
    });
  });

  test('404: interface 7, CRM person not found: { success: false, message: "Person not found.", status: 404 }', async () => {
    const { token } = await createNeighbour(app.runtime);
    const { id } = await crm.person({ firstName: 'Ours' });
    for (const answer of [
      await app.get(`/crm/people/${nobody}`),
      await app.get('/crm/people/not-a-uuid'),
      await app.get(`/crm/people/${id}`, { token }),
      await app.patch(`/crm/people/${nobody}`, { firstName: 'x' }),
      await app.delete(`/crm/people/${nobody}`),
      await app.get(`/crm/people/${nobody}/meetings`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, message: 'Person not found.', status: 404 });
    }
  });

  test('403: interface 5, GET /crm/people/{id} takes at least one of crm:read, crm:write; 401 without a token', async () => {
    const { id } = await crm.person({ firstName: 'Scoped' });
    for (const scope of ['crm:read', 'crm:write'] as const) {
      const token = await app.tokenOf('aiko@juniper.example', [scope]);
      expect((await app.get(`/crm/people/${id}`, { token })).status).toBe(200);
    }
    const token = await app.tokenOf('mara@juniper.example', ['admin:full', 'users:read']);
    const { status, body } = await app.get(`/crm/people/${id}`, { token });
    expect(status).toBe(403);
    expect(body.error).toEqual({
      type: 'insufficient_scope',
      message: expect.stringContaining('crm:read'),
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      required_scopes: ['crm:read', 'crm:write'],
    });
    expect((await app.get(`/crm/people/${id}`, { token: null })).body).toEqual({
      message: 'Unauthenticated.',
    });
  });
});

describe('POST /crm/people', () => {
  test('201: a person with a name alone, or with an address alone', async () => {
    expect((await app.post('/crm/people', { lastName: 'Solo' })).status).toBe(201);
    const { body } = await app.post('/crm/people', { emails: ['solo@alone.example'] });
    expect(body).toMatchObject({ success: true, status: 201, person: { firstName: null, company: null } });
  });

  test('422: neither a name nor an address; a company that does not exist', async () => {
    expect((await app.post('/crm/people', {})).body.errors).toHaveProperty('emails');
    const { status, body } = await app.post('/crm/people', { firstName: 'x', companyId: nobody });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['companyId']);
  });

  test.each([
    [{ firstName: 5 }, 'firstName'],
    [{ emails: 'a@b.example' }, 'emails'],
    [{ emails: ['not an address'] }, 'emails'],
    [{ phoneNumber: '12' }, 'phoneNumber'],
    [{ avatarUrl: 'nope' }, 'avatarUrl'],
    [{ socials: 'x' }, 'socials'],
    [{ socials: { linkedin: 5 } }, 'linkedin'],
    [{ customAttributes: [] }, 'customAttributes'],
    [{ companyId: 'x' }, 'companyId'],
    [{ companyId: 5 }, 'companyId'],
  ])('400: %j', async (values, key) => {
    const { status, body } = await app.post('/crm/people', { lastName: 'x', ...values });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message: expect.stringContaining(key), status: 400 });
  });

  test('400: an address of another person; it can be used again after that person is deleted', async () => {
    const { id } = await crm.person({ emails: ['first@taken.example', 'second@taken.example'] });
    const again = () =>
      app.post('/crm/people', { firstName: 'x', emails: ['new@taken.example', 'SECOND@taken.example'] });
    const { status, body } = await again();
    expect(status).toBe(400);
    expect(body.message).toContain(id);
    await app.delete(`/crm/people/${id}`);
    expect((await again()).status).toBe(201);
  });

  test('200: `name` follows from first and last name, and is ignored in a body', async () => {
    const { id } = await crm.person({ name: 'Somebody Else', firstName: 'Real', lastName: 'Name' });
    expect((await app.get('/crm/people?filter[name]=real name')).body.collection[0].id).toBe(id);
  });
});

describe('PATCH, DELETE /crm/people/{id}', () => {
  test('200: changes what is sent; addresses are replaced as a whole; companyId null unlinks the company', async () => {
    const company = await crm.company({ name: 'Leave', domain: 'leave.example' });
    const { id } = await crm.person({
      firstName: 'A',
      emails: ['one@leave.example', 'two@leave.example'],
      companyId: company.id,
    });
    const { body } = await app.patch(`/crm/people/${id}`, {
      emails: ['two@leave.example', 'three@leave.example'],
      companyId: null,
    });
    expect(body.person).toMatchObject({
      firstName: 'A',
      emails: ['two@leave.example', 'three@leave.example'],
      company: null,
    });
    expect((await app.post('/crm/people', { emails: ['one@leave.example'] })).status).toBe(201);
  });

  test('200: another companyId replaces the company', async () => {
    const [a, b] = [await crm.company({ name: 'A' }), await crm.company({ name: 'B' })];
    const { id } = await crm.person({ firstName: 'Mover', companyId: a.id });
    expect((await app.patch(`/crm/people/${id}`, { companyId: b.id })).body.person.company.id).toBe(b.id);
  });

  test('200: { success, status, message: "Record deleted." }', async () => {
    const { id } = await crm.person({ firstName: 'Gone' });
    expect((await app.delete(`/crm/people/${id}`)).body).toEqual({
      success: true,
      message: 'Record deleted.',
      status: 200,
    });
  });
});

describe('PUT /crm/people', () => {
  const put = (values: object, query = '') => app.put(`/crm/people${query}`, values);

  test('201, then 200 by any address; addresses that are not sent are kept', async () => {
    const first = await put({ firstName: 'Up', emails: ['main@upsert.example', 'other@upsert.example'] });
    expect(first.status).toBe(201);
    const second = await put({ jobTitle: 'Boss', emails: ['Other@upsert.example', 'third@upsert.example'] });
    expect(second.status).toBe(200);
    expect(second.body.person).toMatchObject({
      id: first.body.person.id,
      firstName: 'Up',
      jobTitle: 'Boss',
      emails: ['main@upsert.example', 'other@upsert.example', 'third@upsert.example'],
    });
  });

  test('400: the addresses of two people', async () => {
    await crm.person({ emails: ['one@two.example'] });
    await crm.person({ emails: ['two@two.example'] });
    expect((await put({ emails: ['one@two.example', 'two@two.example'] })).status).toBe(400);
  });

  test('422: no address, or a matching attribute that is not unique', async () => {
    expect((await put({ firstName: 'x' })).body.errors).toHaveProperty('emails');
    expect((await put({ firstName: 'x' }, '?matchingAttribute=firstName')).body.errors).toHaveProperty(
      'matchingAttribute',
    );
  });

  test('eight concurrent clients with five addresses create five people', async () => {
    const answers = await repeatConcurrently(40, (index) =>
      put({ emails: [`race${index % 5}@race.example`], jobTitle: String(index) }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 35, 201: 5 });
  });
});

describe('/crm/companies', () => {
  test('201, 200: { success, status, company } in the shape of resolutions 8', async () => {
    const { status, body } = await app.post('/crm/companies', {
      name: 'Northlight Glass',
      domain: 'northlight-glass.example',
      description: 'Windows.',
      employees: 12,
      location: 'Oslo',
      socials: { twitter: '@northlight' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      status: 201,
      company: {
        id: expect.any(String),
        name: 'Northlight Glass',
        domain: 'northlight-glass.example',
        description: 'Windows.',
        employees: 12,
        location: 'Oslo',
        socials: { linkedin: null, twitter: '@northlight', facebook: null, instagram: null },
        customAttributes: { deals: [] },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const { id } = body.company;
    expect((await app.get(`/crm/companies/${id}`)).body.company).toEqual(body.company);
    expect((await app.patch(`/crm/companies/${id}`, { employees: 13 })).body.company.employees).toBe(13);
    expect((await app.get('/crm/companies?filter[employees]=13')).body.collection[0].id).toBe(id);
    expect(
      (await app.post('/crm/companies/query', { filter: { employees: { gt: 12.5, lt: 13.5 } } })).body
        .collection[0].id,
    ).toBe(id);
    expect((await app.delete(`/crm/companies/${id}`)).body.message).toBe('Record deleted.');
    expect((await app.get(`/crm/companies/${id}`)).body.message).toBe('Company not found.');
  });

  test('201, then 200 by domain; the name follows from it', async () => {
    const first = await app.put('/crm/companies', { domain: 'north-wind.co.uk' });
    expect(first).toMatchObject({ status: 201, body: { company: { name: 'North Wind' } } });
    const second = await app.put('/crm/companies', { domain: 'http://www.north-wind.co.uk/', employees: 3 });
    expect(second).toMatchObject({
      status: 200,
      body: { company: { id: first.body.company.id, employees: 3 } },
    });
  });

  test('400 and 422', async () => {
    expect((await app.post('/crm/companies', {})).body.errors).toHaveProperty('name');
    expect((await app.post('/crm/companies', { name: 'x', domain: 'not a domain' })).status).toBe(400);
    expect((await app.post('/crm/companies', { name: 'x', employees: -1 })).status).toBe(400);
    expect((await app.post('/crm/companies', { name: 'x', employees: 1.5 })).status).toBe(400);
    await app.post('/crm/companies', { name: 'x', domain: 'twice.example' });
    expect((await app.post('/crm/companies', { name: 'x', domain: 'TWICE.example' })).status).toBe(400);
  });
});

describe('GET /crm/people', () => {
  test('200: search by name, by any address and by phone number in any spelling', async () => {
    const { id } = await crm.person({
      firstName: 'Zoë',
      lastName: 'Quartz',
      emails: ['zoe@quartz.example', 'zq@private.example'],
      phoneNumber: '+41 44 555 12 34',
    });
    for (const search of ['zoe quartz', 'ZOË', 'zq@priv', '44 555-12', '+4144', '5551234']) {
      const { body } = await app.get(`/crm/people?search=${encodeURIComponent(search)}`);
      expect(body.collection.map((person: { id: string }) => person.id)).toEqual([id]);
    }
  });

  test('200: filters by address, by company and by attributes of the company', async () => {
    const company = await crm.company({ name: 'Filter & Sons', domain: 'filter.example', employees: 7 });
    const { id } = await crm.person({ firstName: 'F', emails: ['f@filter.example'], companyId: company.id });
    for (const query of [
      'filter[emails]=F@filter.example',
      'filter[emails][contains]=@filter.ex',
      `filter[company]=${company.id}`,
      'filter[company.domain]=filter.example',
      'filter[company.employees]=7',
    ]) {
      expect(
        (await app.get(`/crm/people?${query}`)).body.collection.map((person: { id: string }) => person.id),
      ).toEqual([id]);
    }
  });

  test('200: all people of the workspace, and the exact total', async () => {
    const { body } = await app.get('/crm/people?count=100&sort=lastName,-created_at');
    expect(body.collection.length).toBeGreaterThan(10);
    expect(body.pagination.total).toBe(body.collection.length);
    const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
      app,
      `select count(*) as count from crm_record r join crm_object o on o.id = r.object_id and o.workspace_id = r.workspace_id
       join member m on m.workspace_id = r.workspace_id and m.email = 'mara@juniper.example' where o.slug = 'people'`,
    );
    expect(count).toBe(body.collection.length);
  });
});

test('every write of these tests has a change in its transaction', async () => {
  expect(await listUnrecordedWrites(app)).toEqual([]);
});

test('400: an internationalised domain is the same in its letters and in its encoded form', async () => {
  const company = await crm.company({ name: 'Müller', domain: 'https://www.xn--mller-kva.example/' });
  expect(company['domain']).toBe('müller.example');
  expect((await app.post('/crm/companies', { name: 'Twin', domain: 'MÜLLER.example' })).status).toBe(400);
  const person = await crm.person({ emails: ['ana@xn--mller-kva.example'] });
  const again = await app.put('/crm/people?matchingAttribute=emails', { emails: ['ana@müller.example'] });
  expect([again.status, again.body.person.id]).toEqual([200, person.id]);
  for (const domain of ['müller.example', 'xn--mller-kva.example']) {
    const companies = await app.get(`/crm/companies?filter[domain]=${encodeURIComponent(domain)}`);
    expect(companies.body.collection.map(({ id }: { id: string }) => id)).toEqual([company.id]);
    const people = await app.get(`/crm/people?filter[emails]=${encodeURIComponent(`ana@${domain}`)}`);
    expect(people.body.collection.map(({ id }: { id: string }) => id)).toEqual([person.id]);
  }
});
