import { describe, expect, test } from 'vitest';
import { addEvent } from '../../test/fixtures.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { mara, noSuchEvent, refused, useNotes } from './test-notes.ts';

const { app, given, write } = useNotes();

describe('POST /notes', () => {
  test('201: the note, in the shape of interface 2.5', async () => {
    const { status, body } = await write('<p>Bring the <b>plans</b>.</p>');
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      status: 201,
      data: {
        id: expect.any(Number),
        uuid: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
        note: '<p>Bring the <b>plans</b>.</p>',
        eventUUID: given.shared.id,
        crmRecords: null,
        event: {
          UUID: given.shared.id,
          startAt: '2027-03-01T09:00:00.000000Z',
          endAt: '2027-03-01T09:30:00.000000Z',
          title: 'Intro call with Lena',
          duration: 30,
          eventType: { title: 'Intro call', slug: given.shared.pageSlug },
        },
        creator: { firstName: 'Mara', lastName: 'Lindqvist', slug: 'mara-lindqvist', avatar: null },
        updatedAt: expect.any(String),
        createdAt: expect.any(String),
      },
    });
  });

  test('201: a host, and an admin who is no host; the creator is who wrote it', async () => {
    expect((await write('mine', given.shared.id, given.tokens.aiko)).body.data.creator.firstName).toBe(
      'Aiko',
    );
    expect((await write('mine', given.marasOwn.id, given.tokens.tomas)).body.data.creator.firstName).toBe(
      'Tomás',
    );
  });

  test.each([
    ['<script>alert(1)</script>hello', 'hello'],
    ['<p onclick="x()">hi <img src=x onerror=x()></p>', '<p>hi </p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    [
      '<a href="https://x.example" target="_blank">x</a>',
      '<a href="https://x.example" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['<b><i><u><s>deep</s></u></i></b>', '<b><i><u><s>deep</s></u></i></b>'],
    ['<h1>Big</h1> & <blockquote>q</blockquote>', 'Big &amp; <blockquote>q</blockquote>'],
    ['  plain text  ', 'plain text'],
  ])('201: %s is kept as %s', async (given, kept) => {
    const { status, body } = await write(given);
    expect(status).toBe(201);
    expect(body.data.note).toBe(kept);
  });

  test('201: 500 characters, however many bytes; 422: one more', async () => {
    const full = await write('🗒'.repeat(500));
    expect(full.status).toBe(201);
    expect([...full.body.data.note]).toHaveLength(500);
    for (const note of ['🗒'.repeat(501), `<b></b>${'x'.repeat(494)}`]) {
      const { status, body } = await write(note);
      expect(status).toBe(422);
      expect(body.errors).toEqual({ note: ['Must have at most 500 characters.'] });
    }
  });

  test('200: what was read can be written back, however much longer it is than what was typed', async () => {
    const link = '<a href="https://x.example">y</a>';
    const starts = ['', link.repeat(10), '<br>'.repeat(50)];
    for (const typed of starts.map((start) => start.padEnd(500, '&'))) {
      const { status, body } = await write(typed);
      expect({ typed, status }).toEqual({ typed, status: 201 });
      const { id, note } = body.data;
      const again = await app.put(`/notes/${id}`, { note });
      expect({ status: again.status, note: again.body.data.note }).toEqual({ status: 200, note });
      expect((await app.put(`/notes/${id}`, { note: `${note}&amp;` })).status).toBe(422);
    }
  });

  test('201: many at once get different ids', async () => {
    const event = await addEvent(app.runtime, [mara]);
    const answers = await repeatConcurrently(20, (index) => write(`note ${index}`, event.id));
    expect(countByStatus(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(20);
    expect(new Set(answers.map(({ body }) => body.data.uuid)).size).toBe(20);
  });

  test('201: the same Idempotency-Key writes one note', async () => {
    const event = await addEvent(app.runtime, [mara]);
    const body = { relation: 'event', uuid: event.id, note: 'once' };
    const headers = { 'idempotency-key': 'note-once' };
    const [first, again] = await repeatConcurrently(2, () => app.post('/notes', body, { headers }));
    expect(again?.body).toEqual(first?.body);
    expect((await app.get(`/notes/event/${event.id}`)).body.list).toHaveLength(1);
  });

  test('401, and 403 without the scope', async () => {
    const body = { relation: 'event', uuid: given.shared.id, note: 'x' };
    expect((await app.post('/notes', body, { token: null })).status).toBe(401);
    const { status, body: answer } = await app.post('/notes', body, { token: given.tokens.reader });
    expect(status).toBe(403);
    expect(answer.error.required_scopes).toEqual(['admin:full', 'notes:write']);
  });

  test('403: neither host nor admin', async () => {
    const { status, body } = await write('x', given.marasOwn.id, given.tokens.aiko);
    expect(status).toBe(403);
    expect(body).toEqual(refused);
  });

  test('422: an event that does not exist, can’t exist, or is of another workspace', async () => {
    const unknown = {
      message: 'The given data was invalid.',
      errors: { uuid: ['No event has this id.'] },
    };
    for (const uuid of [noSuchEvent, 'nonsense', '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', "' or 1=1"]) {
      const { status, body } = await write('x', uuid);
      expect(status).toBe(422);
      expect(body).toEqual(unknown);
    }
    expect((await write('x', given.shared.id, given.tokens.neighbour)).body).toEqual(unknown);
    const both = await write('<p></p>', noSuchEvent);
    expect(Object.keys(both.body.errors)).toEqual(['uuid', 'note']);
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post('/notes', { relation: 'person', note: 7 });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: {
        relation: ['Must be one of: event.'],
        uuid: ['This field is required.'],
        note: ['Must be a string.'],
      },
    });
    const blank = await app.post('/notes', { relation: 'person', note: '<p> </p>' });
    expect(Object.keys(blank.body.errors)).toEqual(['relation', 'uuid', 'note']);
    expect(Object.keys((await app.post('/notes', {})).body.errors).sort()).toEqual([
      'note',
      'relation',
      'uuid',
    ]);
  });

  test.each([
    '',
    '   ',
    '<p></p>',
    '<p>&nbsp;<br></p>',
    '<script>alert(1)</script>',
    '<img src=x>',
    'a\u0000b',
    '\uD800',
  ])('422: the note %j', async (note) => {
    const { status, body } = await write(note);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['note']);
  });
});
