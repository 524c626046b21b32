import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createDirectory, entraUser, oktaUser, patchOp, type Directory } from '../../test/scim.ts';

const app = useApp();
let directory: Directory;
beforeAll(async () => {
  directory = await createDirectory(app);
});

const create = async (name: string, fields: object = {}) => {
  const { status, body } = await directory.send('POST', '/Users', entraUser(name, fields));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const find = (filter: string) => directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);

describe('Entra ID', () => {
  test('looks for a user, creates, changes, deactivates and deletes them', async () => {
    const none = await find('userName eq "Ada@fern.example"');
    expect(none.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(none.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const made = await directory.send('POST', '/Users', entraUser('ada'));
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe(`http://localhost:4000/scim/v2/Users/${made.body.id}`);
    expect(made.headers['etag']).toBe(made.body.meta.version);
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: 'entra-ada',
      userName: 'ada@fern.example',
      name: { givenName: 'ada', familyName: 'Fern', formatted: 'ada Fern' },
      active: true,
      emails: [{ value: 'ada@fern.example', type: 'work', primary: true }],
      meta: { resourceType: 'User' },
    });
    const { id } = made.body;
    expect((await find('userName eq "ADA@fern.example"')).body.Resources).toMatchObject([{ id }]);
    expect((await find('externalId eq "entra-ada"')).body.totalResults).toBe(1);

    const renamed = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOp(
        { op: 'Add', path: 'name.familyName', value: 'Lovelace' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.l@fern.example' },
        { op: 'Replace', value: { 'name.givenName': 'Ada', userName: 'ada.l@fern.example' } },
      ),
    );
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ displayName: 'Ada Lovelace', userName: 'ada.l@fern.example' });
    const { body } = await app.get(`/organizations/users/${id}`);
    expect(body.resource).toMatchObject({ name: 'Ada Lovelace', email: 'ada.l@fern.example', role: 'user' });

    const off = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOp({ op: 'Replace', path: 'active', value: 'False' }),
    );
    expect(off.body.active).toBe(false);
    expect((await find('active eq false and userName sw "ada"')).body.totalResults).toBe(1);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await find('userName eq "ada.l@fern.example"')).body.totalResults).toBe(0);
  });

  test('creates a deleted user again: the same person, active, with new names', async () => {
    const { id } = await create('bea');
    await directory.send('DELETE', `/Users/${id}`);
    const again = await directory.send(
      'POST',
      '/Users',
      entraUser('bea', { name: { givenName: 'Beatrice' } }),
    );
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ id, active: true, name: { givenName: 'Beatrice' } });
  });
});

describe('Okta', () => {
  test('puts the whole user, deactivates without a path, and activates again', async () => {
    const { body: made } = await directory.send('POST', '/Users', oktaUser('cleo'));
    const put = await directory.send('PUT', `/Users/${made.id}`, {
      ...oktaUser('cleo'),
      id: made.id,
      name: { givenName: 'Cléo', familyName: 'Fern' },
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ name: { givenName: 'Cléo' }, externalId: '00u-cleo' });
    const off = await directory.send(
      'PATCH',
      `/Users/${made.id}`,
      patchOp({ op: 'replace', value: { active: false } }),
    );
    expect(off.body.active).toBe(false);
    const on = await directory.send('PUT', `/Users/${made.id}`, { ...oktaUser('cleo'), id: made.id });
    expect(on.body.active).toBe(true);
  });

  test('a password that it sends is not one: the user resets it or signs in by single sign-on', async () => {
    const { body } = await directory.send('POST', '/Users', oktaUser('dora'));
    const { rows } = await app.runtime.database.pool.query('select password_hash from member where id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test('links a user who was here before', async () => {
    const { body } = await find('userName eq "aiko@juniper.example"');
    const { id } = body.Resources[0];
    const put = await directory.send(
      'PUT',
      `/Users/${id}`,
      oktaUser('aiko', {
        userName: 'aiko@juniper.example',
        emails: [{ primary: true, value: 'aiko@juniper.example', type: 'work' }],
      }),
    );
    expect(put.body).toMatchObject({ id, externalId: '00u-aiko', userName: 'aiko@juniper.example' });
  });
});

describe('retries and races', () => {
  test('409: a user name or address that exists, in any case', async () => {
    await create('eva');
    const again = await directory.send('POST', '/Users', entraUser('eva'));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
    });
    const other = entraUser('EVA', { emails: [{ value: 'other@fern.example' }] });
    expect((await directory.send('POST', '/Users', other)).body.scimType).toBe('uniqueness');
    const sameAddress = entraUser('eve', { emails: [{ value: 'eva@fern.example' }] });
    expect((await directory.send('POST', '/Users', sameAddress)).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
  });

  test('of ten that create one user at once, one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => directory.send('POST', '/Users', entraUser('fay'))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('of ten that take one user name with other addresses at once, one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        directory.send(
          'POST',
          '/Users',
          entraUser('gil', { emails: [{ value: `gil${index}@fern.example` }] }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('changes at once of activity, names and groups all take effect, and none is a deadlock', async () => {
    const { id } = await create('hal');
    const changes = ['false', 'true', 'false', 'true'].map((value) =>
      directory.send('PATCH', `/Users/${id}`, patchOp({ op: 'replace', path: 'active', value })),
    );
    const names = ['A', 'B', 'C'].map((value) =>
      directory.send('PATCH', `/Users/${id}`, patchOp({ op: 'replace', path: 'name.givenName', value })),
    );
    const group = directory.send('POST', '/Groups', { displayName: 'Racers', members: [{ value: id }] });
    const answers = await Promise.all([...changes, ...names, group]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  test('If-Match: 412 for a version that was changed meanwhile', async () => {
    const { id, meta } = await create('ida');
    const change = (ifMatch: string) =>
      directory.send(
        'PATCH',
        `/Users/${id}`,
        patchOp({ op: 'replace', path: 'name.givenName', value: 'Ina' }),
        {
          'if-match': ifMatch,
        },
      );
    const first = await change(meta.version);
    expect(first.status).toBe(200);
    expect(first.body.meta.version).not.toBe(meta.version);
    expect((await change(meta.version)).status).toBe(412);
    expect((await change('*')).status).toBe(200);
    const same = await directory.send('GET', `/Users/${id}`, undefined, {
      'if-none-match': first.body.meta.version,
    });
    expect(same.status).toBe(304);
  });
});

describe('what stays ours', () => {
  test('409: the last owner can’t be deactivated or deleted', async () => {
    const { body } = await find('userName eq "mara@juniper.example"');
    const { id } = body.Resources[0];
    const off = await directory.send(
      'PATCH',
      `/Users/${id}`,
      patchOp({ op: 'replace', path: 'active', value: false }),
    );
    expect(off.body).toMatchObject({
      status: '409',
      detail: expect.stringContaining('at least one active owner'),
    });
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(409);
    expect((await directory.send('GET', `/Users/${id}`)).body.active).toBe(true);
  });

  test('service users are no users of the directory', async () => {
    await app.post('/apps', { name: 'Robot', scopes: ['booking'], grantTypes: ['client_credentials'] });
    expect((await find('userName co "service.invalid"')).body.totalResults).toBe(0);
  });

  test('the audit log names the token', async () => {
    const { id } = await create('jan');
    const { body } = await app.get(`/audit-log?object=${id}`);
    expect(body.collection[0]).toMatchObject({
      action: 'user.created',
      actor: { kind: 'token', name: 'SCIM token Entra ID', credential: directory.tokenId, email: null },
    });
  });
});
