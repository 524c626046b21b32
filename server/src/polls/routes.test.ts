import { describe, expect, test } from 'vitest';
import { listBrokenRules } from '../../test/booking-rules.ts';
import { bookPage, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { generateUuid } from '../platform/ids.ts';
import { expirePolls } from './jobs.ts';
import { createPoll, createEmail, createTimes, castVote, getVotesPath } from '../../test/polls.ts';

const clock = { at: new Date('2027-01-11T06:00:00Z') };
const app = useApp({ clock: { now: () => clock.at } });

const open = { bookingWindow: { type: 'unlimited' } };
const rowsOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.runtime.database.pool.query(text, values)).rows as T[];
const read = async (uuid: string) => (await app.get(`/polls/${uuid}`)).body.resource;
const finalise = (uuid: string, startTime: string, fields: object = {}) =>
  app.put(`/polls/${uuid}/finalise`, { startTime, ...fields });

describe('proposing times', () => {
  test('201: with what its page says, and all times free; it is listed', async () => {
    const page = await createPage(app, { ...open, duration: 45, locations: [{ type: 'VIDEO_CALL' }] });
    const poll = await createPoll(app, page, { title: undefined });
    expect(poll).toMatchObject({
      ...{ status: 'open', title: 'Test page', duration: 45, voters: 0, votes: [], hideVotes: false },
      location: { type: 'VIDEO_CALL' },
      hosts: [{ email: 'mara@juniper.example' }],
    });
    expect(poll.times.map((time: { isFree: boolean }) => time.isFree)).toEqual([true, true, true]);
    const { collection } = (await app.get('/polls?status=open')).body;
    expect(collection.map(({ uuid }: { uuid: string }) => uuid)).toContain(poll.uuid);
    expect((await app.get('/polls?status=cancelled')).body.collection).toEqual([]);
  });

  test('422: every wrong field at once', async () => {
    const page = await createPage(app, { ...open, type: 'GROUP', maxActiveInvitees: 4 });
    const { status, body } = await app.post('/polls', {
      eventTypeUuid: page.uuid,
      title: ' ',
      duration: 0,
      location: { type: 'PHONE_CALL' },
      hosts: ['nobody@juniper.example'],
      times: ['2027-01-01T09:00:00Z', '2029-01-01T09:00:00Z'],
      deadline: '2027-01-01T00:00:00Z',
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      ...[
        'deadline',
        'duration',
        'eventTypeUuid',
        'hosts.0',
        'location.phone',
        'times.0',
        'times.1',
        'title',
      ],
    ]);
    const one = await app.post('/polls', { eventTypeUuid: page.uuid, times: ['2027-02-01T09:00:30Z'] });
    expect(Object.keys(one.body.errors).sort()).toEqual(['eventTypeUuid', 'times']);
    const none = await app.post('/polls', { eventTypeUuid: page.uuid, deadline: '2027-02-01T09:00:00Z' });
    expect(Object.keys(none.body.errors).sort()).toEqual(['eventTypeUuid', 'times']);
  });

  test('a time that is booked meanwhile is no longer free, and nothing is held', async () => {
    const page = await createPage(app, open);
    const poll = await createPoll(app, page);
    const [date = '', time = ''] = poll.times[0].startTime.split('T');
    const booked = await bookPage(app, page, {
      date,
      start: time.slice(0, 5),
      timeZone: 'UTC',
      email: createEmail(),
    });
    expect(booked.status).toBe(200);
    const { times } = await read(poll.uuid);
    expect(times.map(({ isFree }: { isFree: boolean }) => isFree)).toEqual([false, true, true]);
  });
});

