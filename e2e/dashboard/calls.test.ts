import { expect, test } from 'vitest';
import { callsOf } from '../../server/src/calls/test-calls.ts';
import { serializeWav } from '../../server/src/calls/speech/wav.ts';
import { sipTrunkOf } from '../../server/src/platform/sip-trunk.ts';
import { makePage } from '../../server/test/booking.ts';
import { focusedName } from '../site.ts';
import { isClean, mara, useDashboard } from './dashboard.ts';

// Nobody is called in these tests: agents that would use the line are not asked to.
const site = useDashboard({ config: { sip: sipTrunkOf('sip:127.0.0.1:9') } });
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
  await callsOf(app).advance(call);
  await me.getByText('Attempt 1: busy. The agent will retry.').waitFor();
  const { pool } = app.runtime.database;
  await pool.query(`update outbound_call set due_at = created_at where id = $1`, [call.id]);
  await callsOf(app).advance(call);
  await me.getByText('Call ended: answered, not booked.').waitFor();
  await me.getByText('Yes, speaking.').waitFor();

  await makePage(app, { title: 'Garden visit' });
  await editor.getByLabel('Provider').selectOption('Phone line of this server (SIP)');
  await editor.getByLabel('Booking page').selectOption({ label: 'Garden visit, Mara Lindqvist' });
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

test('a call is placed, read with its attempts and transcript, and its number never called again', async () => {
  const agent = (
    await app.post('/agents', { name: 'Day desk', isPublished: true, isEnabled: true, callingHours: null })
  ).body.resource;
  const page = await openSignedIn('/app/calls');
  await page.getByRole('link', { name: 'Place a call' }).click();
  const panel = page.getByRole('complementary', { name: 'Place a call' });
  await panel.getByLabel('Agent', { exact: true }).selectOption('Day desk');
  await panel.getByLabel('Phone number').fill('12');
  await panel.getByRole('button', { name: 'Place call' }).click();
  await expect.poll(() => panel.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'call refused');
  await panel.getByLabel('Name').fill('Ines Okafor');
  await panel.getByLabel('Phone number').fill('+49 30 12345600');
  await panel.getByLabel('Email address').fill('ines@okafor.example');
  await panel.getByLabel('When').fill('2020-02-01T10:00');
  await panel.getByRole('button', { name: 'Place call' }).click();
  await panel.getByText('This time has passed. Choose a later time').waitFor();
  await panel.getByLabel('When').fill('2027-02-01T10:00');
  await panel.getByRole('button', { name: 'Place call' }).click();
  const opened = page.getByRole('complementary', { name: 'Ines Okafor' });
  await opened.getByText('2027-02-01 10:00').waitFor();
  await opened.getByText(/^The call will be placed at .*, or in the next calling hours/).waitFor();
  const [queued] = (await app.get(`/agents/${agent.uuid}/outbound-calls`)).body.collection;
  expect(queued.scheduledTime).toBe('2027-02-01 09:00:00');
  await opened.getByRole('button', { name: 'Cancel call' }).click();
  await page.getByText('Call canceled.').waitFor();
  await opened.getByRole('link', { name: 'Call again' }).click();
  expect(await page.getByLabel('Email address').inputValue()).toBe('ines@okafor.example');
  await page.getByRole('button', { name: 'Place call' }).click();
  // A notice of the first call may still be shown, so the API says when the second one is there.
  const pending = async () =>
    (await app.get(`/agents/${agent.uuid}/outbound-calls`)).body.collection.find(
      ({ status }: { status: string }) => status === 'pending',
    );
  await expect.poll(pending).toBeDefined();
  const again = await pending();
  await callsOf(app).advance(again);
  await opened.getByText('Yes, speaking.').waitFor();
  await opened.getByText('Simulated').waitFor();
  await app.runtime.database.pool.query(
    `update call_attempt set recording_url = $2, transcript = $3 where call_id = $1`,
    [
      again.id,
      `${new URL(page.url()).origin}/recording.wav`,
      '[0:00] Agent: Hello Ines.\n[0:02] Person: the second one',
    ],
  );
  const wav = serializeWav({ rate: 8000, samples: new Int16Array(4 * 8000) });
  await page.route('**/recording.wav', (route) =>
    route.fulfill({ body: Buffer.from(wav), contentType: 'audio/wav' }),
  );
  await page.reload();
  await opened.getByRole('button', { name: 'Listen from 0:02' }).click();
  const player = opened.getByLabel('Recording');
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThan(0);
  await isClean(page, 'call');
  await opened.getByRole('button', { name: 'Add to do-not-call list' }).click();
  await page.getByText('This number won’t be called again.').waitFor();
  await opened.getByRole('link', { name: 'Close' }).click();
  await expect.poll(() => focusedName(page)).toBe('Ines Okafor');
  await page.getByRole('link', { name: 'Completed' }).click();
  await expect.poll(() => page.getByRole('row', { name: /Ines Okafor/ }).count()).toBe(1);
  await isClean(page, 'calls');

  await page.getByRole('link', { name: 'Do-not-call list' }).click();
  await page.getByRole('row', { name: /\+493012345600/ }).waitFor();
  await page.getByLabel('Number').fill('+493011111111');
  await page.getByLabel('Reason').fill('Asked by mail');
  await page.getByRole('button', { name: 'Add number' }).click();
  await page.getByRole('row', { name: /Asked by mail/ }).waitFor();
  await isClean(page, 'do not call');
  await page.getByRole('button', { name: 'Remove from list +493011111111' }).click();
  await page.getByText('Agents can call this number again.').waitFor();

  // Rows are written by the database's clock, whatever the day of the tests is.
  const [from, to] = [-20, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  await page.goto(`/app/calls/outcomes?from=${from}&to=${to}`);
  const chart = page.getByRole('slider', { name: 'Calls by outcome' });
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('answered, not booked');
  const whole = page.getByRole('region', { name: 'Entire period' });
  await whole.getByRole('row', { name: 'canceled 1' }).waitFor();
  await page
    .getByRole('region', { name: 'Calls by agent' })
    .getByRole('row', { name: 'Day desk 2' })
    .waitFor();
  await isClean(page, 'outcomes');
}, 180_000);
