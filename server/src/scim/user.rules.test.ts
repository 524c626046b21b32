import { describe, expect, test } from 'vitest';
import { applyToGroup, emptyGroup } from './group.rules.ts';
import { expandObject, parseOperations } from './patch.rules.ts';
import { applyToUser, emptyDraft, resolveUser, type UserDraft } from './user.rules.ts';

const noor: UserDraft = {
  userName: 'noor@fern.example',
  externalId: 'e-1',
  active: true,
  givenName: 'Noor',
  familyName: 'Haddad',
  emails: [{ value: 'noor@fern.example', type: 'work', primary: true }],
};

const patch = (...Operations: object[]) => resolveUser(applyToUser(noor, parseOperations({ Operations })));
const create = (body: object) => resolveUser(applyToUser(emptyDraft, expandObject('replace', body as never)));

describe('shapes of Entra ID', () => {
  test('a capital letter, and booleans as text', () => {
    expect(patch({ op: 'Replace', path: 'active', value: 'False' }).isActive).toBe(false);
    expect(patch({ op: 'Add', path: 'active', value: 'True' }).isActive).toBe(true);
  });

  test('several attributes without a path, whose keys are paths', () => {
    const fields = patch({
      op: 'replace',
      value: {
        'name.givenName': 'Nora',
        'emails[type eq "work"].value': 'nora@fern.example',
        displayName: 'Ignored Here',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Design',
      },
    });
    expect(fields).toMatchObject({ firstName: 'Nora', lastName: 'Haddad', email: 'nora@fern.example' });
  });

  test('an address of a type that the user doesn’t have yet is added, and the primary one stays', () => {
    const fields = patch({ op: 'Add', path: 'emails[type eq "other"].value', value: 'n@other.example' });
    expect(fields.email).toBe('noor@fern.example');
  });

  test('several operations are applied one after the other', () => {
    const fields = patch(
      { op: 'Add', path: 'name.givenName', value: 'Nora' },
      { op: 'Replace', path: 'emails[primary eq true].value', value: 'nora@fern.example' },
      { op: 'Replace', path: 'userName', value: 'nora@fern.example' },
      { op: 'Remove', path: 'externalId' },
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Replace', path: 'active', value: 'True' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Oslo' },
    );
    expect(fields).toMatchObject({
      firstName: 'Nora',
      lastName: 'Haddad',
      email: 'nora@fern.example',
      userName: 'nora@fern.example',
      externalId: null,
      isActive: true,
    });
  });

  test('a display name alone is the name', () => {
    expect(patch({ op: 'Replace', path: 'displayName', value: 'Nora van Dam' })).toMatchObject({
      firstName: 'Nora',
      lastName: 'van Dam',
    });
  });
});

describe('shapes of Okta', () => {
  test('a whole user', () => {
    const fields = create({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'isaac@fern.example',
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [
        { primary: false, value: 'home@fern.example', type: 'home' },
        { primary: true, value: 'isaac@fern.example', type: 'work' },
      ],
      displayName: 'Isaac Brock',
      locale: 'en_US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect(fields).toEqual({
      userName: 'isaac@fern.example',
      externalId: '00ujl29u0le5T6Aj10h7',
      isActive: true,
      email: 'isaac@fern.example',
      firstName: 'Isaac',
      lastName: 'Brock',
      timezone: undefined,
      language: 'en-US',
    });
  });

  test('deactivation without a path', () => {
    expect(patch({ op: 'replace', value: { active: false } }).isActive).toBe(false);
  });
});

