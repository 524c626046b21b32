import { describe, expect, test } from 'vitest';
import { isClean, useDashboard } from './dashboard.ts';

const site = useDashboard();
const { app, openSignedIn } = site;

describe('languages', () => {
  test('another one is a choice in the account menu, of which alone the words are loaded; Arabic runs from the right', async () => {
    const page = await openSignedIn('/app');
    await page.getByRole('button', { name: 'Mara Lindqvist' }).click();
    site.requests.length = 0;
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Montag, 11. Januar', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Heute' }).waitFor();
    const words = site.requests.filter((address) => address.includes('/words-'));
    expect(words.map((address) => /words-(\w+)-/.exec(address)?.[1])).toEqual(['de']);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByRole('link', { name: 'Verfügbarkeit' }).click();
    await page.getByText('Montag bis Freitag 09:00 bis 17:00').waitFor();
    await app.put('/preferences', { language: 'ar' });
    await page.goto('/app');
    await page.getByRole('link', { name: 'المواعيد', exact: true }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl');
    await isClean(page, 'home arabic');
    await app.put('/preferences', { language: 'en' });
  }, 90_000);
});
