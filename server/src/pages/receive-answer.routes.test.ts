import { beforeAll, describe, expect, test } from 'vitest';
import { buildBooking, fixedClock, createPage, mara } from '../../test/booking.ts';
import { useApp, type Answer } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { jobs } from '../slices.ts';

const quotaBytes = 20 * 1024 * 1024;
const files = { limitBytes: 512 * 1024, quotaBytes, bucket: undefined };
const app = useApp({ clock: fixedClock, config: { files } });
const pdf = Buffer.from('%PDF-1.7 A brief');

interface FileQuestion {
  readonly slug: string;
  readonly questionId: number;
}

let page: FileQuestion;
let days = 0;
/** A Tuesday to Friday on which nothing is booked. */
function nextDay(): string {
  const date = 12 + 7 * Math.floor(days / 4) + (days % 4);
  days += 1;
  return new Date(Date.UTC(2027, 0, date)).toISOString().slice(0, 10);
}

beforeAll(async () => {
  page = await asking();
});

async function asking(fields: object = {}): Promise<FileQuestion> {
  const inviteeQuestions = [{ question: 'Your brief', type: 'FILE_INPUT', isRequired: true }];
  const { uuid, slug } = await createPage(app, {
    inviteeQuestions,
    bookingWindow: { type: 'unlimited' },
    ...fields,
  });
  const { body } = await app.get(`/event-types/${uuid}/settings`);
  return { slug, questionId: body.resource.inviteeQuestions[0].id };
}

const send = (
  { slug }: { slug: string },
  file = pdf,
  { at = '/v2/public/pages', from = '127.0.0.1' } = {},
): Promise<Answer> =>
  app.inject({
    method: 'POST',
    url: `${at}/${mara}/${slug}/files?name=brief.pdf`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: file,
    remoteAddress: from,
  });
const tokenOf = async (on: FileQuestion): Promise<string> => (await send(on)).body.upload.token;
const bodyWith = (on: FileQuestion, answer: string, fields: object = {}) =>
  buildBooking(on, {
    date: nextDay(),
    question_answers: [{ question_id: on.questionId, answer }],
    ...fields,
  });
const download = async (path: string, token = ownerToken) => {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, rawPayload } = await app.app.inject({ url: path, headers });
  return { status: statusCode, bytes: rawPayload };
};
const fileIn = (body: Answer['body']): string => body.invitees[0].questions[0].file;
const query = (text: string) => app.runtime.database.pool.query(text);
const count = async (text: string) => (await query(text)).rows.length;

describe('POST /public/pages/{ownerSlug}/{eventTypeSlug}/files', () => {
  test('201: a token that a booking of the page takes; hosts download what was sent', async () => {
    const { status, body } = await send(page, pdf, { at: '/public/pages' });
    expect(status).toBe(201);
    expect(body.upload).toMatchObject({ name: 'brief.pdf', type: 'application/pdf', sizeBytes: pdf.length });
    const booked = await app.post('/event', bodyWith(page, body.upload.token));
    expect(booked.status).toBe(200);
    const [{ question, answer, file }] = booked.body.invitees[0].questions;
    expect([question, answer]).toEqual(['Your brief', 'brief.pdf']);
    expect(file).toMatch(new RegExp(`^/v2/scheduled-events/${booked.body.uuid}/files/`));
    expect((await download(file)).bytes.equals(pdf)).toBe(true);
  });

  test('200: a request shows its file, which its hosts download; 403: nobody else; 404: no other file', async () => {
    const asks = await asking({ requiresConfirmation: true });
    const { status, body } = await app.post('/booking-requests', bodyWith(asks, await tokenOf(asks)));
    expect(status, JSON.stringify(body)).toBe(201);
    const { uuid, questions } = body.resource;
    expect(questions[0]).toMatchObject({ question: 'Your brief', answer: 'brief.pdf' });
    expect((await app.get(`/booking-requests/${uuid}`)).body.resource.questions).toEqual(questions);
    expect((await download(questions[0].file)).bytes.equals(pdf)).toBe(true);
    const token = await app.tokenOf('aiko@juniper.example', ['events:read']);
    expect((await download(questions[0].file, token)).status).toBe(403);
    const other = `/v2/booking-requests/${uuid}/files/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d`;
    expect((await download(other)).status).toBe(404);
  });

  test('422: a page that asks for no file takes none', async () => {
    const { body } = await send(await createPage(app, {}));
    expect(body.errors).toEqual({ file: ['No question of this page asks for a file.'] });
  });

  const many = (length: number, on: FileQuestion, file: typeof pdf, from: (index: number) => string) =>
    Promise.all(Array.from({ length }, (_, index) => send(on, file, { from: from(index) })));
  const tallied = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 201).length;
  const clear = () => query('delete from file_content where expires_at is not null');

  test('429: what is not booked takes a tenth of the quota at most, from however many networks', async () => {
    const file = Buffer.concat([pdf, Buffer.alloc(180_000)]);
    const pages = [page, await asking(), await asking()];
    const answers = (
      await Promise.all(pages.map((on, at) => many(20, on, file, (index) => `203.0.${at}.${index}`)))
    ).flat();
    const taken = tallied(answers);
    expect(taken).toBeGreaterThan(0);
    expect(taken * file.length).toBeLessThanOrEqual(quotaBytes / 10);
    await clear();
  });

  test('429: one network fills neither its page nor others, and is told what to do', async () => {
    const file = Buffer.concat([pdf, Buffer.alloc(150_000)]);
    const answers = await many(20, page, file, () => '203.0.113.7');
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.message).toMatch(
      /^You’ve uploaded too many files without booking. Book with one of them, or try again in \d+ minutes.$/,
    );
    const { status, headers } = await send(page, file, { from: '203.0.113.7' });
    expect(status).toBe(429);
    // Until the first of the files that were sent ends, which is half an hour after it arrived.
    expect(Number(headers['retry-after'])).toBeGreaterThan(29 * 60);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30 * 60);
    expect((await send(page, file, { from: '203.0.113.8' })).status).toBe(201);
    await clear();
  });

  test('429: one page leaves room for the others', async () => {
    const file = Buffer.concat([pdf, Buffer.alloc(400_000)]);
    const other = await asking();
    const answers = await many(40, page, file, (index) => `203.0.114.${index}`);
    expect(tallied(answers)).toBeLessThan(40);
    expect((await send(other, file, { from: '203.0.115.1' })).status).toBe(201);
    await clear();
  });

  test('429: many small files of one network are too many as well', async () => {
    const answers = await many(25, page, pdf, () => '203.0.113.9');
    expect(tallied(answers)).toBe(20);
    await clear();
  });

  test('a file that nobody books with is gone after half an hour', async () => {
    const { body } = await send(page);
    const minutes = (Date.parse(body.upload.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThan(31);
    await clear();
  });
});