describe('voting', () => {
  test('201: an address has one vote, which its token changes', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const email = createEmail();
    const first = await castVote(app, poll, { email });
    expect(first.status).toBe(201);
    const { voteToken } = first.body.resource;
    const changed = await castVote(app, poll, {
      ...{ email: email.toUpperCase(), name: 'Ines', voteToken },
      answers: [{ startTime: poll.times[1].startTime, answer: 'if_needed' }],
    });
    expect(changed.body.resource.voteToken).toBe(voteToken);
    const { votes, times, voters } = await read(poll.uuid);
    expect(voters).toBe(1);
    expect(votes[0]).toMatchObject({ name: 'Ines', email });
    expect(times).toMatchObject([{ yes: 0, no: 1 }, { ifNeeded: 1 }, { no: 1 }]);
    await app.runEffects();
    expect(await listMailsTo(app, email)).toEqual([]);
  });

  test('202: someone else’s vote is changed by the person who proves the address, and the old token opens nothing', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const email = createEmail();
    const { voteToken } = (await castVote(app, poll, { email, name: 'Stranger' })).body.resource;
    const asked = await castVote(app, poll, { email, name: 'Ines' });
    expect(asked.status).toBe(202);
    expect((await read(poll.uuid)).votes[0].name).toBe('Stranger');
    await app.runEffects();
    const code = /\b\d{6}\b/.exec((await listMailsTo(app, email))[0]?.text ?? '')?.[0];
    const proof = { confirmation: asked.body.confirmation.token, code };
    expect((await castVote(app, poll, { email, name: 'Ines', ...proof })).status).toBe(201);
    expect((await read(poll.uuid)).votes).toMatchObject([{ name: 'Ines' }]);
    const old = await castVote(app, poll, { email, name: 'Stranger', voteToken });
    expect(Object.keys(old.body.errors)).toEqual(['voteToken']);
  });

  test('202: where the page wants addresses confirmed', async () => {
    const poll = await createPoll(app, await createPage(app, { ...open, confirmAddress: 'always' }));
    expect((await castVote(app, poll)).status).toBe(202);
    expect((await read(poll.uuid)).voters).toBe(0);
  });

  test('422: every wrong field at once; 404: a token that is not ours', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const { startTime } = poll.times[0];
    const { body } = await castVote(app, poll, {
      name: '',
      answers: [
        ...[
          { startTime, answer: 'yes' },
          { startTime, answer: 'no' },
        ],
        { startTime: '2027-02-01T09:07:00Z', answer: 'yes' },
      ],
    });
    expect(Object.keys(body.errors).sort()).toEqual(['answers.1.startTime', 'answers.2.startTime', 'name']);
    const wrong = { ...poll, url: poll.url.replace('/polls/', '/polls/x') };
    expect((await castVote(app, wrong)).status).toBe(404);
    expect((await app.get(getVotesPath(wrong).replace('/votes', ''))).status).toBe(404);
  });

  test('409: once the deadline has passed; the host can still pick', async () => {
    const poll = await createPoll(app, await createPage(app, open), { deadline: '2027-01-20T00:00:00Z' });
    await castVote(app, poll);
    clock.at = new Date('2027-01-20T00:00:00Z');
    expect((await castVote(app, poll)).status).toBe(409);
    expect((await finalise(poll.uuid, poll.times[0].startTime)).status).toBe(200);
    clock.at = new Date('2027-01-11T06:00:00Z');
  });

  test('votes of others are shown without addresses, and not at all where they are hidden', async () => {
    const page = await createPage(app, open);
    const [shown, hidden] = [await createPoll(app, page), await createPoll(app, page, { hideVotes: true })];
    for (const poll of [shown, hidden]) await castVote(app, poll, { email: 'secret@okafor.example' });
    const publicly = async (poll: { url: string }, query = '') =>
      (await app.get(`${getVotesPath(poll).replace('/votes', '')}${query}`)).body.resource;
    const seen = await publicly(shown);
    expect(seen.votes).toMatchObject([{ name: 'Ines Okafor' }]);
    expect(seen.times[0].yes).toBe(1);
    expect(JSON.stringify([seen, await publicly(hidden)])).not.toContain('@');
    const { voteToken } = (await castVote(app, hidden)).body.resource;
    const own = await publicly(hidden, `?voteToken=${voteToken}`);
    expect(own).toMatchObject({ votes: null, ownVote: { name: 'Ines Okafor' } });
    expect(own.times[0].yes).toBeNull();
  });
});

