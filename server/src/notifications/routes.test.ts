import { beforeEach, describe, expect, test } from 'vitest';
import { createNeighbour } from '../../test/neighbour.ts';
import { listMailsTo } from '../../test/mail.ts';
import { aiko, useRecordNotes } from '../../test/record-notes.ts';
import { repeatConcurrently } from '../../test/times.ts';
import { deleteOldNotifications } from './store.ts';

const { app, crm, given, demand, record, note, comment, mention } = useRecordNotes();

interface Notification {
  readonly uuid: string;
  readonly kind: string;
  readonly text: string;
  readonly createdAt: string;
}

const unreadOf = async (token: string): Promise<Notification[]> =>
  (await demand(app.get('/notifications?unread=true', { token }))).collection;
const kindsOf = async (token: string) => (await unreadOf(token)).map(({ kind }) => kind);
const readAll = (token: string) =>
  demand(app.post('/notifications/read', { until: '2100-01-01T00:00:00Z' }, { token }));
const subjectsTo = async (email: string) => (await listMailsTo(app, email)).map(({ subject }) => subject);

beforeEach(async () => {
  await readAll(given.aiko);
  await readAll(given.tomas);
  await app.runtime.database.pool.query('delete from mail_message');
});

describe('a mention', () => {
  test('is listed and emailed, with the record and the text as it is now', async () => {
    const path = await record({ name: 'Oak table' });
    await note(path, `<p>Ask ${mention(given.aikoId)} about <b>oak</b> &amp; elm</p>`);
    expect(await unreadOf(given.aiko)).toEqual([
      {
        uuid: expect.any(String),
        kind: 'mention',
        actor: { uuid: given.maraId, name: 'Mara Lindqvist' },
        record: { objectSlug: given.slug, id: path.split('/').at(-1), name: 'Oak table' },
        isComment: false,
        text: 'Ask @Aiko Tanaka about oak & elm',
        createdAt: expect.any(String),
        readAt: null,
      },
    ]);
    const [mail] = await listMailsTo(app, aiko);
    expect(mail?.subject).toBe('Mara Lindqvist mentioned you on Oak table');
    expect(mail?.text).toContain('Ask @Aiko Tanaka about oak & elm');
    expect(mail?.text).toContain(`/app/records/${given.slug}/`);
  });

  test('in an edit notifies those who were not mentioned before, and nobody twice', async () => {
    const path = await record();
    const { id } = await note(path, `Ask ${mention(given.aikoId)}`);
    await readAll(given.aiko);
    const both = `Ask ${mention(given.aikoId)} and ${mention(given.tomasId)}`;
    await demand(app.patch(`${path}/notes/${id}`, { note: both }));
    expect(await kindsOf(given.aiko)).toEqual([]);
    expect(await kindsOf(given.tomas)).toEqual(['mention']);
    await demand(app.patch(`${path}/notes/${id}`, { note: 'nobody' }));
    await demand(app.patch(`${path}/notes/${id}`, { note: both }));
    expect((await demand(app.get('/notifications', { token: given.tomas }))).pagination.total).toBe(1);
  });

  test('by several edits at once notifies once', async () => {
    const path = await record();
    const { id } = await note(path, 'one');
    const answers = await repeatConcurrently(6, (index) =>
      app.patch(`${path}/notes/${id}`, { note: `${index} ${mention(given.aikoId)}` }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(await kindsOf(given.aiko)).toEqual(['mention']);
    expect(await subjectsTo(aiko)).toHaveLength(1);
  });

  test('of oneself notifies nobody', async () => {
    await note(await record(), `Me: ${mention(given.aikoId)}`, given.aiko);
    expect(await kindsOf(given.aiko)).toEqual([]);
  });

  test('is gone with its note, and with its record', async () => {
    const [path, other] = [await record(), await record()];
    const { id } = await note(path, mention(given.aikoId));
    await note(other, mention(given.aikoId));
    expect(await kindsOf(given.aiko)).toHaveLength(2);
    await demand(app.delete(`${path}/notes/${id}`));
    await demand(app.delete(other));
    expect(await kindsOf(given.aiko)).toEqual([]);
  });
});

describe('a comment', () => {
  test('tells the owner of the record, then who takes part in the thread, each once', async () => {
    const path = await record({ owner: [given.aikoId] });
    const first = await comment(path, 'one', { token: given.tomas });
    expect(await kindsOf(given.aiko)).toEqual(['comment']);
    expect(await kindsOf(given.tomas)).toEqual([]);
    await comment(path, 'two', { replyTo: first.id, token: given.aiko });
    expect(await kindsOf(given.tomas)).toEqual(['reply']);
    await comment(path, `three ${mention(given.aikoId)}`, { replyTo: first.id });
    expect(await kindsOf(given.aiko)).toEqual(['mention', 'comment']);
    expect(await kindsOf(given.tomas)).toEqual(['reply', 'reply']);
  });

  test('without an owner tells who created the record, and who was mentioned in the thread', async () => {
    const { body } = await app.post(`/crm/${given.slug}`, { name: 'Elm' }, { token: given.aiko });
    const path = `/crm/${given.slug}/${body.record.id}`;
    const first = await comment(path, `one ${mention(given.tomasId)}`);
    expect(await kindsOf(given.aiko)).toEqual(['comment']);
    await comment(path, 'two', { replyTo: first.id });
    expect(await kindsOf(given.tomas)).toEqual(['reply', 'mention']);
  });

  test('that is edited tells only those whom it mentions newly', async () => {
    const path = await record({ owner: [given.aikoId] });
    const { id } = await comment(path, 'one');
    await demand(app.patch(`${path}/comments/${id}`, { comment: 'changed' }));
    expect(await kindsOf(given.aiko)).toEqual(['comment']);
  });
});

describe('nobody is told about a record that they can’t see', () => {
  test('an owner of a hidden object’s record is not told, nor one who loses access', async () => {
    const slug = await crm.object();
    await crm.attribute(slug, { label: 'Owner', type: 'user' });
    const path = `/crm/${slug}/${(await crm.record(slug, { owner: [given.aikoId] })).id}`;
    await comment(path, 'seen');
    expect(await kindsOf(given.aiko)).toEqual(['comment']);
    await demand(app.patch(`/crm/objects/${slug}`, { permissions: { user: 'none' } }));
    await comment(path, 'hidden');
    expect(await kindsOf(given.aiko)).toEqual([]);
    await demand(app.patch(`/crm/objects/${slug}`, { permissions: { user: 'read' } }));
    expect((await unreadOf(given.aiko)).map(({ text }) => text)).toEqual(['seen']);
    expect(await subjectsTo(aiko)).toHaveLength(1);
  });

  test('a token without crm:read, other users and other workspaces see nothing', async () => {
    await note(await record(), mention(given.aikoId));
    const [own] = await unreadOf(given.aiko);
    const blind = await app.tokenOf(aiko, ['users:write']);
    const neighbour = (await createNeighbour(app.runtime)).token;
    for (const token of [blind, given.tomas, neighbour]) {
      expect((await demand(app.get('/notifications?unread=1', { token }))).collection).toEqual([]);
    }
    await demand(app.post('/notifications/read', { uuids: [own?.uuid] }, { token: given.tomas }));
    await demand(app.post('/notifications/read', { uuids: [own?.uuid] }, { token: neighbour }));
    expect(await unreadOf(given.aiko)).toHaveLength(1);
  });
});

describe('settings', () => {
  test('200: a kind that a user turned off is listed and not emailed', async () => {
    const token = given.aiko;
    const all = { mention: { email: true }, comment: { email: true }, reply: { email: true } };
    expect((await demand(app.get('/notification-settings', { token }))).resource).toEqual(all);
    const { resource } = await demand(
      app.put('/notification-settings', { mention: { email: false } }, { token }),
    );
    expect(resource).toEqual({ ...all, mention: { email: false } });
    await note(await record(), mention(given.aikoId));
    await comment(await record({ owner: [given.aikoId] }), 'x');
    expect(await kindsOf(token)).toEqual(['comment', 'mention']);
    expect(await subjectsTo(aiko)).toEqual(['Mara Lindqvist commented on Oak']);
    await demand(app.put('/notification-settings', { mention: { email: true } }, { token }));
  });
});

describe('POST /notifications/read', () => {
  test('200: by id, or up to a time; 422: neither or both', async () => {
    const path = await record();
    for (const text of ['one', 'two', 'three']) await note(path, `${text} ${mention(given.aikoId)}`);
    const [three, two] = await unreadOf(given.aiko);
    const read = (body: object) => app.post('/notifications/read', body, { token: given.aiko });
    expect((await read({ uuids: [three?.uuid] })).status).toBe(200);
    expect((await unreadOf(given.aiko)).map(({ text }) => text.split(' ')[0])).toEqual(['two', 'one']);
    expect((await read({ until: two?.createdAt })).status).toBe(200);
    expect(await unreadOf(given.aiko)).toEqual([]);
    expect((await read({})).body.errors).toHaveProperty('uuids');
    expect((await read({ uuids: [], until: two?.createdAt })).status).toBe(422);
  });

  test('old ones are purged', async () => {
    await note(await record(), mention(given.aikoId));
    const { pool } = app.runtime.database;
    await pool.query(`update notification set created_at = now() - interval '91 days' where read_at is null`);
    await deleteOldNotifications(app.runtime.database);
    expect(await unreadOf(given.aiko)).toEqual([]);
  });
});
