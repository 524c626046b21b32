import { describe, expect, test } from 'vitest';
import { dumpDatabase } from '../../../test/dump.ts';
import { useApp } from '../../../test/harness.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { executeSql } from '../../../test/postgres.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { deliverUntil } from '../delivery/test-deliveries.ts';
import { deleteOldCatchers } from './store.ts';

/* No address is allowed to webhooks beyond the public ones, so what arrives here needed no connection. */
const app = useApp();

const makeCatcher = async (token?: string): Promise<{ id: string; url: string; path: string }> => {
  const { status, body } = await app.post(
    '/webhook-catchers',
    undefined,
    token === undefined ? {} : { token },
  );
  expect(status).toBe(201);
  return { ...body.resource, path: new URL(body.resource.url).pathname };
};

const caughtBy = async (id: string) =>
  (await app.get(`/webhook-catchers/${id}/requests?count=100`)).body.collection;

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: path, payload, headers });

describe('a catcher', () => {
  test('201: shows what is sent to it, newest first, without what the sender is signed in with', async () => {
    const catcher = await makeCatcher();
    expect(catcher).toMatchObject({ expiresAt: expect.stringMatching(/Z$/) });
    const secret = { 'x-trial': 'one', cookie: 'daybook_session=secret', authorization: 'Bearer secret' };
    expect((await post(catcher.path, { n: 1 }, secret)).body).toMatchObject({ message: 'Caught.' });
    expect((await post(`/v2${catcher.path}`, { n: 2 })).status).toBe(200);
    const [second, first] = await caughtBy(catcher.id);
    expect(second).toMatchObject({ body: '{"n":2}', isTruncated: false });
    expect(first.headers).toMatchObject({ 'x-trial': 'one', 'content-type': 'application/json' });
    expect(JSON.stringify(first)).not.toContain('secret');
  });

  test('200: catches deliveries of a webhook, although it is an address of this server', async () => {
    const catcher = await makeCatcher();
    const { status, body } = await app.post('/webhooks', {
      callbackUrl: catcher.url,
      events: ['crm.record.created'],
      scope: 'organization',
      token: 'a token of mine',
    });
    expect(status).toBe(201);
    expect(body.testResult).toEqual({ delivered: true, statusCode: 200, error: null });
    await app.post('/crm/companies', { name: 'Caught Company' });
    await deliverUntil(app, async () => (await caughtBy(catcher.id)).length === 2);
    const [delivery, test] = await caughtBy(catcher.id);
    expect(JSON.parse(test.body)).toMatchObject({ event: 'webhook.test' });
    expect(JSON.parse(delivery.body)).toMatchObject({ event: 'crm.record.created' });
    expect(delivery.headers).toMatchObject({
      token: 'a token of mine',
      'webhook-id': expect.any(String),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(await dumpDatabase(app)).not.toContain('a token of mine');
  });

  test('422: another address of this server is still refused', async () => {
    const callbackUrl = `${app.runtime.config.publicUrl}/public/other`;
    const { status } = await app.post('/webhooks', {
      callbackUrl,
      events: ['invitee.scheduled'],
      scope: 'user',
    });
    expect(status).toBe(422);
  });

  test('keeps the last 100 requests, and 64 kB of a body', async () => {
    const catcher = await makeCatcher();
    expect(countByStatus(await repeatConcurrently(103, () => post(catcher.path, {})))).toEqual({ 200: 103 });
    expect(await caughtBy(catcher.id)).toHaveLength(100);
    expect((await post(catcher.path, { text: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await post(catcher.path, { text: 'x'.repeat(60_000) })).status).toBe(200);
  });

  test('400: a workspace has at most 20', async () => {
    await executeSql(app.connection, 'delete from webhook_catcher');
    for (let count = 0; count < 20; count += 1) await makeCatcher();
    const { status, body } = await app.post('/webhook-catchers');
    expect(status).toBe(400);
    expect(body.message).toBe('A workspace can have at most 20 catchers.');
    await executeSql(app.connection, 'delete from webhook_catcher');
  });

  test('404: ends after 24 hours, with all that it caught; a webhook to it is then disabled', async () => {
    const catcher = await makeCatcher();
    const { body } = await app.post('/webhooks', {
      callbackUrl: catcher.url,
      events: ['crm.record.created'],
      scope: 'organization',
    });
    await executeSql(
      app.connection,
      `update webhook_catcher set expires_at = expires_at - interval '24 hours'`,
    );
    expect((await post(catcher.path, {})).status).toBe(404);
    expect((await app.get(`/webhook-catchers/${catcher.id}/requests`)).status).toBe(404);
    await deleteOldCatchers(app.runtime.database);
    expect((await post(catcher.path, {})).status).toBe(404);
    const { rows } = await app.runtime.database.pool.query('select from caught_request');
    expect(rows).toEqual([]);
    await app.post('/crm/companies', { name: 'Too late' });
    const path = `/webhooks/${body.resource.uuid}`;
    await deliverUntil(app, async () => (await app.get(path)).body.resource.state === 'disabled');
  });

  test('200: is deleted with all that it caught', async () => {
    const catcher = await makeCatcher();
    await post(catcher.path, { n: 1 });
    expect((await app.delete(`/webhook-catchers/${catcher.id}`)).body.message).toBe('Catcher deleted.');
    expect((await app.delete(`/webhook-catchers/${catcher.id}`)).status).toBe(404);
    expect((await post(catcher.path, { n: 2 })).status).toBe(404);
    const { rows } = await app.runtime.database.pool.query(
      'select from caught_request where catcher_id = $1 union all select from catcher_token where catcher_id = $1',
      [catcher.id],
    );
    expect(rows).toEqual([]);
  });

  test('200: is emptied when a person is erased', async () => {
    const catcher = await makeCatcher();
    await post(catcher.path, { email: 'ines@okafor.example' });
    const { body } = await app.post('/crm/people', { firstName: 'Ines', emails: ['ines@caught.example'] });
    expect((await app.post(`/crm/people/${body.person.id}/erase`)).status).toBe(200);
    expect(await caughtBy(catcher.id)).toEqual([]);
  });

  test('401, 403, 404: only its creator, owners and admins read it, and nobody of another workspace', async () => {
    const user = await app.tokenOf('aiko@juniper.example', ['webhooks:write']);
    const other = await app.tokenOf('aiko@juniper.example', ['booking']);
    const { id: ofMara } = await makeCatcher();
    const { id: ofAiko } = await makeCatcher(user);
    const read = async (id: string, token: string | null) =>
      (await app.get(`/webhook-catchers/${id}/requests`, { token })).status;
    expect(await read(ofMara, null)).toBe(401);
    expect(await read(ofMara, user)).toBe(403);
    expect(await read(ofAiko, user)).toBe(200);
    expect((await app.get(`/webhook-catchers/${ofAiko}/requests`)).status).toBe(200);
    expect((await app.post('/webhook-catchers', undefined, { token: other })).status).toBe(403);
    expect((await app.post('/webhook-catchers', undefined, { token: null })).status).toBe(401);
    const neighbour = await createNeighbour(app.runtime);
    expect(await read(ofMara, neighbour.token)).toBe(404);
    const remove = async (id: string, token: string | null) =>
      (await app.delete(`/webhook-catchers/${id}`, undefined, { token })).status;
    expect(await remove(ofMara, null)).toBe(401);
    expect(await remove(ofMara, user)).toBe(403);
    expect(await remove(ofMara, neighbour.token)).toBe(404);
    expect(await remove(ofAiko, user)).toBe(200);
    expect((await post(`/public/catch/${'x'.repeat(32)}`, {})).status).toBe(404);
  });
});