describe('a booking with a file', () => {
  test('422: no token, one of another page, one that has expired, and one that was booked', async () => {
    const foreign = await tokenOf(await asking());
    const old = await tokenOf(page);
    await query(
      `update file_content set expires_at = now() - interval '1 second' where expires_at is not null`,
    );
    const used = await tokenOf(page);
    expect((await app.post('/event', bodyWith(page, used))).status).toBe(200);
    for (const answer of ['brief.pdf', foreign, old, used]) {
      const { status, body } = await app.post('/event', bodyWith(page, answer));
      expect([status, Object.keys(body.errors)]).toEqual([422, ['question_answers.0.answer']]);
    }
    await jobs.find(({ name }) => name === 'files.keep')?.run(app.runtime, {});
    expect(await count('select from file where token_hash is not null')).toBe(0);
  });

  test('of many bookings with one file at once, one has it', async () => {
    const token = await tokenOf(page);
    const bodies = Array.from({ length: 6 }, () => bodyWith(page, token));
    const answers = await Promise.all(bodies.map((body) => app.post('/event', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(422)]);
  });

  test('a request keeps it until it is confirmed', async () => {
    const on = await asking({ requiresConfirmation: true });
    const { body } = await app.post('/booking-requests', bodyWith(on, await tokenOf(on)));
    expect(body.resource.questions).toMatchObject([{ question: 'Your brief', answer: 'brief.pdf' }]);
    const booked = await app.put(`/booking-requests/${body.resource.uuid}/confirm`);
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    expect((await download(fileIn(booked.body.resource))).status).toBe(200);
  });

  test('403: a user who is no host; 404: a file of another event', async () => {
    const [one, other] = [
      (await app.post('/event', bodyWith(page, await tokenOf(page)))).body,
      (await app.post('/event', bodyWith(page, await tokenOf(page)))).body,
    ];
    const user = await app.tokenOf('aiko@juniper.example', ['events:read']);
    expect((await download(fileIn(one), user)).status).toBe(403);
    expect((await download(fileIn(one).replace(one.uuid, other.uuid))).status).toBe(404);
  });

  test('erasing the person erases it', async () => {
    const email = 'quill@erase.example';
    const { body } = await app.post('/event', bodyWith(page, await tokenOf(page), { email }));
    const people = await app.get(`/crm/people?search=${email}`);
    expect((await app.post(`/crm/people/${people.body.collection[0].id}/erase`)).status).toBe(200);
    expect((await download(fileIn(body))).status).toBe(404);
    expect(await count(`select from file where email = '${email}'`)).toBe(0);
  });
});