describe('picking a time', () => {
  test('200: those who come get a room that is large enough; 409: where there is none', async () => {
    const kind = 'Pavilion';
    await app.post('/resources', { name: 'Small', kind, capacity: 2 });
    const page = await createPage(app, { ...open, resources: [{ kind }] });
    const poll = await createPoll(app, page);
    for (let voter = 0; voter < 5; voter += 1) await castVote(app, poll, { email: createEmail() });
    const refused = await finalise(poll.uuid, poll.times[0].startTime);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'No resource of the kind Pavilion has room for 5 people.',
    ]);
    await app.post('/resources', { name: 'Big', kind, capacity: 20 });
    const { body } = await finalise(poll.uuid, poll.times[0].startTime);
    const event = (await app.get(`/scheduled-events/${body.resource.eventUuid}`)).body.resource;
    expect(event.resources).toMatchObject([{ name: 'Big' }]);
  });

  test('200: whom the workspace blocks by now is not invited', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const [blocked, other] = [createEmail(), createEmail()];
    for (const email of [blocked, other]) await castVote(app, poll, { email });
    await app.patch('/organization', { blockedAddresses: [blocked] });
    const { status, body } = await finalise(poll.uuid, poll.times[0].startTime);
    await app.patch('/organization', { blockedAddresses: [] });
    expect(status).toBe(200);
    const event = (await app.get(`/scheduled-events/${body.resource.eventUuid}`)).body.resource;
    expect(event.invitees.map(({ email }: { email: string }) => email)).toEqual([other]);
  });

  test('200: all who voted come to one event, by one mail each with an invitation; hosts get one', async () => {
    const hosts = ['mara@juniper.example', 'tomas@juniper.example'];
    const location = { type: 'IN_PERSON', address: 'Lindenallee 4' };
    const poll = await createPoll(app, await createPage(app, open), { hosts, location, duration: 50 });
    const emails = [createEmail(), createEmail(), createEmail()];
    for (const email of emails) await castVote(app, poll, { email });
    await app.runEffects();
    const before = (await listMailsTo(app, 'tomas@juniper.example')).length;
    const { status, body } = await finalise(poll.uuid, poll.times[1].startTime);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({ status: 'finalised', startTime: poll.times[1].startTime });
    const event = (await app.get(`/scheduled-events/${body.resource.eventUuid}`)).body.resource;
    expect(event).toMatchObject({ title: 'Catalogue', duration: 50, activeInviteesCount: 3 });
    expect(event.startTime).toBe(poll.times[1].startTime);
    expect(event.hosts.map(({ email }: { email: string }) => email)).toEqual(hosts);
    expect(event.invitees.map(({ email }: { email: string }) => email).sort()).toEqual(emails.sort());
    await app.runEffects();
    for (const email of emails) {
      const mails = await listMailsTo(app, email);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toMatch(/^Booked: Catalogue/);
      expect(mails[0]?.text).toContain('Lindenallee 4');
    }
    expect((await listMailsTo(app, 'tomas@juniper.example')).length).toBe(before + 1);
    expect((await castVote(app, poll)).status).toBe(409);
    expect((await finalise(poll.uuid, poll.times[0].startTime)).status).toBe(409);
  });

  test('200: with `available`, voters who can’t come are told and not invited', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const [yes, no] = [createEmail(), createEmail()];
    await castVote(app, poll, { email: yes });
    await castVote(app, poll, { email: no, answers: [] });
    const { body } = await finalise(poll.uuid, poll.times[0].startTime, { invite: 'available' });
    const event = (await app.get(`/scheduled-events/${body.resource.eventUuid}`)).body.resource;
    expect(event.invitees.map(({ email }: { email: string }) => email)).toEqual([yes]);
    await app.runEffects();
    expect((await listMailsTo(app, no)).map(({ subject }) => subject)).toEqual([
      'A time was chosen: Catalogue',
    ]);
  });

  test('409: taken meanwhile, or nobody voted, and the poll stays open; 422: not a time of it, or past', async () => {
    const page = await createPage(app, open);
    const poll = await createPoll(app, page);
    expect((await finalise(poll.uuid, poll.times[0].startTime)).status).toBe(409);
    await castVote(app, poll);
    const [date = '', time = ''] = poll.times[0].startTime.split('T');
    await bookPage(app, page, { date, start: time.slice(0, 5), timeZone: 'UTC', email: createEmail() });
    expect((await finalise(poll.uuid, poll.times[0].startTime)).body.message).toBe(
      'This time is no longer available.',
    );
    expect((await read(poll.uuid)).status).toBe('open');
    expect(Object.keys((await finalise(poll.uuid, '2027-02-01T09:07:00Z')).body.errors)).toEqual([
      'startTime',
    ]);
    expect((await finalise(poll.uuid, poll.times[2].startTime)).status).toBe(200);
  });

  test('200: several hosts of a round robin attend, and it counts as a turn of none of them', async () => {
    const hosts = ['mara@juniper.example', 'tomas@juniper.example'];
    const page = await createPage(app, {
      ...open,
      type: 'ROUND_ROBIN',
      hosts: hosts.map((email) => ({ email })),
    });
    const poll = await createPoll(app, page, { hosts });
    await castVote(app, poll);
    expect((await finalise(poll.uuid, poll.times[0].startTime)).status).toBe(200);
    expect(await listBrokenRules(rowsOf)).toEqual([]);
  });

  test('409: a host has left, or the page is gone, and no time is free; it can be cancelled', async () => {
    const { email, uuid } = (
      await app.post('/organizations/users', {
        ...{ email: createEmail(), firstName: 'Una', lastName: 'Leave', timezone: 'Europe/Berlin' },
      })
    ).body.resource;
    const hosts = ['mara@juniper.example', email];
    const page = await createPage(app, open);
    const poll = await createPoll(app, page, { hosts });
    await castVote(app, poll);
    const tried = async (): Promise<string> => {
      const { times } = await read(poll.uuid);
      expect(times.map(({ isFree }: { isFree: boolean }) => isFree)).toEqual([false, false, false]);
      expect((await castVote(app, poll)).status).toBe(409);
      expect((await app.get(getVotesPath(poll).replace('/votes', ''))).body.resource).toMatchObject({
        ...{ status: 'open', takesVotes: false, isBookable: false },
      });
      const { status, body } = await finalise(poll.uuid, poll.times[0].startTime);
      return `${status} ${body.message}`;
    };
    await app.delete(`/organizations/users/${uuid}`);
    expect(await tried()).toBe('409 A host of this poll was deactivated.');
    expect((await read(poll.uuid)).obstacle).toBe('host');
    await app.delete(`/event-types/${page.uuid}`);
    expect(await tried()).toBe('409 The booking page of this poll was deleted or deactivated.');
    expect((await read(poll.uuid)).obstacle).toBe('page');
    expect((await app.put(`/polls/${poll.uuid}/cancel`)).body.resource.obstacle).toBeNull();
  });

  test('409: nobody votes while the page is not active; once it is again, 201', async () => {
    const page = await createPage(app, open);
    const poll = await createPoll(app, page);
    await app.patch(`/event-types/${page.uuid}`, { isActive: false });
    const refused = await castVote(app, poll);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This meeting can no longer be booked. Ask the person who sent you the link.',
    ]);
    const { collection } = (await app.get('/polls?status=open')).body;
    expect(collection.find(({ uuid }: { uuid: string }) => uuid === poll.uuid).obstacle).toBe('page');
    await app.patch(`/event-types/${page.uuid}`, { isActive: true });
    expect((await castVote(app, poll)).status).toBe(201);
    expect((await read(poll.uuid)).obstacle).toBeNull();
  });

  test('403 and 404: polls of others, and none', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const token = (
      await app.post('/tokens', {
        ...{ name: 'x', scopes: ['events:read', 'events:write'], userEmail: 'aiko@juniper.example' },
      })
    ).body.token;
    for (const [method, path] of [
      ...[
        ['GET', ''],
        ['PUT', '/cancel'],
        ['PUT', '/finalise'],
        ['DELETE', ''],
      ],
    ] as const) {
      const url = `/v2/polls/${poll.uuid}${path}`;
      const body = path === '/finalise' && { payload: { startTime: poll.times[0].startTime } };
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.inject({ method, url, headers, ...body })).status).toBe(403);
      const gone = url.replace(poll.uuid, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d');
      expect((await app.inject({ method, url: gone, headers, ...body })).status).toBe(404);
    }
    expect((await app.get('/polls', { token })).body.collection).toEqual([]);
    expect((await app.get('/polls?scope=all', { token })).status).toBe(403);
  });
});

