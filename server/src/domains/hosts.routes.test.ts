import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { useDns } from '../../test/dns.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { createVerifiedDomain, publicUrl } from './test-domains.ts';

const dns = useDns();
const app = useApp({
  clock: fixedClock,
  config: {
    publicUrl,
    otherHosts: ['alias.example'],
    metricsToken: 'metrics-token-of-tests',
    get outboundDns() {
      return dns.servers;
    },
  },
});

const domain = 'book.juniper.example';
const page = '/mara-lindqvist/intro-call';
const visit = (host: string, url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { host, accept: 'text/html', ...headers } });

let uuid: string;

describe('before a workspace has a domain', () => {
  test('200: any host name serves everything', async () => {
    for (const host of ['daybook.example', 'anything.example', '192.0.2.7', 'localhost:4000'])
      expect([host, (await visit(host, page)).status]).toEqual([host, 200]);
  });
});

describe('with a verified domain', () => {
  beforeAll(async () => {
    uuid = await createVerifiedDomain(app, dns, domain);
  });

  test('200: booking pages are served there, with links and canonical URL of the domain', async () => {
    const { status, body, headers } = await visit(domain, page);
    expect(status).toBe(200);
    expect(body).toContain(`<link rel="canonical" href="https://${domain}${page}"`);
    expect(body).not.toContain('daybook.example');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await visit('BOOK.Juniper.example.:443', '/mara-lindqvist')).status).toBe(200);
    const api = await visit(domain, `/v2/public/pages${page}`);
    expect(api.body.resource.schedulingUrl).toBe(`https://${domain}${page}`);
  });

  test('404: nothing of the installation, and nothing of another workspace', async () => {
    const { ownerSlug, teamSlug } = await createNeighbourPages();
    for (const url of [
      '/',
      '/app',
      '/app/sign-in',
      '/docs',
      '/v2/whoami',
      '/v2/session',
      '/oauth/authorize',
      '/mcp',
      '/.well-known/oauth-authorization-server',
      `/${ownerSlug}`,
      `/${ownerSlug}/intro`,
      `/${teamSlug}/intro`,
      `/v2/public/pages/${ownerSlug}/intro`,
    ]) {
      const { status, headers } = await visit(domain, url);
      expect([url, status, headers['location']]).toEqual([url, 404, undefined]);
    }
    expect((await visit('daybook.example', `/${ownerSlug}`)).status).toBe(200);
  });

  test('404: a host name that nobody added, without a redirect; names of the installation still work', async () => {
    for (const url of ['/', page, '/app', '/v2/public/pages/mara-lindqvist/intro-call', '/assets/x.js']) {
      const { status, headers } = await visit('stranger.example', url);
      expect([url, status, headers['location']]).toEqual([url, 404, undefined]);
    }
    for (const host of ['daybook.example', 'alias.example', '192.0.2.7:4000', 'localhost', 'daybook:4000'])
      expect([host, (await visit(host, '/app')).status]).toEqual([host, 200]);
    expect((await visit('stranger.example', '/healthz')).status).toBe(200);
  });

  test('308: the former address redirects with its query, but not the API, a form or an embedded page', async () => {
    const moved = await visit('daybook.example', `${page}?month=2026-12&utm_source=a%20b`);
    expect(moved.status).toBe(308);
    expect(moved.headers['location']).toBe(`https://${domain}${page}?month=2026-12&utm_source=a%20b`);
    expect(moved.headers['cache-control']).toBe('no-store');
    expect((await visit('daybook.example', '/mara-lindqvist')).headers['location']).toBe(
      `https://${domain}/mara-lindqvist`,
    );
    const stay = [
      visit('daybook.example', `${page}?embed=1`),
      visit('daybook.example', page, { 'sec-fetch-site': 'same-origin' }),
      visit('daybook.example', `/v2/public/pages${page}`),
      visit('daybook.example', '/app'),
    ];
    expect((await Promise.all(stay)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('two host names that are asked at once share no page', async () => {
    const { ownerSlug } = await createNeighbourPages('twice');
    const urls = [
      `/${ownerSlug}/intro`,
      `/v2/public/pages/${ownerSlug}/intro/availability?startDate=2027-01-12&endDate=2027-01-13`,
    ];
    for (const url of urls) {
      // The second read is the first that several visitors share.
      const hosts = ['daybook.example', 'daybook.example', domain, domain];
      const statuses = await Promise.all(hosts.map(async (host) => (await visit(host, url)).status));
      expect([url, ...statuses]).toEqual([url, 200, 200, 404, 404]);
    }
  });

  test('links in the API and in emails use the domain', async () => {
    const { body } = await app.get('/event-types');
    const urls = JSON.stringify(body).match(/"schedulingUrl":"[^"]+/g) ?? [];
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.every((url) => url.startsWith(`"schedulingUrl":"https://${domain}/`))).toBe(true);
    const booked = await bookPage(app, await createPage(app));
    expect(booked.status).toBe(200);
    const [mail] = await listMailsTo(app, 'ines@okafor.example');
    expect(mail?.text).toContain(`https://${domain}/bookings/`);
    expect(mail?.text).not.toContain('daybook.example/bookings');
    const [, own = ''] = /https:\/\/book\.juniper\.example(\/bookings\/\S+)/.exec(mail?.text ?? '') ?? [];
    expect((await visit(domain, own)).status).toBe(200);
  });

  test('403: a form from another site; its own origin is the domain', async () => {
    const send = (origin: string) =>
      app.inject({
        method: 'POST',
        url: '/public/forms/unknown-form/submissions',
        headers: { host: domain, origin, 'content-type': 'application/json' },
        payload: {},
      });
    expect((await send(`https://${domain}`)).status).not.toBe(403);
  });

  describe('GET /internal/domains/allowed', () => {
    const ask = (name: string, headers: Record<string, string> = {}, more = '') =>
      app.inject({ method: 'GET', url: `/internal/domains/allowed?domain=${name}${more}`, headers });

    test('200: a verified domain, asked from this machine or with the token', async () => {
      expect((await ask(domain)).status).toBe(200);
      expect((await ask('Book.Juniper.Example')).status).toBe(200);
      const remote = { host: 'daybook.example', 'x-forwarded-for': '192.0.2.1' };
      expect((await ask(domain, remote, '&token=metrics-token-of-tests')).status).toBe(200);
    });

    test('404: any other name, and anyone else who asks', async () => {
      await app.post('/domains', { name: 'pending.juniper.example' });
      for (const name of ['pending.juniper.example', 'stranger.example', '', 'daybook.example'])
        expect([name, (await ask(name)).status]).toEqual([name, 404]);
      expect((await ask(domain, { host: 'daybook.example' })).status).toBe(404);
      expect((await ask(domain, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404);
      expect((await ask(domain, { host: 'daybook.example' }, '&token=wrong')).status).toBe(404);
    });
  });

  describe('once it is removed', () => {
    beforeAll(async () => {
      // Another domain, so that names that nobody added still serve nothing.
      await createVerifiedDomain(app, dns, 'other.juniper.example');
      await app.delete(`/domains/${uuid}`);
    });
    afterAll(() => app.runtime.domains.reload());

    test('404: it stops at once, for pages and certificates', async () => {
      expect((await visit(domain, page)).status).toBe(404);
      expect(
        (await app.inject({ method: 'GET', url: `/internal/domains/allowed?domain=${domain}` })).status,
      ).toBe(404);
    });

    test('links use what is left', async () => {
      await app.runtime.domains.reload();
      const { headers } = await visit('daybook.example', page);
      expect(headers['location']).toBe(`https://other.juniper.example${page}`);
    });
  });
});

/** A neighbor with a page and a team. */
async function createNeighbourPages(name = 'fern'): Promise<{ ownerSlug: string; teamSlug: string }> {
  const { token } = await createNeighbour(app.runtime, `owner@${name}-hosts.example`);
  const { status, body } = await app.post(
    '/event-types',
    { title: 'Intro', slug: 'intro', duration: 30 },
    { token },
  );
  expect(status).toBe(201);
  const [, ownerSlug = ''] = new URL(body.resource.schedulingUrl).pathname.split('/');
  const team = await app.post('/teams', { name: `Team ${name}` }, { token });
  return { ownerSlug, teamSlug: String(team.body.resource?.slug ?? '') };
}