describe('what is missing or wrong', () => {
  test('a user name that is an address is one, and a name comes from it', () => {
    expect(create({ userName: 'sam@fern.example' })).toMatchObject({
      email: 'sam@fern.example',
      firstName: 'sam',
      lastName: '',
    });
  });

  test('removing the address leaves the user name', () => {
    expect(patch({ op: 'remove', path: 'emails[type eq "work"]' }).email).toBe('noor@fern.example');
    expect(patch({ op: 'remove', path: 'externalId' }).externalId).toBeNull();
  });

  test.each([
    [{ userName: 'sam' }, 'invalidValue'],
    [{}, 'invalidValue'],
    [{ userName: 7 }, 'invalidValue'],
    [{ userName: 'a\u0000b@fern.example' }, 'invalidValue'],
    [{ userName: 'x'.repeat(300) }, 'invalidValue'],
    [{ userName: 'sam@fern.example', name: 'Sam' }, 'invalidSyntax'],
    [{ userName: 'sam@fern.example', active: 'perhaps' }, 'invalidValue'],
    [{ userName: 'sam@fern.example', emails: [7] }, 'invalidSyntax'],
    [{ userName: 'sam@fern.example', name: { givenName: 'x'.repeat(101) } }, 'invalidValue'],
  ])('400: %j', (body, type) => {
    expect(() => create(body)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ scimType: type }) }),
    );
  });

  test.each([
    [{}, 'invalidSyntax'],
    [{ Operations: [] }, 'invalidSyntax'],
    [{ Operations: [{ op: 'move', path: 'active' }] }, 'invalidSyntax'],
    [{ Operations: [{ op: 'remove' }] }, 'noTarget'],
    [{ Operations: [{ op: 'add', value: 'x' }] }, 'invalidSyntax'],
    [{ Operations: [{ op: 'add', path: 'emails[', value: 'x' }] }, 'invalidPath'],
    [{ Operations: [{ op: 'remove', path: 'userName' }] }, 'mutability'],
    [{ Operations: [{ op: 'replace', path: 'id', value: 'x' }] }, 'mutability'],
    [{ Operations: [{ op: 'Add', path: 'groups', value: [] }] }, 'mutability'],
    [{ Operations: [{ op: 'replace', path: 'meta.created', value: 'x' }] }, 'mutability'],
    [{ Operations: [{ op: 'replace', path: 7, value: 'x' }] }, 'invalidSyntax'],
    [{ Operations: ['remove'] }, 'invalidSyntax'],
    [
      { Operations: Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true })) },
      'tooMany',
    ],
  ])('400: a PATCH of %j', (body, type) => {
    expect(() => applyToUser(noor, parseOperations(body))).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ scimType: type }) }),
    );
  });
});

describe('members of groups', () => {
  const members = (...Operations: object[]) => [
    ...applyToGroup(
      { ...emptyGroup, displayName: 'Design', memberIds: new Set(['A', 'B', 'C']) },
      parseOperations({ Operations }),
    ).memberIds,
  ];

  test('are added and removed in every shape', () => {
    expect(members({ op: 'Add', path: 'members', value: [{ $ref: null, value: 'D' }] })).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
    expect(members({ op: 'add', path: 'members', value: { value: 'D' } })).toEqual(['A', 'B', 'C', 'D']);
    expect(members({ op: 'Remove', path: 'members', value: [{ value: 'B' }, { value: 'X' }] })).toEqual([
      'A',
      'C',
    ]);
    expect(members({ op: 'remove', path: 'members[value eq "B"]' })).toEqual(['A', 'C']);
    expect(members({ op: 'remove', path: 'members[value eq "A" or value eq "B"]' })).toEqual(['C']);
    expect(members({ op: 'remove', path: 'members' })).toEqual([]);
    expect(members({ op: 'remove', path: 'members', value: [] })).toEqual(['A', 'B', 'C']);
    expect(
      members(
        { op: 'Remove', path: 'members[value eq "A"]' },
        { op: 'Add', path: 'members', value: [{ value: 'D' }] },
        { op: 'Add', value: { members: [{ value: 'E' }] } },
      ),
    ).toEqual(['B', 'C', 'D', 'E']);
    expect(members({ op: 'replace', path: 'members', value: [{ value: 'Z' }] })).toEqual(['Z']);
    expect(members({ op: 'replace', value: { id: 'x', displayName: 'New', members: [] } })).toEqual([]);
  });

  test('400: by anything but their ids', () => {
    expect(() => members({ op: 'remove', path: 'members[display eq "B"]' })).toThrow(
      'members[value eq "id"]',
    );
    expect(() => members({ op: 'add', path: 'members', value: [{ display: 'B' }] })).toThrow('needs a value');
  });
});
