import { describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { purgeCallsJob } from './jobs.ts';
import { encodeG711 } from './media/public.ts';
import type { Providers } from './providers.ts';
import { simulator } from './simulator.ts';
import { parseWav } from './speech/wav.ts';
import { createCallsApi, createTestClock } from './test-calls.ts';

const clock = createTestClock();
const app = useApp({ clock });
const calls = createCallsApi(app);

const tone = Int16Array.from({ length: 8000 }, (_, index) => 8000 * Math.sin(index / 4));
const recording: Providers = () => ({
  ...simulator,
  place: async () => ({ state: 'ended', outcome: 'answered', recording: encodeG711(tone, 'PCMU') }),
});

async function recordedCall(fields: object = {}) {
  const agent = await calls.agent({ recordCalls: true, recordingDays: 7 });
  return calls.advance(await calls.queue(agent.uuid, fields), recording);
}

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
const pathOf = (call: any): string => `/agents/${call.agentId}/outbound-calls/${call.id}/recording`;
const download = (path: string) =>
  app.app.inject({
    method: 'GET',
    url: `/v2${path}`,
    headers: { authorization: `Bearer ${ownerToken}` },
  });

describe('the recording of a call', () => {
  test('200: is what was said, as WAV, at the address of the call log', async () => {
    const call = await recordedCall();
    expect(call.callLog.recordingUrl).toBe(`http://localhost:4000/v2${pathOf(call)}`);
    const answer = await download(pathOf(call));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'audio/wav']);
    const sound = parseWav(answer.rawPayload);
    expect([sound?.rate, sound?.samples.length]).toEqual([8000, tone.length]);
    // The law loses low bits, and nothing else.
    expect(Math.max(...tone.map((sample, index) => Math.abs(sample - sound!.samples[index]!)))).toBeLessThan(
      300,
    );
  });

  test('206: is played from its midst', async () => {
    const call = await recordedCall();
    const whole = await download(pathOf(call));
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(whole.rawPayload.length),
    });
    const part = await app.app.inject({
      method: 'GET',
      url: `/v2${pathOf(call)}`,
      headers: { authorization: `Bearer ${ownerToken}`, range: 'bytes=1000-1999' },
    });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 1000-1999/${whole.rawPayload.length}`,
      '1000',
    ]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(1000, 2000))).toBe(true);
  });

  test('403: is for owners and admins', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['outbound-calls:read']);
    expect((await app.get(pathOf(await recordedCall()), { token })).status).toBe(403);
  });

  test('404: of a call that was not recorded, of another agent, and of none', async () => {
    const agent = await calls.agent();
    const silent = await calls.advance(await calls.queue(agent.uuid));
    expect(silent.callLog.recordingUrl).toBeNull();
    expect((await app.get(pathOf(silent))).body.message).toBe('Recording not found.');
    const call = await recordedCall();
    expect((await app.get(pathOf({ ...call, agentId: agent.uuid }))).status).toBe(404);
    expect((await app.get(pathOf({ ...call, id: agent.uuid }))).status).toBe(404);
  });

  test('404: after its days, and the address is gone with it', async () => {
    const call = await recordedCall();
    clock.pass(7 * 1440);
    expect((await app.get(pathOf(call))).status).toBe(404);
    await purgeCallsJob.run(app.runtime, {});
    expect((await calls.read(call)).callLog.recordingUrl).toBeNull();
    expect(await recordingsOf(call.id)).toBe(0);
  });

  test('is deleted however many others are due in the same hour', async () => {
    const call = await recordedCall();
    await app.runtime.database.pool.query(
      `with attempts as (
         insert into call_attempt (workspace_id, call_id, id, attempt, state, started_at, ended_at)
         select workspace_id, call_id, gen_random_uuid(), 100 + n, 'ended', now(), now()
         from call_recording, generate_series(1, 450) n where call_id = $1
         returning workspace_id, call_id, id)
       insert into call_recording (workspace_id, call_id, attempt_id, audio, expires_at)
       select workspace_id, call_id, id, '\\x00', now() - interval '100 years' from attempts`,
      [call.id],
    );
    await purgeCallsJob.run(app.runtime, {});
    expect(await recordingsOf(call.id)).toBe(1);
  });

  test('is erased with the person', async () => {
    const email = 'recorded@quay.example';
    const call = await recordedCall({ email, fullName: 'Remy Quist', phoneNumber: '+493012345699' });
    expect(await recordingsOf(call.id)).toBe(1);
    const { body } = await app.get('/crm/people?count=100');
    const person = body.collection.find(({ emails }: { emails: string[] }) => emails.includes(email));
    expect((await app.post(`/crm/people/${person.id}/erase`)).status).toBeLessThan(300);
    expect(await recordingsOf(call.id)).toBe(0);
  });
});

async function recordingsOf(callId: string): Promise<number> {
  const { rows } = await app.runtime.database.pool.query(
    'select count(*)::int as n from call_recording where call_id = $1',
    [callId],
  );
  return rows[0].n;
}
