import { beforeAll, describe, expect, test, vi } from 'vitest';
import { bookPage, createPage, monday } from '../../../test/booking.ts';
import { useApp, type Answer } from '../../../test/harness.ts';
import { queryRows, createTestCrm } from '../test-crm.ts';

const app = useApp({ clock: { now: () => monday } });
const crm = createTestCrm(app);

const mara = 'mara@juniper.example';
const aiko = 'aiko@juniper.example';

interface Entry {
  readonly kind: string;
  readonly recordId: string;
  readonly detail: { readonly note: string | null };
}

const noteOf = ({ body }: Answer, recordId?: string) =>
  body.collection.find(
    (entry: Entry) => entry.kind === 'note.created' && (!recordId || entry.recordId === recordId),
  )?.detail.note;

/** What timeline and feed show of the note on a record. */
async function shown(path: string, recordId: string, token?: string) {
  const options = token ? { token } : {};
  return {
    timeline: noteOf(await app.get(`/crm/${path}/${recordId}/timeline`, options)),
    // The feed may lag behind other transactions of the cluster.
    feed: await vi.waitFor(
      async () => {
        const note = noteOf(await app.get('/crm/changes?count=1000', options), recordId);
        expect(note).toBeDefined();
        return note;
      },
      { timeout: 10_000, interval: 100 },
    ),
  };
}

describe('a note on an event, in the CRM', () => {
  let person: { id: string };
  let note: { id: number };

  beforeAll(async () => {
    const page = await createPage(app, { bookingWindow: { type: 'unlimited' } });
    const { body } = await bookPage(app, page, { name: 'Ana Silva', email: 'ana@silva.example' });
    note = (await app.post('/notes', { relation: 'event', uuid: body.uuid, note: 'Likes oak.' })).body.data;
    person = (await app.get('/crm/people?filter[emails]=ana@silva.example')).body.collection[0];
  });

  test('200: is read by a host or admin whose token may read notes, and by nobody else', async () => {
    const nothing = { timeline: null, feed: null };
    expect(await shown('people', person.id)).toEqual({ timeline: 'Likes oak.', feed: 'Likes oak.' });
    expect(await shown('people', person.id, await app.tokenOf(mara, ['crm:read']))).toEqual(nothing);
    const colleague = await app.tokenOf(aiko, ['crm:read', 'notes:read']);
    expect(await shown('people', person.id, colleague)).toEqual(nothing);
  });

  test('200: is shown as it is now, also after it was changed and deleted', async () => {
    await app.put(`/notes/${note.id}`, { note: 'Likes elm.' });
    expect(await shown('people', person.id)).toEqual({ timeline: 'Likes elm.', feed: 'Likes elm.' });
    await app.delete(`/notes/${note.id}`);
    expect(await shown('people', person.id)).toEqual({ timeline: null, feed: null });
    expect(await queryRows(app, `select id from crm_change where detail::text like '%Likes%'`)).toEqual([]);
  });
});

describe('a note on a record', () => {
  test('200: timeline and feed show it as it is now, also after it was changed and deleted', async () => {
    const slug = await crm.object();
    const { id } = await crm.record(slug, {});
    const { note } = (await app.post(`/crm/${slug}/${id}/notes`, { note: 'Owes us oak.' })).body;
    expect(await shown(slug, id)).toEqual({ timeline: 'Owes us oak.', feed: 'Owes us oak.' });
    await app.patch(`/crm/${slug}/${id}/notes/${note.id}`, { note: 'Owes us elm.' });
    expect(await shown(slug, id)).toEqual({ timeline: 'Owes us elm.', feed: 'Owes us elm.' });
    await app.delete(`/crm/${slug}/${id}/notes/${note.id}`);
    expect(await shown(slug, id)).toEqual({ timeline: null, feed: null });
    expect(await queryRows(app, `select id from crm_change where detail::text like '%Owes%'`)).toEqual([]);
  });
});
