import { expect, test } from 'vitest';
import { createCallsApi } from '../../server/src/calls/test-calls.ts';
import { serializeWav } from '../../server/src/calls/speech/wav.ts';
import { getFocusedName } from '../site.ts';
import { filterByChoice, isClean, useDashboard } from '../dashboard/dashboard.ts';

const { app, openSignedIn } = useDashboard();

test('a call is placed, read with its attempts and transcript, and its number never called again', async () => {
  const agent = (
    await app.post('/agents', { name: 'Day desk', isPublished: true, isEnabled: true, callingHours: null })
  ).body.resource;
  const page = await openSignedIn('/app/calls');
  await page.getByRole('link', { name: 'Place a call' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Place a call' });
  await panel.getByLabel('Agent', { exact: true }).selectOption('Day desk');
  await panel.getByLabel('Phone number').fill('12');
  await panel.getByRole('button', { name: 'Place call' }).click();
  await expect.poll(() => panel.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true');
  await isClean(page, 'call refused');
  await panel.getByLabel('Name').fill('Ines Okafor');
  await panel.getByLabel('Phone number').fill('+49 30 12345600');
  await panel.getByLabel('Email address').fill('ines@okafor.example');
  await panel.getByLabel('When, date').fill('1 Feb 2020');
  await panel.getByLabel('When, time').fill('10:00');
  await panel.getByRole('button', { name: 'Place call' }).click();
  await panel.getByText('This time has passed. Choose a later time').waitFor();
  await panel.getByLabel('When, date').fill('1 Feb 2027');
  await panel.getByRole('button', { name: 'Place call' }).click();
  const opened = page.getByRole('complementary', { name: 'Ines Okafor' });
  await opened.getByText('1 Feb 2027, 10:00').waitFor();
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
  await createCallsApi(app).advance(again);
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
  await expect.poll(() => getFocusedName(page)).toBe('Ines Okafor');
  await filterByChoice(page, 'Status', 'Completed');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('completed');
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
