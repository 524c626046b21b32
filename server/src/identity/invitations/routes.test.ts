import { beforeEach, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../../test/harness.ts';
import { findLinkTo, listMailsTo } from '../../../test/mail.ts';
import { createNeighbour } from '../../../test/neighbour.ts';
import { parseCookies, signIn, withCookie } from '../../../test/session.ts';
import { countByStatus, repeatConcurrently } from '../../../test/times.ts';
import { createPasskey } from '../factors/test-authenticator.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const app = useApp({ clock: { now: () => new Date(nowMs) } });
const password = 'seven quiet herons';
const day = 86_400_000;
let count = 0;
let email: string;

beforeEach(() => {
  count += 1;
  email = `guest${count}@juniper.example`;
});

const invite = (fields: object = {}, token?: string) =>
  app.post('/invitations', { email, ...fields }, token === undefined ? {} : { token });
const accept = (token: string, fields: object = {}): Promise<Answer> =>
  app.put(`/public/invitations/${token}`, { name: 'Ines Okafor', password, ...fields }, { token: null });
const admin = () => app.tokenOf('tomas@juniper.example', ['admin:full']);

describe('POST /invitations', () => {
  test('201: listed, and sent by mail with a link that is good for 7 days', async () => {
    const team = (await app.get('/teams')).body.collection[0];
    const { status, body } = await invite({ role: 'admin', teams: [team.uuid] });
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({
      email,
      role: 'admin',
      status: 'pending',
      teams: [{ uuid: team.uuid, title: team.title }],
      invitedBy: { name: 'Mara Lindqvist' },
    });
    expect(Date.parse(body.resource.expiresAt) - nowMs).toBe(7 * day);
    const { body: list } = await app.get('/invitations');
    expect(list.collection[0]).toEqual(body.resource);
    const [mail] = await listMailsTo(app, email);
    expect(mail?.subject).toBe('You’re invited to Juniper Studio');
    expect(mail?.text).toMatch(/http:\/\/localhost:4000\/app\/invitations\/\w{40}/);
    expect(JSON.stringify(body)).not.toContain((await findLinkTo(app, email)).token);
  });

  test('403: nobody invites above their own role, and users nobody', async () => {
    const asAdmin = await admin();
    const owner = await invite({ role: 'owner' }, asAdmin);
    expect(owner.status).toBe(403);
    expect(owner.body.message).toBe('Only owners can invite an owner.');
    expect((await invite({ role: 'admin' }, asAdmin)).status).toBe(201);
    const user = await app.tokenOf('aiko@juniper.example', ['users:write', 'users:read']);
    expect((await app.post('/invitations', { email: 'x@y.example' }, { token: user })).status).toBe(403);
    expect((await app.get('/invitations', { token: user })).status).toBe(403);
    const limited = await app.tokenOf('mara@juniper.example', ['users:write']);
    expect(
      (await app.post('/invitations', { email: 'x@y.example', role: 'admin' }, { token: limited })).status,
    ).toBe(403);
  });

  test('409: somebody who is here, was here, or is invited already', async () => {
    const said = async (address: string) => (await app.post('/invitations', { email: address })).body.message;
    expect(await said('AIKO@juniper.example')).toBe(
      'This email address already belongs to a user in the workspace.',
    );
    const { body } = await app.post('/organizations/users', { email, firstName: 'Gone', lastName: 'Soon' });
    await app.delete(`/organizations/users/${body.resource.uuid}`);
    expect(await said(email)).toContain('Reactivate them instead');
    email = `again${count}@juniper.example`;
    const twins = await repeatConcurrently(3, () => invite());
    expect(countByStatus(twins)).toEqual({ 201: 1, 409: 2 });
    expect(await said(email)).toBe('This email address was already invited. Resend that invitation instead.');
  });

  test('422: every wrong field at once', async () => {
    const teams = ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d'];
    const { status, body } = await app.post('/invitations', { email: 'x', role: 'king', teams });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'role', 'teams']);
    expect((await invite({ teams })).body.errors).toEqual({
      teams: ['One of these isn’t a team in this workspace.'],
    });
  });
});

