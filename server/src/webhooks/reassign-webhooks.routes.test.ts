import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { emitEvent, queryRows } from './delivery/test-deliveries.ts';
import { respondWithStatus, useReceiver } from './delivery/test-receiver.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();

beforeEach(() => {
  receiver.answer = respondWithStatus(200);
});

interface Mail {
  readonly to: { readonly email: string };
  readonly subject: string;
  readonly text: string;
}

let count = 0;

/** A user with a token of their own. */
async function hire(role: 'admin' | 'user') {
  count += 1;
  const email = `temp${count}@juniper.example`;
  const user = await app.post('/organizations/users', {
    email,
    firstName: 'Temp',
    lastName: `${count}`,
    role,
  });
  return {
    email,
    path: `/organizations/users/${user.body.resource.uuid}`,
    token: await app.tokenOf(email, ['webhooks:write']),
  };
}

const create = async (token: string, scope: string) =>
  (
    await app.post(
      '/webhooks',
      { callbackUrl: receiver.url, events: ['crm.record.created'], scope },
      { token },
    )
  ).body.resource.uuid as string;

const mailAbout = async (webhookId: string) =>
  (
    await queryRows<{ content_sealed: Buffer }>(
      app,
      `select content_sealed from mail_message where dedupe_key like $1 order by to_email`,
      [`webhook ${webhookId} %`],
    )
  ).map(({ content_sealed }) => JSON.parse(app.runtime.secrets.unseal(content_sealed)) as Mail);

const statusesOf = async (webhookId: string) =>
  (await app.get(`/webhooks/${webhookId}/deliveries`)).body.collection.map(
    ({ status }: { status: string }) => status,
  );

const ownList = async (token?: string) =>
  (await app.get('/webhooks?count=100', token === undefined ? {} : { token })).body.collection.map(
    ({ uuid }: { uuid: string }) => uuid,
  );

describe.each([
  ['demoted', { role: 'user' }],
  ['deactivated', { isActive: false }],
] as const)('when the creator of a webhook of the organization is %s', (_case, change) => {
  test('200: it goes on, belongs to the organization, and its active owners and admins are told once', async () => {
    const temp = await hire('admin');
    const id = await create(temp.token, 'organization');
    expect((await app.patch(temp.path, change)).status).toBe(200);
    await app.patch(temp.path, change);

    await emitEvent(app);
    expect(await statusesOf(id)).toEqual(['pending']);
    const read = (await app.get(`/webhooks/${id}`)).body.resource;
    expect(read).toMatchObject({ isActive: true, creator: { firstName: 'Temp' } });
    expect(await ownList()).toContain(id);

    const mail = await mailAbout(id);
    expect(mail.map(({ to, subject }) => [to.email, subject])).toEqual(
      [
        ['mara@juniper.example', 'A webhook now belongs to the organization: 127.0.0.1'],
        ['tomas@juniper.example', 'Un webhook pertenece ahora a la organización: 127.0.0.1'],
      ].map(([email, subject]) => [email, `${subject}:${new URL(receiver.url).port}`]),
    );
    expect(mail[0]?.text).toContain(`Temp`);
  });
});

test('403: who was demoted neither lists, reads nor changes it, and hears nothing of its failures', async () => {
  const temp = await hire('admin');
  const id = await create(temp.token, 'organization');
  await app.patch(temp.path, { role: 'user' });
  const { token } = temp;
  expect(await ownList(token)).not.toContain(id);
  expect((await app.get(`/webhooks/${id}`, { token })).status).toBe(403);
  expect((await app.patch(`/webhooks/${id}`, { callbackUrl: receiver.url }, { token })).status).toBe(403);
  await app.patch(`/webhooks/${id}`, { isActive: false });
  const recipients = (await mailAbout(id)).map(({ to }) => to.email);
  expect(recipients).not.toContain(temp.email);
  expect(recipients.filter((email) => email === 'tomas@juniper.example')).toHaveLength(2);
});

test('200: an owner who becomes an admin keeps their webhook', async () => {
  const temp = await hire('admin');
  const id = await create(temp.token, 'organization');
  await app.patch(temp.path, { role: 'owner' });
  await app.patch(temp.path, { role: 'admin' });
  expect(await ownList(temp.token)).toContain(id);
  expect(await mailAbout(id)).toEqual([]);
});

describe('a webhook of scope user', () => {
  test('stops when its user is deactivated: what waits is skipped, and nobody can enable it', async () => {
    const temp = await hire('user');
    const id = await create(temp.token, 'user');
    const [member] = await queryRows<{ id: string }>(app, 'select id from member where email = $1', [
      temp.email,
    ]);
    await emitEvent(app, { memberIds: [member?.id ?? ''] });
    await app.patch(temp.path, { isActive: false });
    expect((await app.get(`/webhooks/${id}`)).body.resource.isActive).toBe(false);
    expect(await statusesOf(id)).toEqual(['skipped']);
    await emitEvent(app, { memberIds: [member?.id ?? ''] });
    expect(await statusesOf(id)).toEqual(['skipped']);
    const enabled = await app.patch(`/webhooks/${id}`, { isActive: true });
    expect(enabled.status).toBe(409);
    expect(enabled.body.message).toBe(
      'The owner of this webhook is deactivated. Set its scope to `organization` to keep it.',
    );
    await app.patch(temp.path, { isActive: true });
    expect((await app.get(`/webhooks/${id}`)).body.resource.isActive).toBe(false);
    expect((await app.patch(`/webhooks/${id}`, { isActive: true })).status).toBe(200);
  });

  test('goes on when its user is demoted', async () => {
    const temp = await hire('admin');
    const id = await create(temp.token, 'user');
    await app.patch(temp.path, { role: 'user' });
    expect((await app.get(`/webhooks/${id}`, { token: temp.token })).body.resource.isActive).toBe(true);
    expect(await mailAbout(id)).toEqual([]);
  });

  test('that an admin makes one of the organization passes to it at once, and back to its user', async () => {
    const temp = await hire('user');
    const id = await create(temp.token, 'user');
    await app.patch(`/webhooks/${id}`, { scope: 'organization' });
    expect(await ownList(temp.token)).not.toContain(id);
    expect(await ownList()).toContain(id);
    await app.patch(`/webhooks/${id}`, { scope: 'user' });
    expect(await ownList(temp.token)).toContain(id);
  });
});

test('403: who is demoted while the test delivery runs creates no webhook of the organization', async () => {
  const temp = await hire('admin');
  receiver.answer = (response) =>
    void app.patch(temp.path, { role: 'user' }).then(() => response.writeHead(200).end());
  const fields = { callbackUrl: receiver.url, events: ['crm.record.created'], scope: 'organization' };
  expect((await app.post('/webhooks', fields, { token: temp.token })).status).toBe(403);
  expect(
    await queryRows(app, `select from webhook w join member m on m.id = w.member_id where m.email = $1`, [
      temp.email,
    ]),
  ).toEqual([]);
});
