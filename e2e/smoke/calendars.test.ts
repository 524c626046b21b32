import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { useDashboard } from '../dashboard/dashboard.ts';

const { openSignedIn } = useDashboard({ config: { outboundAllow: ['127.0.0.1'] } });

const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Private\r\nBEGIN:VEVENT\r\nUID:one@x\r\nDTSTART:20270112T090000Z\r\nDTEND:20270112T100000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => server.close());

test('an ICS address is connected, and shows when its owner is busy', async () => {
  const page = await openSignedIn('/app/settings/calendars?from=2027-01-11');
  await page.getByRole('button', { name: 'Connect ICS address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('status').getByText('Calendar connected.').waitFor();
  const card = page.getByRole('region', { name: /^ICS address/ });
  await card.getByRole('button', { name: 'Sync now' }).click();
  const busy = page.getByRole('region', { name: 'Your busy times' });
  await busy.getByText('10:00 – 11:00').waitFor();
});
