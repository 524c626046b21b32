import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { listMailsTo } from '../../test/mail.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx } from '../platform/context.ts';
import { recordUnsubscribe } from '../mail/public.ts';
import { bookInCall, createCalleeActor, optOutInCall, prepareBriefing, sendLink } from './call-tools.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';

const app = useApp({ clock: createTestClock() });
const calls = createCallsApi(app);

test('an attempt books once, however often it tries, by the code of POST /event, and mails who was called', async () => {
  const { rows } = await app.runtime.database.pool.query(`select id from event_type where slug = 'kick-off'`);
  const agent = await calls.agent({ eventTypeUuid: rows[0].id });
  const call = await calls.queue(agent.uuid);
  await calls.advance(call);
  const { workspaceId } = await calls.ref(call.id);
  const attempts = await app.runtime.database.pool.query('select id from call_attempt where call_id = $1', [
    call.id,
  ]);
  const dial = { callId: call.id, attemptId: attempts.rows[0].id };
  const work = <T>(use: (ctx: Ctx) => Promise<T>) =>
    runInWorkspace(app.runtime, createSystemActor(workspaceId), use);
  const briefing = await work((ctx) => prepareBriefing(ctx, call.id));
  if (typeof briefing === 'string') throw new Error(briefing);
  expect(briefing.offers).toHaveLength(3);
  const startMs = briefing.offers[1]?.startMs ?? 0;
  const book = () =>
    runInWorkspace(app.runtime, createCalleeActor(workspaceId, call.id), (ctx) =>
      bookInCall(ctx, briefing, dial, startMs),
    );
  const first = await book();
  expect(await book()).toBe(first);
  expect(await listMailsTo(app, 'ines@harbour.example')).toHaveLength(1);
  const event = (await app.get(`/scheduled-events/${first}`)).body.resource;
  expect(event.status).toBe('confirmed');
  expect(JSON.stringify(event)).toContain('ines@harbour.example');
});

test('the link of the page is mailed once for a call, and not to who wants no such mail', async () => {
  const { rows } = await app.runtime.database.pool.query(`select id from event_type where slug = 'kick-off'`);
  const agent = await calls.agent({ eventTypeUuid: rows[0].id });
  const sent = async (email: string): Promise<string[]> => {
    const call = await calls.queue(agent.uuid, { email });
    const { workspaceId } = await calls.ref(call.id);
    const work = <T>(use: (ctx: Ctx) => Promise<T>) =>
      runInWorkspace(app.runtime, createSystemActor(workspaceId), use);
    const briefing = await work((ctx) => prepareBriefing(ctx, call.id));
    if (typeof briefing === 'string') throw new Error(briefing);
    const answers = [
      await work((ctx) => sendLink(ctx, briefing, call.id)),
      await work((ctx) => sendLink(ctx, briefing, call.id)),
    ];
    const mails = await app.runtime.database.pool.query(
      `select content_sealed from mail_message where to_email = $1 and kind = 'call link'`,
      [email],
    );
    expect(answers).toEqual(mails.rows.length === 0 ? [false, false] : [true, true]);
    return mails.rows.map(({ content_sealed }) => app.runtime.secrets.unseal(content_sealed));
  };
  const [letter, ...others] = await sent('linked@quay.example');
  expect(others).toEqual([]);
  expect(letter).toContain('/kick-off');
  expect(letter).toContain('didn’t understand you');
  await recordUnsubscribe(app.runtime, 'refusing@quay.example');
  expect(await sent('refusing@quay.example')).toEqual([]);
});

// oxlint-disable-next-line no-explicit-any -- rows are whatever the statement returns; tests assert what matters
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

