import { expect, test } from 'vitest';
import { fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { createPoll, createEmail } from '../../test/polls.ts';
import { parseForm, openForm } from './test-form.ts';

const app = useApp({ clock: fixedClock });

const open = { bookingWindow: { type: 'unlimited' } };
const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
const minuteOf = (startTime: string): string => `t${Date.parse(startTime) / 60_000}`;
const zone = { zone: 'Europe/Berlin' };
const read = async (uuid: string) => (await app.get(`/polls/${uuid}`)).body.resource;

test('303: a vote is counted once, and changed from the page to which it leads', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  const first = minuteOf(poll.times[0].startTime);
  const form = await openForm(app, pathOf(poll), zone);
  const typed = { name: 'Ines Okafor', email: createEmail(), [first]: 'yes' };
  const sent = await form.send(typed);
  expect(sent.status).toBe(303);
  // The same form once more, as by a double click.
  expect((await form.send(typed)).headers['location']).toBe(sent.headers['location']);
  const own = String(sent.headers['location']);
  const { body } = await app.inject({ url: own });
  expect(String(body)).toContain('Your answers are saved.');
  expect((await parseForm(app, own, String(body)).send({ name: 'Ines', [first]: 'if_needed' })).status).toBe(
    303,
  );
  expect(await read(poll.uuid)).toMatchObject({ voters: 1, times: [{ ifNeeded: 1 }, {}, {}] });
});

test('422: what is missing is shown, and what was said stays', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  const first = minuteOf(poll.times[0].startTime);
  const form = await openForm(app, pathOf(poll), zone);
  const { status, body } = await form.send({ name: '', email: 'nobody', [first]: 'yes' });
  expect(status).toBe(422);
  expect(String(body)).toMatch(new RegExp(`name="${first}" value="yes"[^>]*checked`));
  expect((await read(poll.uuid)).voters).toBe(0);
});

test('422, then 303: a second vote of an address is counted with the code that was mailed to it', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  const email = createEmail();
  await (await openForm(app, pathOf(poll), zone)).send({ name: 'Ines', email });
  const again = await (await openForm(app, pathOf(poll), zone)).send({ name: 'Ines Okafor', email });
  expect(again.status).toBe(422);
  const asked = parseForm(app, pathOf(poll), String(again.body));
  expect((await asked.send({ name: 'Ines Okafor', email, code: '000000' })).status).toBe(422);
  const code = /\b\d{6}\b/.exec((await listMailsTo(app, email))[0]?.text ?? '')?.[0] ?? '';
  expect((await asked.send({ name: 'Ines Okafor', email, code })).status).toBe(303);
  expect((await read(poll.uuid)).votes).toMatchObject([{ name: 'Ines Okafor' }]);
});

test('200: a visitor of a poll that can’t be booked is told so, and sees no form', async () => {
  const page = await createPage(app, open);
  const poll = await createPoll(app, page);
  const form = await openForm(app, pathOf(poll), zone);
  await app.patch(`/event-types/${page.uuid}`, { isActive: false });
  const late = await form.send({ name: 'Ines', email: createEmail() });
  const { status, body } = await app.inject({ url: String(late.headers['location']) });
  expect([status, String(body).includes('This meeting can no longer be booked')]).toEqual([200, true]);
  expect(String(body)).not.toContain('method="post"');
  expect((await read(poll.uuid)).voters).toBe(0);
});

test('200: who comes too late sees what became of it; 404: an address that is not ours', async () => {
  const poll = await createPoll(app, await createPage(app, open));
  const form = await openForm(app, pathOf(poll), zone);
  await app.put(`/polls/${poll.uuid}/cancel`);
  const late = await form.send({ name: 'Ines', email: createEmail() });
  const { status, body } = await app.inject({ url: String(late.headers['location']) });
  expect([status, String(body).includes('This poll was canceled')]).toEqual([200, true]);
  expect((await app.inject({ url: `${pathOf(poll)}x` })).status).toBe(404);
});
