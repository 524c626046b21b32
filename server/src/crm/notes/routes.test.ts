import { describe, expect, test } from 'vitest';
import { useRecordNotes } from '../../../test/record-notes.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';

const { app, crm, given, demand, record, note, comment, mention } = useRecordNotes();

const textsOf = async (path: string): Promise<string[]> =>
  (await demand(app.get(`${path}/notes`))).collection.map((each: { readonly note: string }) => each.note);

interface Thread {
  readonly comment: string;
  readonly replies: readonly Thread[];
}

const threadsOf = async (path: string): Promise<[string, string[]][]> =>
  (await demand(app.get(`${path}/comments`))).collection.map(({ comment: text, replies }: Thread) => [
    text,
    replies.map((reply) => reply.comment),
  ]);

describe('pinned notes', () => {
  test('200: come first, the latest pin on top, and keep the time of their text', async () => {
    const path = await record();
    const notes = [await note(path, 'one'), await note(path, 'two'), await note(path, 'three')];
    const { note: pinned } = await demand(app.put(`${path}/notes/${notes[0].id}/pin`));
    expect(pinned).toMatchObject({ pinnedAt: expect.any(String), updatedAt: notes[0].updatedAt });
    await demand(app.put(`${path}/notes/${notes[1].id}/pin`));
    expect(await textsOf(path)).toEqual(['two', 'one', 'three']);
    await demand(app.put(`${path}/notes/${notes[0].id}/pin`));
    expect(await textsOf(path)).toEqual(['two', 'one', 'three']);
    expect((await demand(app.delete(`${path}/notes/${notes[1].id}/pin`))).note.pinnedAt).toBeNull();
    expect(await textsOf(path)).toEqual(['one', 'three', 'two']);
  });

  test('409: more than five are not pinned, also at once', async () => {
    const path = await record();
    const notes = await repeatConcurrently(8, (index) => note(path, `note ${index}`));
    const answers = await Promise.all(notes.map(({ id }) => app.put(`${path}/notes/${id}/pin`)));
    expect(countByStatus(answers)).toEqual({ 200: 5, 409: 3 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('This record already has 5 pinned notes. Unpin one first.');
  });

  test('200: everyone who can change the record can pin; 403: users who can only read it can’t', async () => {
    const slug = await crm.object();
    const path = `/crm/${slug}/${(await crm.record(slug, {})).id}`;
    const { id } = await note(path, 'one');
    const token = given.aiko;
    expect((await app.put(`${path}/notes/${id}/pin`, undefined, { token })).status).toBe(200);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'read' } });
    expect((await app.delete(`${path}/notes/${id}/pin`, undefined, { token })).status).toBe(403);
  });

  test('200: stay pinned when the record is deleted and restored', async () => {
    const path = await record();
    const { id } = await note(path, 'one');
    await demand(app.put(`${path}/notes/${id}/pin`));
    const first = await comment(path, 'first');
    await comment(path, 'second', { replyTo: first.id });
    await demand(app.delete(path));
    await demand(app.post(`${path}/restore`));
    expect((await demand(app.get(`${path}/notes`))).collection[0].pinnedAt).not.toBeNull();
    expect(await threadsOf(path)).toEqual([['first', ['second']]]);
  });
});

describe('comments', () => {
  test('201, 200: threads, the latest first, with their replies, and none among the notes', async () => {
    const path = await record();
    await note(path, 'a note');
    const one = await comment(path, 'one');
    await comment(path, 'two');
    const reply = await comment(path, 'to one', { replyTo: one.id, token: given.aiko });
    expect(reply).toMatchObject({ threadId: one.id, author: { uuid: given.aikoId } });
    await comment(path, 'to the reply', { replyTo: reply.id });
    expect(await threadsOf(path)).toEqual([
      ['two', []],
      ['one', ['to one', 'to the reply']],
    ]);
    expect(await textsOf(path)).toEqual(['a note']);
    const { collection } = await demand(app.get(`${path}/timeline?kinds=comment`));
    expect(collection.map(({ detail }: { detail: { note: string } }) => detail.note)).toEqual([
      'to the reply',
      'to one',
      'two',
      'one',
    ]);
  });

  test('201: users who can only read a record comment on it; 403: they change their own only', async () => {
    const slug = await crm.object();
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'read' } });
    const path = `/crm/${slug}/${(await crm.record(slug, {})).id}`;
    const theirs = await comment(path, 'by an owner');
    const own = await comment(path, 'by a user', { token: given.aiko });
    const as = { token: given.aiko };
    expect((await app.patch(`${path}/comments/${own.id}`, { comment: 'changed' }, as)).status).toBe(200);
    expect((await app.patch(`${path}/comments/${theirs.id}`, { comment: 'x' }, as)).body.message).toBe(
      'Only the author, owners and admins can edit or delete a comment.',
    );
    expect((await app.delete(`${path}/comments/${theirs.id}`, undefined, as)).status).toBe(403);
    expect((await app.post(`${path}/notes`, { note: 'x' }, as)).status).toBe(403);
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } });
    expect((await app.post(`${path}/comments`, { comment: 'x' }, as)).status).toBe(404);
  });

  test('200: the first one takes its replies along', async () => {
    const path = await record();
    const one = await comment(path, 'one');
    const reply = await comment(path, 'reply', { replyTo: one.id });
    await demand(app.delete(`${path}/comments/${one.id}`));
    expect(await threadsOf(path)).toEqual([]);
    expect((await app.patch(`${path}/comments/${reply.id}`, { comment: 'x' })).status).toBe(404);
  });

  test('201, 422: a reply belongs to its thread, or finds it deleted, and never to nothing', async () => {
    const path = await record();
    const one = await comment(path, 'one');
    const reply = () => app.post(`${path}/comments`, { comment: 'reply', replyTo: one.id });
    const answers = await Promise.all([
      ...[reply(), reply(), reply()],
      app.delete(`${path}/comments/${one.id}`),
      ...[reply(), reply(), reply()],
    ]);
    expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);
    expect((await reply()).status).toBe(422);
    expect(await threadsOf(path)).toEqual([]);
  });

  test('409: a thread ends after a hundred replies, also at once', async () => {
    const path = await record();
    const { id } = await comment(path, 'one');
    await app.runtime.database.pool.query(
      `insert into crm_note (workspace_id, id, object_id, record_id, note, thread_id)
       select workspace_id, gen_random_uuid(), object_id, record_id, 'x', id from crm_note, generate_series(1, 98)
       where id = $1`,
      [id],
    );
    const answers = await repeatConcurrently(5, () =>
      app.post(`${path}/comments`, { comment: 'reply', replyTo: id }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 2, 409: 3 });
  });

  test('404, 422: a comment is no note, and a reply needs a comment of the record', async () => {
    const [path, other] = [await record(), await record()];
    const { id } = await comment(path, 'one');
    const { id: noteId } = await note(path, 'a note');
    expect((await app.patch(`${path}/notes/${id}`, { note: 'x' })).status).toBe(404);
    expect((await app.put(`${path}/notes/${id}/pin`)).status).toBe(404);
    expect((await app.delete(`${path}/comments/${noteId}`)).status).toBe(404);
    const wrong = await app.post(`${other}/comments`, { comment: '<br>', replyTo: id });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['comment', 'replyTo']);
    expect((await app.post(`${path}/comments`, { comment: 'x', replyTo: noteId })).status).toBe(422);
  });

  test('200: move with their thread when records are merged', async () => {
    const [kept, gone] = [await record(), await record()];
    const one = await comment(gone, 'one');
    await comment(gone, 'reply', { replyTo: one.id });
    const [survivorId, mergedId] = [kept, gone].map((path) => path.split('/').at(-1));
    await demand(app.post(`/crm/${given.slug}/merge`, { survivorId, mergedId }));
    expect(await threadsOf(kept)).toEqual([['one', ['reply']]]);
    expect((await comment(gone, 'again', { replyTo: one.id })).threadId).toBe(one.id);
  });
});