/** A call by an agent of a page as it was made by `change`, and what is undone after. */
async function onPage<T>(
  change: string,
  undo: string,
  use: (call: { id: string }) => Promise<T>,
): Promise<T> {
  const [page] = await query(`select id from event_type where slug = 'kick-off'`);
  const agent = await calls.agent({ eventTypeUuid: page.id });
  const call = await calls.queue(agent.uuid);
  await calls.advance(call);
  await query(change, [page.id]);
  try {
    return await use(call);
  } finally {
    await query(undo, [page.id]);
  }
}

async function brief(callId: string) {
  const { workspaceId } = await calls.ref(callId);
  return runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) => prepareBriefing(ctx, callId));
}

const pages = {
  'whose bookings a host confirms': {
    change: 'update event_type set requires_confirmation = true where id = $1',
    undo: 'update event_type set requires_confirmation = false where id = $1',
    sentence: 'requires host confirmation',
  },
  'that is requires online payment': {
    change: `update event_type set price = '20.00', currency = 'EUR', payment_provider = 'stripe' where id = $1`,
    undo: `update event_type set price = null, currency = null, payment_provider = 'manual' where id = $1`,
    sentence: 'requires online payment',
  },
  'with a required question': {
    change: `insert into question (workspace_id, id, event_type_id, question, type, is_required, is_active, position)
      select workspace_id, 990001, id, 'Which floor?', 'text', true, true, 9 from event_type where id = $1`,
    undo: `delete from question where event_type_id = $1 and question = 'Which floor?'`,
    sentence: 'required questions',
  },
  'that does not take this address': {
    change: `update workspace set blocked_addresses = '{harbour.example}' where $1::uuid is not null`,
    undo: `update workspace set blocked_addresses = '{}' where $1::uuid is not null`,
    sentence: 'email: Bookings from this email address aren’t accepted.',
  },
  'that is turned off': {
    change: 'update event_type set is_active = false where id = $1',
    undo: 'update event_type set is_active = true where id = $1',
    sentence: 'not found',
  },
  'without a free time': {
    change: `update event_type set minimum_notice = 1000000 where id = $1`,
    undo: 'update event_type set minimum_notice = 0 where id = $1',
    sentence: 'no available times',
  },
};

test.each(Object.entries(pages))('nobody is called about a page %s', async (_, page) => {
  const refusal = await onPage(page.change, page.undo, ({ id }) =>
    brief(id).catch((error: Error) => error.message),
  );
  expect(refusal).toContain(page.sentence);
});

test.each(Object.entries(pages).slice(0, 4))(
  'nothing is booked on a page that became one %s during the call',
  async (_, page) => {
    const [kickOff] = await query(`select id from event_type where slug = 'kick-off'`);
    const agent = await calls.agent({ eventTypeUuid: kickOff.id });
    const briefing = await brief((await calls.queue(agent.uuid)).id);
    if (typeof briefing === 'string') throw new Error(briefing);
    await onPage(page.change, page.undo, async ({ id: callId }) => {
      const { workspaceId } = await calls.ref(callId);
      const [attempt] = await query('select id from call_attempt where call_id = $1', [callId]);
      const booking = runInWorkspace(app.runtime, createCalleeActor(workspaceId, callId), (ctx) =>
        bookInCall(ctx, briefing, { callId, attemptId: attempt.id }, briefing.offers[0]?.startMs ?? 0),
      );
      await expect(booking).rejects.toMatchObject({ status: expect.toBeOneOf([403, 422]) });
    });
  },
);

test('who was erased during the call and wants no more calls gets none, and only a hash of the number is kept', async () => {
  const phoneNumber = '+493012345688';
  const agent = await calls.agent();
  const call = await calls.queue(agent.uuid, { phoneNumber });
  const { workspaceId } = await calls.ref(call.id);
  await query('delete from outbound_call where id = $1', [call.id]);
  await runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) =>
    optOutInCall(ctx, call.id, phoneNumber),
  );
  expect((await calls.post(agent.uuid, { phoneNumber })).status).toBe(422);
  expect(await query('select 1 from do_not_call where phone_number = $1', [phoneNumber])).toEqual([]);
});
