import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { planWorkflowJob, sendReminder } from './jobs.ts';
import { createWorkflowHelpers } from './test-workflows.ts';

const app = useApp({ clock: fixedClock });
const { create, query, at, runAt, mails } = createWorkflowHelpers(app);

const before = (startTime: string, minutes: number) => new Date(Date.parse(startTime) - minutes * 60_000);
const waiting = (inviteeId: string) =>
  query(`select * from workflow_run where invitee_id = $1 and status = 'waiting' order by due_at`, [
    inviteeId,
  ]);
const remindersOf = async (eventId: string) =>
  (await mails('reminder')).filter((mail) => mail.eventId === eventId);
const standard = async (name: string) =>
  (await app.get('/workflows')).body.collection.find((each: { standard: string }) => each.standard === name);

describe('reminders', () => {
  test('are set as the page says, a day before by default', async () => {
    const daily = await createPage(app, { title: 'Daily' });
    const settings = await app.get(`/event-types/${daily.uuid}/settings`);
    expect(settings.body.resource.reminders).toEqual([1440]);
    const often = await createPage(app, { title: 'Often', reminders: [1440, 60] });
    const never = await createPage(app, { title: 'Never', reminders: [] });
    const booked = [];
    for (const [index, page] of [daily, often, never].entries()) {
      const { body } = await bookPage(app, page, { date: '2027-01-19', start: `1${index}:00` });
      const runs = await waiting(body.invitees[0].uuid);
      booked.push(runs.map((run) => Date.parse(run.due_at) - Date.parse(body.startTime)));
    }
    expect(booked).toEqual([[-86_400_000], [-86_400_000, -3_600_000], []]);
  });

  test('of one page are planned for its invitees alone, and anew when the pages change', async () => {
    const [one, other] = [await createPage(app, { title: 'One' }), await createPage(app, { title: 'Other' })];
    const trigger = { on: 'before', minutes: 30 };
    const only = (operator: string) => [{ about: 'page', operator, pages: [one.uuid.toUpperCase()] }];
    const { uuid } = await create({ trigger, conditions: only('is') });
    const booked = [
      (await bookPage(app, one, { date: '2027-02-24', start: '10:00' })).body,
      (await bookPage(app, other, { date: '2027-02-24', start: '12:00' })).body,
    ];
    const planned = async () => {
      const rows = await query(
        `select event_id from workflow_run where workflow_id = $1 and status = 'waiting'`,
        [uuid],
      );
      return rows.map(({ event_id }) => event_id);
    };
    expect(await planned()).toEqual([booked[0].uuid]);
    expect((await app.patch(`/workflows/${uuid}`, { conditions: only('is_not') })).status).toBe(200);
    const [{ workspace_id: workspaceId }] = await query('select workspace_id from workflow where id = $1', [
      uuid,
    ]);
    await planWorkflowJob.run(app.runtime, { workspaceId, workflowId: uuid });
    expect(await planned()).toContain(booked[1].uuid);
    expect(await planned()).not.toContain(booked[0].uuid);
    await app.delete(`/workflows/${uuid}`);
  });

  test('422: too soon, too far, too many or twice', async () => {
    for (const reminders of [[1], [50_000], [10, 20, 30, 40, 50, 60], [10, 10]]) {
      expect((await app.post('/event-types', { title: 'x', reminders })).status).toBe(422);
    }
  });

  test('reach the invitee once, without an invitation, and no guest', async () => {
    const page = await createPage(app, { title: 'Remember' });
    const { body } = await bookPage(app, page, { date: '2027-01-20', guests: ['lena@okafor.example'] });
    await runAt(before(body.startTime, 1441));
    expect(await remindersOf(body.uuid)).toHaveLength(0);
    await runAt(before(body.startTime, 1440));
    await runAt(before(body.startTime, 1439));
    const sent = await remindersOf(body.uuid);
    expect(sent.map(({ to }) => to.email)).toEqual(['ines@okafor.example']);
    expect(sent[0]?.subject).toBe('Reminder: Remember, Wednesday, 20 January 2027, 10:00');
    expect(sent[0]?.invitation).toBe(null);
    expect(sent[0]?.refusalUrl).toBeUndefined();
  });

  test('of a moved event come for its new time, not for the old one', async () => {
    const page = await createPage(app, { title: 'Moving' });
    const { body } = await bookPage(app, page, { date: '2027-01-21' });
    const [old] = await waiting(body.invitees[0].uuid);
    const move = (date: string, start: string) =>
      app.put(`/scheduled-events/${body.uuid}/reschedule`, { date, start, timeZone: 'Europe/Berlin' });
    await move('2027-01-22', '11:00');
    const runs = await waiting(body.invitees[0].uuid);
    expect(runs).toHaveLength(1);
    await runAt(old.due_at);
    expect(await remindersOf(body.uuid)).toHaveLength(0);
    await move('2027-01-21', '10:00');
    expect((await waiting(body.invitees[0].uuid)).map(({ id }) => id)).toEqual([old.id]);
    await move('2027-01-22', '11:00');
    await runAt(runs[0].due_at);
    expect(await remindersOf(body.uuid)).toHaveLength(1);
  });

  test('are not sent for what is cancelled, or has begun', async () => {
    const page = await createPage(app, { title: 'Off' });
    const off = (await bookPage(app, page, { date: '2027-01-25' })).body;
    const late = (await bookPage(app, page, { date: '2027-01-26' })).body;
    await app.put(`/scheduled-events/${off.uuid}/cancel`, {});
    expect(await waiting(off.invitees[0].uuid)).toEqual([]);
    await runAt(before(off.startTime, 1440));
    await runAt(before(late.startTime, 0));
    expect(await remindersOf(off.uuid)).toHaveLength(0);
    expect(await remindersOf(late.uuid)).toHaveLength(0);
  });

  test('that would be past already are not set', async () => {
    const page = await createPage(app, { title: 'Today' });
    const { body } = await bookPage(app, page, { date: monday.toISOString().slice(0, 10), start: '16:00' });
    expect(await waiting(body.invitees[0].uuid)).toEqual([]);
  });

  test('that were set before there were workflows are sent, and none of them twice', async () => {
    const page = await createPage(app, { title: 'Older' });
    const { body } = await bookPage(app, page, { date: '2027-01-27' });
    const [run] = await waiting(body.invitees[0].uuid);
    const remind = () =>
      sendReminder.run(
        at(before(body.startTime, 1440)),
        sendReminder.payload.parse({
          workspaceId: run.workspace_id,
          eventId: body.uuid,
          inviteeId: body.invitees[0].uuid,
          startsAt: body.startTime,
          minutes: 1440,
        }),
      );
    const { uuid } = await standard('reminders');
    await app.patch(`/workflows/${uuid}`, { isActive: false });
    await remind();
    expect(await remindersOf(body.uuid)).toHaveLength(0);
    await app.patch(`/workflows/${uuid}`, { isActive: true });
    await remind();
    await runAt(before(body.startTime, 1440));
    expect(await remindersOf(body.uuid)).toHaveLength(1);
  });

  test('are a workflow that comes with the workspace: it can be paused, and is not deleted', async () => {
    const { uuid, trigger, isActive } = await standard('reminders');
    expect([trigger, isActive]).toEqual([{ on: 'before', minutes: null }, true]);
    expect((await app.delete(`/workflows/${uuid}`)).status).toBe(409);
    const page = await createPage(app, { title: 'Paused' });
    const { body } = await bookPage(app, page, { date: '2027-01-28' });
    await app.patch(`/workflows/${uuid}`, { isActive: false });
    await runAt(before(body.startTime, 1440));
    expect(await remindersOf(body.uuid)).toHaveLength(0);
    await app.patch(`/workflows/${uuid}`, { isActive: true });
  });
});

test('the follow-up is paused at first, and applies to events that are booked when it is resumed', async () => {
  const { uuid, isActive } = await standard('follow_up');
  expect(isActive).toBe(false);
  const page = await createPage(app, { title: 'Talk' });
  const { body } = await bookPage(app, page, { date: '2027-02-02', language: 'de' });
  await app.patch(`/workflows/${uuid}`, { isActive: true });
  const [{ workspace_id: workspaceId }] = await query('select workspace_id from workflow where id = $1', [
    uuid,
  ]);
  await planWorkflowJob.run(app.runtime, { workspaceId, workflowId: uuid });
  await runAt(before(body.startTime, -91));
  const sent = (await mails()).filter(({ eventId }) => eventId === body.uuid);
  expect(sent.map(({ subject }) => subject)).toEqual(['Danke für Ihre Zeit: Talk']);
  expect(sent[0]?.text).toContain('Guten Tag Ines,');
  expect(sent[0]?.refusalUrl).toContain('/unsubscribe/');
});