describe('PUT /public/invitations/{token}', () => {
  test('200: a user with schedule, slug, role and teams of their own, signed in', async () => {
    const team = (await app.get('/teams')).body.collection[0];
    await invite({ role: 'admin', teams: [team.uuid] });
    const { token } = await findLinkTo(app, email);
    const { body: shown } = await app.get(`/public/invitations/${token}`, { token: null });
    expect(shown.resource).toMatchObject({
      email,
      organization: 'Juniper Studio',
      invitedBy: 'Mara Lindqvist',
      role: 'admin',
      accepts: ['password', 'passkey'],
    });
    const answer = await accept(token, { timezone: 'America/Lima', language: 'es' });
    expect(answer.status).toBe(200);
    expect(answer.body.resource).toMatchObject({
      email,
      name: 'Ines Okafor',
      role: 'admin',
      timezone: 'America/Lima',
      language: 'es',
      teams: [{ uuid: team.uuid }],
    });
    expect(answer.body.resource.slug).toMatch(/^ines-okafor/);
    const { cookie } = parseCookies(answer);
    expect((await app.get('/session', withCookie(cookie))).body.resource.email).toBe(email);
    expect((await app.get(`/schedules/default?email=${email}`, withCookie(cookie))).status).toBe(200);
    expect((await signIn(app, email, password)).answer.status).toBe(201);
    expect(
      (await app.get('/invitations')).body.collection.map((row: { email: string }) => row.email),
    ).not.toContain(email);
  });

  test('409: used once; of several at the same moment one makes the account', async () => {
    await invite();
    const { token } = await findLinkTo(app, email);
    const answers = await repeatConcurrently(5, (index) => accept(token, { name: `Ines ${index}` }));
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 4 });
    const { rows } = await app.runtime.database.pool.query('select from member where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect((await accept(token)).body.message).toBe('This invitation was already used. Sign in instead.');
    expect((await app.get(`/public/invitations/${token}`, { token: null })).status).toBe(409);
  });

  test('409: withdrawn, expired, or by somebody who may not invite any more; 404: never sent', async () => {
    const { body } = await invite();
    const { token } = await findLinkTo(app, email);
    await app.delete(`/invitations/${body.resource.uuid}`);
    expect((await accept(token)).body.message).toBe('This invitation was withdrawn.');
    email = `late${count}@juniper.example`;
    await invite();
    const late = (await findLinkTo(app, email)).token;
    nowMs += 7 * day;
    expect((await accept(late)).body.message).toBe(
      'This invitation has expired. Ask the person who invited you for a new one.',
    );
    expect((await app.get('/invitations')).body.collection[0]).toMatchObject({ email, status: 'expired' });
    expect((await invite()).status).toBe(201);
    email = `demoted${count}@juniper.example`;
    await invite({ role: 'admin' }, await admin());
    const demoted = (await findLinkTo(app, email)).token;
    const tomas = (await app.get('/organizations/users?per_page=100')).body.collection.find(
      (user: { email: string }) => user.email === 'tomas@juniper.example',
    );
    await app.patch(`/organizations/users/${tomas.uuid}`, { role: 'user' });
    expect((await accept(demoted)).body.message).toBe('This invitation was withdrawn.');
    await app.patch(`/organizations/users/${tomas.uuid}`, { role: 'admin' });
    expect((await accept('x'.repeat(40))).body).toEqual({
      success: false,
      message: 'Invitation not found.',
      status: 404,
    });
  });

  test('422: a name, and either a password that is good or a passkey; the invitation stays open', async () => {
    await invite();
    const { token } = await findLinkTo(app, email);
    const { status, body } = await app.put(`/public/invitations/${token}`, {}, { token: null });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['name', 'password']);
    expect((await accept(token, { password: 'password1' })).body.errors).toHaveProperty('password');
    expect((await accept(token)).status).toBe(200);
  });

  test('200: with a passkey instead of a password', async () => {
    await invite();
    const { token } = await findLinkTo(app, email);
    const path = `/public/invitations/${token}`;
    const options = async () =>
      (await app.post(`${path}/challenge`, { name: 'Pia Berg' }, { token: null })).body;
    const key = createPasskey();
    const elsewhere = key.attest(await options(), { origin: 'https://evil.example' });
    const wrong = await app.put(path, { name: 'Pia Berg', passkey: elsewhere }, { token: null });
    expect(wrong.status).toBe(422);
    const made = await app.put(
      path,
      { name: 'Pia Berg', passkey: key.attest(await options()) },
      { token: null },
    );
    expect(made.status).toBe(200);
    const challenge = (await app.post('/public/passkeys/challenge', {}, { token: null })).body;
    const credential = key.assert(challenge);
    expect((await app.post('/public/passkeys/session', { credential }, { token: null })).status).toBe(201);
    expect((await signIn(app, email, password)).answer.status).toBe(422);
  });

  test('200: somebody with an account in another workspace has two, each with its own password', async () => {
    const keys = await createNeighbour(app.runtime, email);
    await invite();
    expect((await accept((await findLinkTo(app, email)).token)).status).toBe(200);
    expect((await signIn(app, email, password)).answer.body.resource.name).toBe('Ines Okafor');
    expect((await signIn(app, email, keys.password)).answer.body.resource.name).toBe('Petra Novak');
  });
});

describe('resending and withdrawing', () => {
  test('200: a new link for another 7 days; the old one is over', async () => {
    const { body } = await invite();
    const before = (await findLinkTo(app, email)).token;
    const path = `/invitations/${body.resource.uuid}/resend`;
    expect((await app.post(path)).status).toBe(429);
    nowMs += 61_000;
    const { status, body: again } = await app.post(path);
    expect(status).toBe(200);
    expect(Date.parse(again.resource.expiresAt) - nowMs).toBe(7 * day);
    const after = (await findLinkTo(app, email)).token;
    expect(after).not.toBe(before);
    expect((await accept(before)).status).toBe(404);
    expect((await accept(after)).status).toBe(200);
    expect((await app.post(path)).status).toBe(404);
  });

  test('404: of another workspace, or not there; 403: an admin touches no invitation of an owner', async () => {
    const neighbour = await createNeighbour(app.runtime);
    const { body } = await invite({ role: 'owner' });
    const path = `/invitations/${body.resource.uuid}`;
    expect((await app.delete(path, undefined, { token: neighbour.token })).status).toBe(404);
    expect((await app.delete(path, undefined, { token: await admin() })).status).toBe(403);
    expect((await app.delete(path)).body).toEqual({
      success: true,
      message: 'Invitation withdrawn.',
      status: 200,
    });
    expect((await app.delete(path)).status).toBe(404);
  });
});

describe('many invitations', () => {
  const limited = useApp({ config: { rateLimit: { perToken: 100_000, perAddress: 100_000 } } });

  test('429: a workspace sends 200 a day, so that it is no way to mail strangers', async () => {
    const answers = [];
    for (let index = 0; index < 202; index += 1) {
      answers.push(await limited.post('/invitations', { email: `many${index}@elsewhere.example` }));
    }
    expect(countByStatus(answers)).toEqual({ 201: 200, 429: 2 });
    expect((await limited.get('/invitations')).body.pagination.total).toBe(200);
  }, 60_000);
});
