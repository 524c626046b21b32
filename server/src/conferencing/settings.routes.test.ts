import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pairSettings } from '../../test/runtime.ts';
import { fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { zoomSettings as zoomUrls } from './zoom/settings.ts';
import { startFakeZoom, zoomSettings, type FakeZoom } from './zoom/test-zoom.ts';

const zoom = { apiUrl: '', tokenUrl: '' };
const app = useApp({
  clock: fixedClock,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(zoomUrls, zoom)],
});
let fake: FakeZoom;

beforeAll(async () => {
  fake = await startFakeZoom();
  Object.assign(zoom, fake.urls);
});
afterAll(() => fake.close());

const change = (conferencing: object) => app.patch('/organization', { conferencing });
const { clientSecret, ...publicZoom } = zoomSettings;

describe('organization.conferencing', () => {
  test('200: a template that needs no account is the default', async () => {
    const { body } = await app.get('/organization');
    expect(body.resource.conferencing).toEqual({
      kind: 'template',
      urlTemplate: null,
      defaultUrlTemplate: 'https://meet.jit.si/{room}',
      jitsi: null,
      zoom: null,
    });
  });

  test('200: what is left out stays, secrets are kept and never shown, not even in the audit log', async () => {
    const jitsi = { url: 'https://meet.example.org', appId: 'daybook' };
    const first = await change({ kind: 'jitsi', jitsi: { ...jitsi, secret: 'jitsi-secret' } });
    expect([first.status, first.body.resource.conferencing]).toMatchObject([200, { kind: 'jitsi', jitsi }]);
    const second = await change({ zoom: zoomSettings });
    expect(second.body.resource.conferencing).toMatchObject({
      kind: 'jitsi',
      jitsi,
      zoom: { ...publicZoom, user: null },
    });
    const third = await change({ jitsi: { ...jitsi, appId: 'other' } });
    expect([third.status, third.body.resource.conferencing.jitsi.appId]).toEqual([200, 'other']);
    const read = await app.get('/organization');
    const log = await app.get('/audit-log?action=organization.updated');
    for (const { status, body } of [first, second, third, read, log]) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/jitsi-secret|secret-1/);
    }
    const { rows } = await app.runtime.database.pool.query('select conferencing_sealed from workspace');
    for (const row of rows) expect(String(row.conferencing_sealed)).not.toMatch(/jitsi-secret|secret-1/);
  });

  test('422: every wrong field at once', async () => {
    await change({ kind: 'template', jitsi: null, zoom: null });
    const { status, body } = await change({
      kind: 'zoom',
      urlTemplate: 'https://{room}.example.org/',
      jitsi: { url: 'https://meet.example.org', appId: 'x' },
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        'conferencing.urlTemplate': ['Must be a web address with {room} once, after the host.'],
      },
    ]);
    const second = await change({ kind: 'zoom', jitsi: { url: 'https://meet.example.org', appId: 'x' } });
    expect(second.body.errors).toEqual({
      'conferencing.kind': ['Set up Zoom first, or choose another kind.'],
      'conferencing.jitsi.secret': ['This field is required.'],
    });
  });

  test.each([
    'ftp://x.example/{room}',
    'https://x.example/room',
    'https://x.example/{room}/{room}',
    'https://x.example{room}',
    'https://a:b@x.example/{room}',
    'http://x.example/{room}',
  ])('422: %s is no template', async (urlTemplate) => {
    expect((await change({ urlTemplate })).status).toBe(422);
  });

  test('422: credentials that Zoom refuses; 200: Zoom can’t be reached at this moment', async () => {
    const { status, body } = await change({ zoom: { ...zoomSettings, clientSecret: 'wrong' } });
    expect([status, body.errors]).toEqual([
      422,
      {
        'conferencing.zoom.clientSecret': [
          'Zoom rejected the account id, client id or client secret: Invalid client_id or client_secret.',
        ],
      },
    ]);
    const { tokenUrl } = zoom;
    zoom.tokenUrl = 'http://127.0.0.1:9/oauth/token';
    expect((await change({ zoom: zoomSettings })).status).toBe(200);
    zoom.tokenUrl = tokenUrl;
  });

  test('403: a user does not change it', async () => {
    const token = await app.tokenOf('mara@juniper.example', ['users:read']);
    expect((await app.patch('/organization', { conferencing: { kind: 'template' } }, { token })).status).toBe(
      403,
    );
  });
});
