import { describe, expect, test } from 'vitest';
import { addEvent } from '../../test/fixtures.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, mara, buildNotFound, noSuchEvent, refused, useNotes } from './test-notes.ts';

const { app, given, write, add } = useNotes();

describe('GET /notes/{id}', () => {
  test('200: by either id', async () => {
    const note = await add('read me');
    for (const id of [note.id, note.uuid]) {
      const { status, body } = await app.get(`/notes/${id}`, { token: given.tokens.reader });
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, status: 200, data: note });
    }
  });

  test('integer ids count per workspace, and open nothing of another', async () => {
    const note = await add('ours');
    const theirs = await addEvent(app.runtime, ['petra@fern.example']);
    const first = await write('theirs', theirs.id, given.tokens.neighbour);
    expect(first.body.data.id).toBe(1);
    expect((await app.get('/notes/1')).body.data?.note).not.toBe('theirs');
    for (const id of [note.id, note.uuid]) {
      const { status, body } = await app.get(`/notes/${id}`, { token: given.tokens.neighbour });
      expect(status).toBe(404);
      expect(body).toEqual(buildNotFound('Note'));
    }
  });

  test('401, 403, 404', async () => {
    const note = await add('private', given.marasOwn.id);
    expect((await app.get(`/notes/${note.id}`, { token: null })).status).toBe(401);
    expect((await app.get(`/notes/${note.id}`, { token: given.tokens.aiko })).body).toEqual(refused);
    for (const id of [
      '999999999',
      '9999999999',
      '0',
      '-1',
      '1.5',
      'AAAAAAAAAA',
      'x',
      '99999999999',
      '1%00',
    ]) {
      const { status, body } = await app.get(`/notes/${id}`);
      expect(status).toBe(404);
      expect(body).toEqual(buildNotFound('Note'));
    }
  });
});

describe('PUT /notes/{id}', () => {
  test('200: by either id, sanitised; the creator stays, and the editor is named', async () => {
    const note = await add('before');
    const { status, body } = await app.put(
      `/notes/${note.uuid}`,
      { note: '<em>after</em><style>x</style>' },
      { token: given.tokens.tomas },
    );
    expect(status).toBe(200);
    const editor = expect.objectContaining({ firstName: 'Tomás' });
    expect(body).toEqual({
      success: true,
      status: 200,
      data: { ...note, note: '<em>after</em>', editor, updatedAt: body.data.updatedAt },
    });
    expect(body.data.updatedAt > note.updatedAt).toBe(true);
    expect((await app.put(`/notes/${note.id}`, { note: 'again' })).body.data.note).toBe('again');
  });

  test("403: another host's note, unless one is an owner or admin", async () => {
    const note = await add('signed by Mara');
    const path = `/notes/${note.uuid}`;
    expect((await app.get(path, { token: given.tokens.aiko })).status).toBe(200);
    const changed = await app.put(path, { note: 'by Aiko' }, { token: given.tokens.aiko });
    const deleted = await app.delete(path, undefined, { token: given.tokens.aiko });
    for (const { status, body } of [changed, deleted]) {
      expect([status, body.message]).toEqual([
        403,
        'Only the author, owners and admins can edit or delete a note.',
      ]);
    }
    expect((await app.get(path)).body.data.note).toBe('signed by Mara');
    const { data: own } = (await write('by Aiko', given.shared.id, given.tokens.aiko)).body;
    const again = await app.put(`/notes/${own.id}`, { note: 'again' }, { token: given.tokens.aiko });
    expect(again.body.data).toEqual({ ...own, note: 'again', updatedAt: expect.any(String) });
  });

  test('401, 403, 404, 422', async () => {
    const note = await add('private', given.marasOwn.id);
    const path = `/notes/${note.uuid}`;
    expect((await app.put(path, { note: 'x' }, { token: null })).status).toBe(401);
    expect((await app.put(path, { note: 'x' }, { token: given.tokens.aiko })).body).toEqual(refused);
    expect((await app.put(path, { note: 'x' }, { token: given.tokens.reader })).body.error.type).toBe(
      'insufficient_scope',
    );
    expect((await app.put(path, { note: 'x' }, { token: given.tokens.neighbour })).body).toEqual(
      buildNotFound('Note'),
    );
    expect((await app.put('/notes/AAAAAAAAAA', { note: 'x' })).body).toEqual(buildNotFound('Note'));
    for (const text of [undefined, null, '', '<p></p>', 'x'.repeat(501)]) {
      const { status, body } = await app.put(path, { note: text });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['note']);
    }
    expect((await app.get(path)).body.data.note).toBe('private');
  });
});

describe('DELETE /notes/{id}', () => {
  test('200: once, of many requests at once; a change at the same moment is 200 or 404', async () => {
    const note = await add('gone soon');
    const deletions = repeatConcurrently(5, (index) =>
      app.delete(`/notes/${index % 2 ? note.id : note.uuid}`),
    );
    const changes = await repeatConcurrently(5, () => app.put(`/notes/${note.id}`, { note: 'too late?' }));
    expect(countByStatus(await deletions)).toEqual({ 200: 1, 404: 4 });
    expect(changes.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await app.get(`/notes/${note.id}`)).body).toEqual(buildNotFound('Note'));
    const last = await add('and last');
    const { body } = await app.delete(`/notes/${last.id}`, undefined, { token: given.tokens.tomas });
    expect(body).toEqual({ success: true, message: 'Note deleted.', status: 200 });
  });

  test('401, 403, 404', async () => {
    const note = await add('stays', given.marasOwn.id);
    const path = `/notes/${note.id}`;
    expect((await app.delete(path, undefined, { token: null })).status).toBe(401);
    expect((await app.delete(path, undefined, { token: given.tokens.aiko })).body).toEqual(refused);
    expect((await app.delete(path, undefined, { token: given.tokens.reader })).status).toBe(403);
    expect(
      (await app.delete(`/notes/${note.uuid}`, undefined, { token: given.tokens.neighbour })).status,
    ).toBe(404);
    expect((await app.delete('/notes/nonsense')).body).toEqual(buildNotFound('Note'));
    expect((await app.get(path)).status).toBe(200);
  });
});

describe('GET /notes/event/{uuid}', () => {
  test('200: oldest first, of this event only, and empty when there are none', async () => {
    const event = await addEvent(app.runtime, [aiko]);
    const path = `/notes/event/${event.id}`;
    expect((await app.get(path, { token: given.tokens.aiko })).body).toEqual({
      success: true,
      status: 200,
      list: [],
    });
    const written = [await add('one', event.id), await add('two', event.id), await add('three', event.id)];
    await app.put(`/notes/${written[0].id}`, { note: 'one, changed' });
    const { status, body } = await app.get(path);
    expect(status).toBe(200);
    expect(body.list.map((note: { note: string }) => note.note)).toEqual(['one, changed', 'two', 'three']);
  });

  test('401, 403, 404', async () => {
    const path = `/notes/event/${given.marasOwn.id}`;
    expect((await app.get(path, { token: null })).status).toBe(401);
    expect((await app.get(path, { token: given.tokens.aiko })).body).toEqual(refused);
    expect((await app.get(path, { token: given.tokens.neighbour })).body).toEqual(buildNotFound('Event'));
    const token = await app.tokenOf(mara, ['events:read']);
    expect((await app.get(path, { token })).body.error.required_scopes).toEqual(['admin:full', 'notes:read']);
    for (const id of [noSuchEvent, 'nonsense', '1']) {
      expect((await app.get(`/notes/event/${id}`)).body).toEqual(buildNotFound('Event'));
    }
  });
});
