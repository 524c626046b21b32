import type { outboundCall } from '@daybook/contract/calls';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import type { AgentRow } from './agents.store.ts';
import { encodeG711 } from './media/public.ts';
import { insertRecording } from './recordings.store.ts';
import { endAttempt, findCall, insertAttempt, insertCall } from './store.ts';
import { serializeCall } from './view.ts';

type Call = z.output<typeof outboundCall>;
type CallLog = NonNullable<Call['callLog']>;

/** A call that has ended, with one attempt. */
export interface EndedCall {
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly startedAt: Date;
  readonly seconds: number;
  readonly outcome: CallLog['outcome'];
  readonly result: NonNullable<CallLog['result']>['kind'] | null;
  readonly summary: string | null;
  readonly isLinkSent?: boolean;
  readonly turns: NonNullable<CallLog['turns']>;
  /** At 8 kHz. */
  readonly recording?: Int16Array | undefined;
}

const dayMs = 86_400_000;

/** Writes down a call that was made before. Nothing is dialed, and nothing is published: returns what would have been. */
export async function importCall(ctx: Ctx, agent: AgentRow, given: EndedCall) {
  const { fullName, email, phone, startedAt, seconds, turns } = given;
  const isAnswered = given.outcome === 'answered' || given.outcome === 'voicemail';
  const { id } = await insertCall(ctx, {
    id: generateUuid(),
    agent_id: agent.id,
    provider: agent.provider,
    queued_by: ctx.actor.memberId || null,
    phone_number: phone,
    email,
    full_name: fullName,
    first_message: agent.first_message,
    status: isAnswered ? 'completed' : 'failed',
    error: isAnswered ? null : 'Nobody answered.',
    triggered_at: startedAt.toISOString(),
    created_at: startedAt.toISOString(),
  });
  const attempt = await insertAttempt(
    ctx,
    { call_id: id, id: generateUuid(), started_at: startedAt.toISOString() },
    0,
  );
  await endAttempt(ctx, attempt, {
    ended_at: new Date(startedAt.getTime() + seconds * 1000).toISOString(),
    duration_seconds: isAnswered ? seconds : 0,
    outcome: given.outcome,
    result: given.result,
    summary: given.summary,
    link_sent: given.isLinkSent ?? false,
    transcript: turns.length > 0 ? turns.map(formatTurn).join('\n') : null,
    turns: turns.length > 0 ? JSON.stringify(turns) : null,
    recording_url: given.recording
      ? `${ctx.publicUrl}/v2/agents/${agent.id}/outbound-calls/${id}/recording`
      : null,
  });
  if (given.recording) {
    const audio = encodeG711(given.recording, 'PCMU');
    const expiresAt = new Date(ctx.now.getTime() + agent.recording_days * dayMs);
    await insertRecording(ctx, { callId: id, attemptId: attempt.id, audio, expiresAt });
  }
  const call = await findCall(ctx, id);
  if (!call) throw new Error(`Call ${id} is missing.`);
  return {
    payload: serializeCall(call),
    memberIds: call.queued_by === null ? [] : [call.queued_by],
    person: { email, name: fullName, phone },
  };
}

const formatTurn = ({ speaker, text }: EndedCall['turns'][number]): string =>
  `${speaker === 'agent' ? 'Agent' : 'Person'}: ${text}`;
