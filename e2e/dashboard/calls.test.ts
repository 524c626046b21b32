import { expect, test } from 'vitest';
import { createCallsApi } from '../../server/src/calls/test-calls.ts';
import { sipSettings } from '../../server/src/calls/sip/settings.ts';
import { parseTrunk } from '../../server/src/calls/sip/trunk.ts';
import { pairSettings } from '../../server/test/runtime.ts';
import { createPage } from '../../server/test/booking.ts';
import { chooseOption, isClean, mara, useDashboard } from './dashboard.ts';

// Nobody is called in these tests: agents that would use the line are not asked to.
const trunk = parseTrunk('sip:127.0.0.1:9');
const site = useDashboard({
  settings: [pairSettings(sipSettings, trunk && { trunk, maxCalls: 50 })],
});
const { app, openSignedIn } = site;

test('an agent is made and changed, and what it may not be is refused at its fields', async () => {
  const page = await openSignedIn('/app/calls/agents');
  await page.getByRole('link', { name: 'New agent' }).click();
  const panel = page.getByRole('complementary', { name: 'New agent' });
  await panel.getByLabel('Caller ID').fill('030 1234');
  await panel.getByRole('button', { name: 'Create agent' }).click();
  await expect.poll(() => panel.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  expect(await panel.getByLabel('Caller ID').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'agent refused');
  await panel.getByLabel('Name').fill('Evening desk');
  await panel.getByLabel('Caller ID').fill('+49 30 123456');
  await panel.getByLabel('Monday').fill('9-12, 13-17');
  await panel.getByRole('button', { name: 'Create agent' }).click();
  const editor = page.getByRole('complementary', { name: 'Evening desk' });
  await editor.getByLabel('Instructions').fill('Be brief.');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => {
      const { body } = await app.get('/agents?count=100');
      return body.collection.find(({ name }: { name: string }) => name === 'Evening desk');
    })
    .toMatchObject({
      prompt: 'Be brief.',
      retryDelays: { busy: 15, notAnswered: 120, voicemail: null, failed: 1 },
      phoneNumber: '+4930123456',
      callingHours: expect.arrayContaining([
        {
          day: 'Mon',
          timesets: [
            ['09:00', '12:00'],
            ['13:00', '17:00'],
          ],
        },
      ]),
    });
  await editor.getByLabel('Monday').fill('');
  await editor.getByRole('button', { name: 'Save' }).click();
  const me = editor.getByRole('region', { name: 'Call me' });
  await me.getByLabel('Phone number').fill('12');
  await me.getByRole('button', { name: 'Call me' }).click();
  await expect.poll(() => me.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true');
  await me.getByLabel('Phone number').fill('+49 30 12345604');
  await me.getByRole('button', { name: 'Call me' }).click();
  await me.getByText('The call will be placed within a minute.').waitFor();
  const [call] = (await app.get('/outbound-calls')).body.collection;
  expect(call).toMatchObject({ email: mara.email, phoneNumber: '+493012345604', timeZone: 'Europe/Berlin' });
  await createCallsApi(app).advance(call);
  await me.getByText('Attempt 1: busy. The agent will retry.').waitFor();
  const { pool } = app.runtime.database;
  await pool.query(`update outbound_call set due_at = created_at where id = $1`, [call.id]);
  await createCallsApi(app).advance(call);
  await me.getByText('Call ended: answered, not booked.').waitFor();
  await me.getByText('Yes, speaking.').waitFor();

  await createPage(app, { title: 'Garden visit' });
  await editor.getByLabel('Provider').selectOption('Phone line of this server (SIP)');
  await chooseOption(editor.getByLabel('Booking page'), 'Garden visit');
  await editor.getByLabel('Voice', { exact: true }).selectOption('Male, Scottish');
  await editor.getByLabel('Voicemail message').fill('Please call us back.');
  await editor.getByRole('switch', { name: 'Record calls' }).click();
  await isClean(page, 'agents');
  await editor.getByRole('button', { name: 'Save' }).click();
  const saved = async () => (await app.get(`/agents/${call.agentId}`)).body.resource;
  await expect.poll(saved).toMatchObject({
    provider: 'sip',
    voice: 'awb',
    eventTypeUuid: expect.any(String),
    voicemailMessage: 'Please call us back.',
    recordCalls: true,
  });
  await editor.getByLabel('Language').selectOption('French');
  expect(await editor.getByLabel('Voice', { exact: true }).locator('option').allTextContents()).toEqual([
    'Female, French',
    'Male, French',
  ]);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(saved).toMatchObject({ language: 'fr', voice: 'fr-f' });
}, 120_000);
