import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { signRequest } from '../webhooks/public.ts';

const secret = `whsec_${Buffer.alloc(24, 'billing').toString('base64')}`;
const app = useApp({ clock: fixedClock, config: { billingSecret: secret } });
const other = useApp({ clock: fixedClock });
let workspaceId = '';

beforeAll(async () => {
  workspaceId = (await app.get('/organization')).body.resource.uuid;
});

const send = (payload: string, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/connect/billing',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const report = (fields: object, { key = secret, at = monday } = {}) => {
  const body = JSON.stringify({
    workspaceId,
    status: 'inactive',
    occurredAt: monday.toISOString(),
    ...fields,
  });
  return send(body, signRequest(key, 'report-1', at, body));
};
const subscription = async () => (await app.get('/organization')).body.resource.subscription;

describe('what billing reports', () => {
  test('204: sets the plan, and with it whether the workspace can be booked', async () => {
    const page = await createPage(app, { title: 'Gated' });
    expect((await report({ occurredAt: '2027-01-11T05:00:00Z' })).status).toBe(204);
    expect((await subscription()).status).toBe('inactive');
    expect((await bookPage(app, page)).status).toBe(403);
    expect(
      (await report({ status: 'active', plan: 'Team', occurredAt: '2027-01-11T05:01:00Z' })).status,
    ).toBe(204);
    expect(await subscription()).toEqual({ status: 'active', plan: 'Team' });
    expect((await bookPage(app, page)).status).toBe(200);
  });

  test('204: an older report, or the same again, changes nothing', async () => {
    await report({ status: 'active', plan: 'Team', occurredAt: '2027-01-11T05:30:00Z' });
    expect((await report({ occurredAt: '2027-01-11T05:20:00Z' })).status).toBe(204);
    expect((await report({ occurredAt: '2027-01-11T05:30:00Z' })).status).toBe(204);
    expect((await subscription()).status).toBe('active');
  });

  test('400: without a valid signature of these five minutes nothing changes', async () => {
    const before = await subscription();
    const later = { occurredAt: '2027-01-11T05:59:00Z' };
    expect((await report(later, { key: `whsec_${Buffer.alloc(24, 'x').toString('base64')}` })).status).toBe(
      400,
    );
    expect((await report(later, { at: new Date(monday.getTime() - 6 * 60_000) })).status).toBe(400);
    expect((await send('{}', {})).status).toBe(400);
    expect(await subscription()).toEqual(before);
  });

  test('400, 404: a report that says nothing, or of a workspace that nobody has', async () => {
    expect((await report({ status: 'gone' })).status).toBe(400);
    expect((await report({ workspaceId: '00000000-0000-7000-8000-000000000000' })).status).toBe(404);
  });

  test('404: a server without the secret takes none', async () => {
    const answer = await other.inject({ method: 'POST', url: '/connect/billing', payload: '{}' });
    expect(answer.status).toBe(404);
  });
});