describe('the end without a time', () => {
  test('200: who voted is told of a cancelled poll; 409: nothing ends twice; 200: deleted with its votes', async () => {
    const poll = await createPoll(app, await createPage(app, open));
    const email = createEmail();
    await castVote(app, poll, { email });
    expect((await app.put(`/polls/${poll.uuid}/cancel`)).body.resource.status).toBe('cancelled');
    expect((await app.put(`/polls/${poll.uuid}/cancel`)).status).toBe(409);
    await app.runEffects();
    expect((await listMailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      'The poll was canceled: Catalogue',
    ]);
    expect((await app.delete(`/polls/${poll.uuid}`)).status).toBe(200);
    expect((await app.get(`/polls/${poll.uuid}`)).status).toBe(404);
    expect((await castVote(app, poll)).status).toBe(404);
  });

  test('409: it has expired with its last time, before and after a job has said so', async () => {
    const times = createTimes();
    const poll = await createPoll(app, await createPage(app, open), { times });
    clock.at = new Date(times[2]);
    expect((await read(poll.uuid)).status).toBe('expired');
    expect((await castVote(app, poll)).status).toBe(409);
    await expirePolls.run(app.runtime, {});
    const { rows } = await app.runtime.database.pool.query('select status from poll where id = $1', [
      poll.uuid,
    ]);
    expect(rows).toEqual([{ status: 'expired' }]);
    clock.at = new Date('2027-01-11T06:00:00Z');
  });
});