describe('mentions', () => {
  test('201: shown with the name that the user has now, also once they are deactivated', async () => {
    const path = await record();
    const { uuid } = (
      await demand(
        app.post('/organizations/users', {
          ...{ email: 'noor@juniper.example', firstName: 'Noor', lastName: 'Bakker' },
        }),
      )
    ).resource;
    const written = await note(path, `<p>Ask ${mention(uuid)}</p>`);
    expect(written.note).toBe(`<p>Ask <mention user="${uuid}">@Noor Bakker</mention></p>`);
    await demand(app.patch(`/organizations/users/${uuid}`, { lastName: 'de Vries' }));
    await demand(app.delete(`/organizations/users/${uuid}`));
    const named = `<p>Ask <mention user="${uuid}">@Noor de Vries</mention></p>`;
    expect(await textsOf(path)).toEqual([named]);
    const { collection } = await demand(app.get(`${path}/timeline?kinds=note`));
    expect(collection[0].detail.note).toBe(named);
    // What was read can be written back, and nobody else can mention them now.
    expect((await app.patch(`${path}/notes/${written.id}`, { note: `${named}!` })).status).toBe(200);
    const { status, body } = await app.post(`${path}/notes`, { note: mention(uuid) });
    expect([status, body.errors]).toEqual([
      422,
      { note: ['Noor de Vries is deactivated and can’t be mentioned.'] },
    ]);
  });

  test('422: of users who can’t see the record, and of nobody, all at once', async () => {
    const slug = await crm.object();
    await app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } });
    const path = `/crm/${slug}/${(await crm.record(slug, {})).id}`;
    const texts = `${mention(given.aikoId)} ${mention('000000000000000')} ${mention(given.tomasId)}`;
    const { status, body } = await app.post(`${path}/comments`, { comment: texts });
    expect(status).toBe(422);
    expect(body.errors.comment).toEqual([
      'Aiko Tanaka can’t see Things and can’t be mentioned here.',
      'No user has the ID 000000000000000.',
    ]);
  });

  test('422: more than fifty', async () => {
    const many = Array.from({ length: 51 }, (_, index) => mention(String(index).padStart(15, '0')));
    const { body } = await app.post(`${await record()}/notes`, { note: many.join('') });
    expect(body.errors.note).toContain('Must mention at most 50 users.');
  });
});

describe('GET /crm/{slug}/{id}/timeline', () => {
  test('200: some kinds of entries, what one user did, and both', async () => {
    const path = await record();
    await note(path, 'by Mara');
    await note(path, 'by Aiko', given.aiko);
    await comment(path, 'by Aiko', { token: given.aiko });
    const kinds = async (query: string): Promise<string[]> =>
      (await demand(app.get(`${path}/timeline?${query}`))).collection.map(
        ({ kind }: { readonly kind: string }) => kind,
      );
    expect(await kinds('kinds=note,comment')).toEqual(['comment.created', 'note.created', 'note.created']);
    expect(await kinds(`actor=${given.aikoId}`)).toEqual(['comment.created', 'note.created']);
    expect(await kinds(`actor=${given.aikoId}&kinds=note`)).toEqual(['note.created']);
    expect(await kinds('actor=visitor')).toEqual([]);
    expect((await demand(app.get(`${path}/timeline?kinds=note`))).pagination.total).toBe(2);
    expect((await app.get(`${path}/timeline?kinds=weather`)).status).toBe(422);
  });
});
