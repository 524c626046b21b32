import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { openPool } from '../db/connect.ts';
import { createReadiness } from './readiness.ts';

const metricsToken = 'a-token-for-metrics';
const app = useApp({ config: { metricsToken: undefined } });
const published = useApp({ config: { metricsToken: undefined, publicUrl: 'https://book.juniper.example' } });
const guarded = useApp({ config: { metricsToken } });

describe('/healthz and /readyz', () => {
  test('200 without a token; readiness names the state of the database and the zone data', async () => {
    expect((await app.inject({ url: '/healthz' })).body).toEqual({ status: 'ok' });
    const { status, body } = await app.inject({ url: '/readyz' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ready',
      database: 'ok',
      pendingMigrations: [],
      timeZoneData: expect.stringMatching(/^20\d\d[a-z]$/),
    });
    expect((await app.inject({ method: 'HEAD', url: '/readyz' })).status).toBe(200);
  });

  test('503: a migration is missing', async () => {
    const { pool } = app.runtime.database;
    await pool.query("update migration set name = 'x' || name where name like '0400%'");
    const { status, body } = await app.inject({ url: '/readyz' });
    await pool.query("update migration set name = substr(name, 2) where name like 'x0400%'");
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'not ready', pendingMigrations: ['0400_baseline'] });
  });
});

test('not ready: the database takes no writes', async () => {
  const pool = openPool(app.connection, 1);
  await pool.query('set default_transaction_read_only = on');
  expect(await createReadiness(pool)()).toMatchObject({ status: 'not ready', database: 'read only' });
  await pool.end();
});

describe('/metrics', () => {
  test('200 for this machine: durations by route pattern, and no id or address of anyone', async () => {
    await app.get('/teams/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d');
    await app.inject({ url: '/some/unknown/path' });
    const { status, body } = await app.inject({ url: '/metrics' });
    expect(status).toBe(200);
    expect(body).toMatch(
      /duration_seconds_count\{method="GET",route="\/v2\/teams\/:teamId",status="404"\} 1/,
    );
    expect(body).toContain('daybook_database_connections{pool="requests",state="open"}');
    expect(body).not.toMatch(/0198c2f4|some\/unknown/);
  });

  test('names say what is counted: only counters end in _total, and all of them do', async () => {
    const { body } = await app.inject({ url: '/metrics' });
    const types = [...String(body).matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(20);
    const wrong = types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'));
    expect(wrong).toEqual([]);
    const helped = [...String(body).matchAll(/^# HELP (\S+) .+$/gm)].map(([, name]) => name);
    expect(types.filter(({ name }) => !helped.includes(name))).toEqual([]);
  });

  test.each([
    ['another machine', { remoteAddress: '203.0.113.1' }],
    ['someone behind a proxy on this one', { headers: { 'x-forwarded-for': '203.0.113.1' } }],
    ['someone behind a modern proxy', { headers: { forwarded: 'for=203.0.113.1' } }],
    [
      'another machine that says it is this one',
      { remoteAddress: '203.0.113.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['someone behind a proxy that adds no header', { headers: { host: 'book.juniper.example' } }],
  ])('404 for %s', async (_case, options) => {
    const { status, body } = await app.inject({ url: '/metrics', ...options });
    expect(status).toBe(404);
    expect(body).toEqual({ success: false, message: 'Route not found.', status: 404 });
  });

  test('404 for anyone without a token, once the server has a public address', async () => {
    for (const url of ['/metrics', '/dev/mail']) {
      expect((await published.inject({ url })).status).toBe(404);
      expect((await app.inject({ url })).status).toBe(200);
    }
  });

  test('METRICS_TOKEN opens it to others, and only that token', async () => {
    const from = (given: string) =>
      guarded.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.1',
        headers: { authorization: `Bearer ${given}` },
      });
    expect((await from(metricsToken)).status).toBe(200);
    expect((await from(`${metricsToken}x`)).status).toBe(404);
    expect((await guarded.inject({ url: '/metrics', remoteAddress: '203.0.113.1' })).status).toBe(404);
  });
});

describe('/openapi.json and /docs', () => {
  test('the description names this server and no other host', async () => {
    const { status, body } = await published.inject({ url: '/openapi.json' });
    expect(status).toBe(200);
    expect(body.servers).toEqual([{ url: 'https://book.juniper.example/v2' }]);
    expect(body.paths['/teams/{teamId}/members'].post).toMatchObject({ 'x-origin': 'interface' });
    // Apart from examples, which belong to nobody.
    const hosts = [...JSON.stringify(body).matchAll(/https?:\/\/([^/"\s]+)/g)].map(
      (match) => match[1] as string,
    );
    expect(hosts.filter((host) => !/(?:^|\.)example(?:\.com|\.org)?$/.test(host))).toEqual([]);
  });

  test('the pages and their script come from here, and the browser is told to ask nowhere else', async () => {
    const page = await app.inject({ url: '/docs' });
    expect(page.status).toBe(200);
    expect((await app.inject({ url: '/docs/' })).body).toBe(page.body);
    const sources = [...page.body.matchAll(/(?:src|<link rel="(?:stylesheet|icon)" href)="([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(source).toMatch(/^\/assets\//);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|\*|unsafe-inline|unsafe-eval/);
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    const script = sources.find((source) => source.endsWith('.js')) ?? '';
    const loaded = await app.inject({ url: script });
    expect(loaded.status).toBe(200);
    expect(loaded.headers['content-type']).toContain('javascript');
  });
});
