import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookPage, listFreeTimes, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { syncConnection } from './sync.ts';

let minutes = 0;
const clock = { now: () => new Date(monday.getTime() + minutes * 60_000) };
const app = useApp({ clock, config: { outboundAllow: ['127.0.0.1'] } });

let status = 200;
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(status);
    response.end(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270112T090000Z\r\nDTEND:20270112T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => server.close());

const query = async (text: string) => (await app.runtime.database.pool.query(text)).rows;

interface Mail {
  readonly to: { readonly email: string };
  readonly subject: string;
  readonly text: string;
}

async function mails(): Promise<Mail[]> {
  const rows = await query(
    `select content_sealed from mail_message where kind = 'calendar' order by created_at`,
  );
  return rows.map((row) => JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as Mail);
}

const attention = async (): Promise<{ kind: string }[]> => (await app.get('/attention')).body.attention;

test('a calendar that fails stays busy, is mailed about once, and needs care until it works again', async () => {
  const page = await createPage(app);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mara.ics`;
  const { uuid: id } = (await app.post('/calendar-connections', { provider: 'ics', url })).body.resource;
  const [{ workspace_id }] = await query('select workspace_id from calendar_connection');
  const sync = async () => {
    minutes += 20;
    await syncConnection(app.runtime, { workspace_id, id });
    await app.runEffects();
  };
  const isStillBusy = async () => {
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toContain('10:00');
    const { status: answer } = await bookPage(app, page, { date: '2027-01-12', start: '10:00' });
    // 422 once the calendar has been known to be busy for longer than a visitor keeps a list of times.
    expect([409, 422]).toContain(answer);
  };
  await sync();
  await isStillBusy();

  status = 500;
  await sync();
  await sync();
  await isStillBusy();
  expect([await mails(), await attention()]).toEqual([[], []]);
  for (let again = 0; again < 4; again += 1) await sync();
  await isStillBusy();
  expect((await mails()).map(({ to, subject }) => [to.email, subject])).toEqual([
    ['mara@juniper.example', 'Your calendar can’t be synced'],
  ]);
  expect(await attention()).toEqual([
    expect.objectContaining({
      kind: 'calendar_failing',
      id,
      title: '127.0.0.1',
      detail: 'The calendar server has a problem (500).',
      url: expect.stringContaining('/app/settings/calendars'),
    }),
  ]);
  const other = await app.tokenOf('aiko@juniper.example', ['events:read', 'schedules:read']);
  expect((await app.get('/attention', { token: other })).body.attention).toEqual([]);

  status = 200;
  await sync();
  expect(await attention()).toEqual([]);
  await isStillBusy();

  // Who is refused can only be helped by the owner, who hears of it at once.
  status = 401;
  await sync();
  await sync();
  await isStillBusy();
  expect(await mails()).toHaveLength(2);
  expect((await mails())[1]?.text).toContain('Reconnect the calendar');
  expect((await app.get(`/calendar-connections/${id}`)).body.resource.state).toBe('needs_sign_in');
});
