import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';

const app = useApp();

describe('GET and PATCH /organization', () => {
  test('200: the workspace, with a read-only subscription', async () => {
    const { status, body } = await app.get('/organization');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      status: 200,
      resource: {
        name: 'Juniper Studio',
        timezone: 'Europe/Berlin',
        crmEnabled: true,
        embedOrigins: null,
        subscription: { status: 'active', plan: 'self-hosted' },
      },
    });
    const changes = { name: ' Juniper & Co ', crmEnabled: false, subscription: { status: 'inactive' } };
    const changed = await app.patch('/organization', changes);
    expect(changed.body.resource).toMatchObject({
      name: 'Juniper & Co',
      timezone: 'Europe/Berlin',
      crmEnabled: false,
      subscription: { status: 'active', plan: 'self-hosted' },
    });
    expect((await app.get('/organization')).body.resource).toEqual(changed.body.resource);
    expect(changed.body.resource.updatedAt > body.resource.updatedAt).toBe(true);
  });

  test('200: a colour, which pages made afterwards have; and none again', async () => {
    const changed = await app.patch('/organization', { brandColor: 'B45309' });
    expect(changed.body.resource.brandColor).toBe('b45309');
    const made = await app.post('/event-types', { title: 'In our colour' });
    expect(made.body.resource.color).toBe('b45309');
    const chosen = await app.post('/event-types', { title: 'In its own', color: '111827' });
    expect(chosen.body.resource.color).toBe('111827');
    expect((await app.patch('/organization', { brandColor: null })).body.resource.brandColor).toBeNull();
    expect((await app.patch('/organization', { brandColor: '#fff' })).body.errors).toEqual({
      brandColor: ['Must be six hex digits without a leading #.'],
    });
  });

  test('200: the origins that may embed its pages, normalized; none, and any again', async () => {
    const change = async (embedOrigins: string[] | null) =>
      (await app.patch('/organization', { embedOrigins })).body.resource.embedOrigins;
    expect(
      await change(['https://WWW.Juniper.example/', 'https://bücher.example', 'http://localhost:3000']),
    ).toEqual(['https://www.juniper.example', 'https://xn--bcher-kva.example', 'http://localhost:3000']);
    expect(await change([])).toEqual([]);
    expect(await change(null)).toBeNull();
  });

  test('401 without a token', async () => {
    expect((await app.get('/organization', { token: null })).status).toBe(401);
    expect((await app.patch('/organization', {}, { token: null })).status).toBe(401);
  });

  test('403: reading needs users:read, changing admin:full, which no plain user can have', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['users:write', 'tokens:write']);
    expect((await app.get('/organization', { token })).status).toBe(200);
    const refused = await app.patch('/organization', { name: 'Mine' }, { token });
    expect(refused.body.error).toMatchObject({ type: 'insufficient_scope', required_scopes: ['admin:full'] });
    const other = await app.tokenOf('mara@juniper.example', ['teams:write']);
    expect((await app.get('/organization', { token: other })).status).toBe(403);
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.patch('/organization', {
      name: '',
      timezone: 'CEST',
      crmEnabled: 'yes',
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      name: ['Must not be empty.'],
      timezone: ['Must be an IANA time zone, such as Europe/Berlin.'],
      crmEnabled: ['Must be true or false.'],
    });
  });

  test('422: everything that is no origin, and what would inject into a header', async () => {
    const embedOrigins = [
      'https://good.example',
      'http://plain.example',
      'https://good.example/path',
      "https://a.example; script-src 'unsafe-inline'",
      'https://a;b.example',
      'https://*.example',
      'javascript:alert(1)',
      'https://me:you@good.example',
      'example.com',
      '*',
    ];
    const { status, body } = await app.patch('/organization', { embedOrigins });
    expect(status).toBe(422);
    const message = 'Must be the origin of a site, such as https://example.com; http only for localhost.';
    expect(body.errors).toEqual(
      Object.fromEntries(embedOrigins.slice(1).map((_, index) => [`embedOrigins.${index + 1}`, [message]])),
    );
    const twice = await app.patch('/organization', {
      embedOrigins: ['https://a.example', 'https://A.example/'],
    });
    expect(twice.body.errors).toEqual({ embedOrigins: ['Must not name a site twice.'] });
    expect((await app.patch('/organization', { embedOrigins: 'https://a.example' })).status).toBe(422);
  });
});