test('subscribers hear of each vote with its address, and of the end with the event; a code is no vote', async () => {
  await rowsOf(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
     select workspace_id, $1, id, 'https://receiver.example/hook', 'organization', '{poll.voted,poll.closed}', ''
     from member where email = 'mara@juniper.example'`,
    [generateUuid()],
  );
  const poll = await createPoll(app, await createPage(app, open), { hideVotes: true });
  const email = createEmail();
  const { voteToken } = (await castVote(app, poll, { email })).body.resource;
  await app.runEffects();
  expect((await castVote(app, poll, { email })).status).toBe(202);
  await castVote(app, poll, { email, voteToken, answers: [] });
  await finalise(poll.uuid, poll.times[1].startTime);
  await app.runEffects();
  const sent = await rowsOf<{ type: string; payload: string }>(
    `select e.name as type, e.payload from webhook_delivery d
     join webhook_event e on e.workspace_id = d.workspace_id and e.id = d.event_id order by d.seq`,
  );
  const ours = sent
    .map(({ type, payload }) => ({ type, ...JSON.parse(payload) }))
    .filter((payload) => [payload.pollUuid, payload.uuid].includes(poll.uuid));
  const { eventUuid } = await read(poll.uuid);
  expect(ours).toMatchObject([
    { type: 'poll.voted', title: 'Catalogue', vote: { email, answers: [{ answer: 'yes' }, {}, {}] } },
    { type: 'poll.voted', vote: { email, answers: [{ answer: 'no' }, {}, {}] } },
    { type: 'poll.closed', status: 'finalised', voters: 1, eventUuid, startTime: poll.times[1].startTime },
  ]);
  expect(eventUuid).toMatch(/^dbk-/);
});
