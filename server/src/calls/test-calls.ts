import type { Answer, TestApp } from '../../test/harness.ts';
import { authenticate } from '../platform/auth/authenticate.ts';
import { ownerToken } from '../../test/runtime.ts';
import { advanceCall } from './advance-call.ts';
import type { Providers } from './providers.ts';
import type { CallRef } from './store.ts';

/** Monday noon in Berlin. */
export const start = new Date('2027-03-01T11:00:00Z');

export function createTestClock() {
  let now = start;
  return {
    now: () => now,
    set: (time: string | Date) => void (now = new Date(time)),
    pass: (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000)),
  };
}

export const ines = { phoneNumber: '+493012345678', email: 'ines@harbour.example', fullName: 'Ines Okafor' };

// oxlint-disable-next-line no-explicit-any -- bodies are whatever the wire says; tests assert what matters
type Body = any;

export function createCallsApi(app: TestApp) {
  const ref = async (callId: string): Promise<CallRef> => {
    const found = await authenticate(app.runtime.database, ownerToken);
    if (!found) throw new Error('The demo company is not there.');
    return { workspaceId: found.actor.workspaceId, callId };
  };
  const agent = async (fields: object = {}): Promise<Body> => {
    const body = { name: 'Caller', isPublished: true, isEnabled: true, retryDelayMinutes: 10, ...fields };
    return (await app.post('/agents', body)).body.resource;
  };
  const post = (agentId: string, fields: object = {}): Promise<Answer> =>
    app.post(`/agents/${agentId}/outbound-calls`, { ...ines, ...fields });
  const queue = async (agentId: string, fields: object = {}): Promise<Body> =>
    (await post(agentId, fields)).body.element;
  const read = async ({ agentId, id }: Body): Promise<Body> =>
    (await app.get(`/agents/${agentId}/outbound-calls/${id}`)).body.element;
  return {
    ref,
    agent,
    post,
    queue,
    read,
    /** Runs one step of a worker, and reads the call. */
    async advance(call: Body, providers?: Providers): Promise<Body> {
      await advanceCall(app.runtime, await ref(call.id), providers);
      await app.runEffects();
      return read(call);
    },
    async expireLease(call: Body): Promise<void> {
      await app.runtime.database.pool.query(
        `update call_attempt set check_at = now() - interval '1 second' where call_id = $1 and state <> 'ended'`,
        [call.id],
      );
    },
  };
}
