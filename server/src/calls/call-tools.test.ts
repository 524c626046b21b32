import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { mailsTo } from '../../test/mail.ts';
import { systemActor } from '../platform/auth/actor.ts';
import { inWorkspace, type Ctx } from '../platform/context.ts';
import { refuseMail } from '../mail/public.ts';
import { bookInCall, calleeOf, prepareBriefing, sendLink } from './call-tools.ts';
import { callsOf, testClock } from './test-calls.ts';

const app = useApp({ clock: testClock() });
const calls = callsOf(app);

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
  const work = <T>(use: (ctx: Ctx) => Promise<T>) => inWorkspace(app.runtime, systemActor(workspaceId), use);
  const briefing = await work((ctx) => prepareBriefing(ctx, call.id));
  if (typeof briefing === 'string') throw new Error(briefing);
  expect(briefing.offers).toHaveLength(3);
  const startMs = briefing.offers[1]?.startMs ?? 0;
  const book = () =>
    inWorkspace(app.runtime, calleeOf(workspaceId, call.id), (ctx) =>
      bookInCall(ctx, briefing, dial, startMs),
    );
  const first = await book();
  expect(await book()).toBe(first);
  expect(await mailsTo(app, 'ines@harbour.example')).toHaveLength(1);
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
      inWorkspace(app.runtime, systemActor(workspaceId), use);
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
  expect(letter).toContain('did not understand you');
  await refuseMail(app.runtime, 'refusing@quay.example');
  expect(await sent('refusing@quay.example')).toEqual([]);
});
