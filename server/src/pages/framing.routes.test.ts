import { describe, expect, test } from 'vitest';
import { buildBooking, createPage, monday, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: { now: () => monday } });
const { ownerSlug: _, eventTypeSlug: __, ...visit } = buildBooking({ slug: '' });

async function framing(url: string): Promise<[number, string | undefined, unknown]> {
  const { status, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  const policy = String(headers['content-security-policy']);
  return [status, /frame-ancestors ([^;]+)/.exec(policy)?.[1], headers['x-frame-options']];
}

const canBeFramed = [
  '/mara-lindqvist',
  '/team/discovery',
  '/mara-lindqvist/intro-call',
  '/mara-lindqvist/intro-call?zones=1',
  '/team/discovery/discovery-call',
  '/forms/juniper-start',
];

async function bookOwn(): Promise<string> {
  const { slug } = await createPage(app, { title: 'Own' });
  const path = `/public/pages/mara-lindqvist/${slug}/bookings`;
  const { body } = await app.post(path, { ...visit, start: '09:00' }, { token: null });
  return getInviteePagePath(app, body.resource.uuid);
}

describe('sites that may frame a page', () => {
  test.each(canBeFramed)('200: %s: any site, the listed ones, or only our own', async (path) => {
    expect(await framing(path)).toEqual([200, '*', undefined]);
    await app.patch('/organization', { embedOrigins: ['https://a.example', 'http://localhost:3000'] });
    expect(await framing(path)).toEqual([200, "'self' https://a.example http://localhost:3000", undefined]);
    await app.patch('/organization', { embedOrigins: [] });
    expect(await framing(path)).toEqual([200, "'self'", undefined]);
    await app.patch('/organization', { embedOrigins: null });
  });

  test('200: an invitee’s own page: none, except for the embedded confirmation, which has no form', async () => {
    const own = await bookOwn();
    for (const more of [
      '',
      '&cancel=1',
      '&move=1',
      '&done=booked',
      '&embed=1',
      '&embed=1&cancel=1',
      '&embed=1&move=1',
      '&embed=1&done=booked&move=1',
      '&embed=1&done=moved',
    ]) {
      expect(await framing(own + more), more).toEqual([200, "'none'", 'DENY']);
    }
    await app.patch('/organization', { embedOrigins: ['https://a.example'] });
    for (const more of ['', '&cancel=1']) {
      const confirmation = `${own}&embed=1&done=booked${more}`;
      expect(await framing(confirmation)).toEqual([200, "'self' https://a.example", undefined]);
      const { body } = await app.inject({ url: confirmation, headers: { accept: 'text/html' } });
      expect(body).not.toContain('<form');
      expect(body.match(/<a [^>]*(?:move|cancel)=1"[^>]*>/g)).toHaveLength(2);
      expect(body.match(/<a [^>]*(?:move|cancel)=1"[^>]*target="_blank">/g)).toHaveLength(2);
    }
    const { body } = await app.inject({
      url: `${own}&embed=1&done=booked`,
      headers: { accept: 'text/html' },
    });
    const scheduled = JSON.parse(/id="scheduled">([^<]+)</.exec(body as string)?.[1] ?? '');
    expect(JSON.stringify(scheduled)).not.toMatch(/ines|okafor|key=/i);
    await app.patch('/organization', { embedOrigins: null });
  });

  test('404: an error page may be embedded', async () => {
    expect(await framing('/mara-lindqvist/nothing')).toEqual([404, "'none'", 'DENY']);
    expect(await framing('/mara-lindqvist/nothing?embed=1')).toEqual([404, '*', undefined]);
    expect(await framing('/v2/whoami')).toEqual([401, "'none'", 'DENY']);
    expect(await framing('/docs/embed')).toEqual([200, "'none'", 'DENY']);
  });
});
