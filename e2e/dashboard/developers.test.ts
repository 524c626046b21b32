import { describe, expect, test } from 'vitest';
import { deliverUntil } from '../../server/src/webhooks/delivery/test-deliveries.ts';
import { useReceiver } from '../../server/src/webhooks/delivery/test-receiver.ts';
import { bookPage, createPage } from '../../server/test/booking.ts';
import { getFocusedName } from '../site.ts';
import { filterByChoice, filterByPick, isClean, mara, useDashboard } from './dashboard.ts';

const site = useDashboard({ config: { outboundAllow: ['127.0.0.0/8'] } });
const { app, openSignedIn } = site;
const receiver = useReceiver();

let hour = 8;

async function bookSomething() {
  const made = await createPage(app, { title: `Call ${(hour += 1)}` });
  const { status, body } = await bookPage(app, made, {
    date: '2027-01-12',
    start: `${String(hour).padStart(2, '0')}:00`,
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

describe('tokens', () => {
  test('after a while one asks for the password first, may be given up, and then goes on', async () => {
    const page = await openSignedIn('/app/developers/tokens/new');
    await app.runtime.database.pool.query(`update session set created_at = now() - interval '1 hour'`);
    const panel = page.getByRole('complementary', { name: 'New token' });
    await panel.getByLabel('Name').fill('Website');
    await panel.getByLabel('Available times').selectOption('Use');
    await panel.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('Your last sign-in was more than 15 minutes ago.').waitFor();
    await isClean(page, 'recent sign-in');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await panel.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByLabel('Password').fill(mara.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Secret of Website', exact: true }).waitFor();
  }, 120_000);
});

describe('webhooks', () => {
  test('one is made, tested, and its deliveries are read, walked by keys and sent again', async () => {
    receiver.answer = (response) => void response.end('{"ok":true}');
    const page = await openSignedIn('/app/developers');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('link', { name: 'New webhook' }).first().click();
    const panel = page.getByRole('complementary', { name: 'New webhook' });
    await panel.getByLabel('URL').fill('not an address');
    await panel.getByRole('button', { name: 'Create webhook' }).click();
    await expect.poll(() => panel.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await panel.getByText('Must be a URL that starts with').waitFor();
    await isClean(page, 'webhook refused');
    await panel.getByLabel('URL').fill(receiver.url);
    await panel.getByLabel('Name', { exact: true }).fill('Billing');
    await panel.getByLabel(/^invitee.scheduled/).check();
    await panel.getByLabel(/^invitee.cancelled/).check();
    await panel.getByRole('button', { name: 'Add header' }).click();
    await panel.getByLabel('Header name').fill('X-Region');
    await panel.getByLabel('Value', { exact: true }).fill('eu');
    await panel.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Webhook created' });
    await dialog.getByText('The test event got status 200.').waitFor();
    expect(await dialog.locator('output').innerText()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I’ve stored it' }).click();
    await page.getByText('No deliveries yet').waitFor();

    receiver.answer = (response) => {
      response.statusCode = 500;
      response.end('out of order');
    };
    await bookSomething();
    await bookSomething();
    const [webhook] = (await app.get('/webhooks')).body.collection;
    const deliveries = async () => (await app.get(`/webhooks/${webhook.uuid}/deliveries`)).body.collection;
    await deliverUntil(app, async () =>
      (await deliveries()).every(({ attempts }: { attempts: unknown[] }) => attempts.length > 0),
    );
    await page
      .getByRole('row', { name: /invitee.scheduled/ })
      .nth(1)
      .waitFor();
    await page.getByText(/Failing since/).waitFor();
    await isClean(page, 'deliveries');
    await page.keyboard.press('j');
    const open = page.getByRole('complementary', { name: 'invitee.scheduled' });
    await open.getByText('"inviteeName"').waitFor();
    await isClean(page, 'delivery');
    const first = page.url();
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => page.url()).toBe(first);
    await open.getByRole('button', { name: 'Headers' }).click();
    await open.getByText('x-region: (hidden)').waitFor();
    await open.getByRole('button', { name: 'Response' }).click();
    await open.getByText('out of order').waitFor();

    receiver.answer = (response) => void response.end('fine');
    await page.keyboard.press('r');
    await page.getByText('Delivery queued again.').waitFor();
    const id = first.split('/').at(-1);
    await deliverUntil(app, async () =>
      (await deliveries()).some(
        (each: { id: string; status: string }) => each.id === id && each.status === 'delivered',
      ),
    );
    await open.getByText('fine').waitFor();
    await open.getByRole('link', { name: 'Close' }).click();
    await expect.poll(() => getFocusedName(page)).toBe('invitee.scheduled');
    await filterByChoice(page, 'Status', 'Skipped');
    await page.getByText('No matches', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?outcome=skipped');
    await page.getByRole('combobox', { name: 'Value of Status' }).selectOption('Delivered');
    await page
      .getByRole('row', { name: /invitee.scheduled .*delivered/ })
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Replay' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay deliveries' });
    // Deliveries are written by the database's clock, whatever the day of the tests is.
    await replay.getByLabel('From').fill('2026-01-01');
    await replay.getByLabel('Deliveries').selectOption('All, including delivered');
    await replay.getByRole('button', { name: 'Count deliveries' }).click();
    const send = replay.getByRole('button', { name: /^Replay \d/ });
    await send.waitFor();
    await isClean(page, 'replay');
    await send.click();
    await page
      .getByText(/deliver(y|ies) queued\.$/)
      .first()
      .waitFor();
  }, 180_000);

  test('one is changed, its secret replaced; disabled it says so, and is enabled again and deleted', async () => {
    receiver.answer = (response) => void response.end('fine');
    const { body } = await app.post('/webhooks', {
      name: 'Stock',
      callbackUrl: receiver.url,
      events: ['crm.record.created'],
      scope: 'organization',
    });
    const { uuid } = body.resource;
    const page = await openSignedIn('/app/developers/webhooks');
    await page.getByRole('link', { name: 'Stock' }).click();
    await page.getByRole('link', { name: 'Event types' }).click();
    await page.getByRole('row', { name: /crm.record.created .*subscribed/ }).waitFor();
    await isClean(page, 'event catalogue');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel(/^invitee.no_show/).check();
    await page.locator('summary', { hasText: 'Booking pages' }).click();
    await page.getByLabel('Intro call').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const changed = (await app.get(`/webhooks/${uuid}`)).body.resource;
    expect(changed.events).toEqual(['crm.record.created', 'invitee.no_show']);
    expect(changed.filter.eventTypes).toHaveLength(1);
    await isClean(page, 'webhook settings');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole('button', { name: 'I’ve stored it' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled:').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect.poll(async () => (await app.get(`/webhooks/${uuid}`)).body.resource.isActive).toBe(true);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('The test event got status 200.').waitFor();
    // Messages may cover what is at the foot of the window.
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    while ((await dismiss.count()) > 0) await dismiss.first().click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('Webhook deleted.').waitFor();
    expect((await app.get(`/webhooks/${uuid}`)).status).toBe(404);
  }, 120_000);
});

test('a catcher shows what is sent to its address, as it arrives', async () => {
  const page = await openSignedIn('/app/developers/catcher');
  await page.getByRole('button', { name: 'Create catcher' }).click();
  await page.getByText('Waiting for requests').waitFor();
  const url = await page.getByLabel('Catcher URL').innerText();
  const sent = await app.post(new URL(url).pathname.replace('/v2', ''), { event: 'invitee.scheduled', n: 7 });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await page.getByRole('link', { name: 'invitee.scheduled' }).click();
  const panel = page.getByRole('complementary', { name: 'invitee.scheduled' });
  await panel.getByText('"n"').waitFor();
  await isClean(page, 'catcher');
  await panel.getByRole('link', { name: 'Close' }).click();
  await expect.poll(() => panel.count()).toBe(0);
  // It is still there for who went to enter its address somewhere.
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Catcher' }).click();
  await page.getByRole('link', { name: 'invitee.scheduled' }).waitFor();
  expect(await page.getByLabel('Catcher URL').innerText()).toBe(url);
}, 90_000);

describe('logs', () => {
  test('mail is filtered and sent again', async () => {
    await bookSomething();
    const page = await openSignedIn('/app/developers/mail');
    await page.getByRole('row').nth(1).waitFor();
    await filterByPick(page, 'Type', 'Booked');
    await expect.poll(() => new URL(page.url()).search).toBe('?kind=confirmed');
    await page
      .getByRole('row', { name: /Booked/ })
      .first()
      .waitFor();
    await isClean(page, 'mail');
    const resend = page.getByRole('button', { name: /^Resend/ }).and(page.locator(':enabled'));
    await app.runtime.database.pool.query(`update mail_message set status = 'failed'`);
    await page.reload();
    await resend.first().click();
    await page.getByText('Email queued again.').waitFor();
  }, 90_000);

  test('the audit log is filtered, an entry shows what changed, and both exports carry the filter', async () => {
    await app.patch('/organization', { name: 'Juniper & Sons' });
    const page = await openSignedIn('/app/developers/audit-log');
    await filterByPick(page, 'Change', 'Workspace');
    await filterByChoice(page, 'Action', 'updated');
    await page.getByRole('link', { name: 'Workspace: updated' }).first().click();
    const panel = page.getByRole('complementary', { name: 'Workspace: updated' });
    await panel.getByRole('row', { name: 'name Juniper Studio Juniper & Sons' }).waitFor();
    await isClean(page, 'audit log');
    const href = (await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')) ?? '';
    expect(href).toBe('/v2/audit-log/export?action=organization.updated');
    const csv = await page.evaluate(async (address) => (await fetch(address)).text(), href);
    expect(csv).toContain('organization.updated');
    expect(csv).not.toContain('token.created');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => getFocusedName(page)).toBe('Workspace: updated');
    await app.patch('/organization', { name: 'Juniper Studio' });
  }, 90_000);

  test('the reference is one click away', async () => {
    const page = await openSignedIn('/app/developers/reference');
    expect(await page.getByRole('link', { name: 'Open reference' }).getAttribute('href')).toBe('/docs');
    await isClean(page, 'reference');
  }, 60_000);
});
