import type { agent, doNotCallEntry } from '@daybook/contract/agents';
import type { outboundCall } from '@daybook/contract/calls';
import type { z } from 'zod';
import type { AgentRow, DoNotCallRow } from './agents.store.ts';
import type { CallOutcome, ResultKind } from './provider.ts';
import { toTelephony } from './retries.rules.ts';
import type { AttemptRow, CallRow, CallWithAttempts } from './store.ts';

type Agent = z.output<typeof agent>;
type Call = z.output<typeof outboundCall>;

export function serializeAgent(row: AgentRow): Agent {
  return {
    uuid: row.id,
    name: row.name,
    firstMessage: row.first_message,
    prompt: row.prompt,
    voicemailMessage: row.voicemail_message,
    phoneNumber: row.phone_number,
    isPublished: row.is_published,
    isEnabled: row.is_enabled,
    maxAttempts: row.max_attempts,
    retryDelayMinutes: row.retry_delay_minutes,
    callingHours: row.calling_hours as Agent['callingHours'],
    provider: row.provider as Agent['provider'],
    eventTypeUuid: row.event_type_id,
    language: row.language as Agent['language'],
    voice: row.voice as Agent['voice'],
    retryDelays: row.retry_delays as Agent['retryDelays'],
    recordCalls: row.record_calls,
    recordingDays: row.recording_days,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeCall({ attempts, ...row }: CallWithAttempts): Call {
  const log = callLogView(row, attempts);
  return {
    id: row.id,
    agentId: row.agent_id,
    phoneNumber: row.phone_number,
    email: row.email,
    fullName: row.full_name,
    timeZone: row.time_zone,
    additionalData: row.additional_data,
    firstMessage: row.first_message,
    scheduledTime: row.scheduled_at && formatUtc(row.scheduled_at),
    triggeredAt: row.triggered_at,
    status: row.status as Call['status'],
    callLogId: log?.id ?? null,
    callLog: log,
    error: row.error,
    retryLogs: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      startedAt: attempt.started_at,
      endedAt: attempt.ended_at,
      outcome: attempt.outcome as CallOutcome | null,
      error: attempt.error,
      telephonyState: telephonyView(attempt),
    })),
    telephonyState: callTelephonyView(row, attempts.at(-1)),
    nextAttemptAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function telephonyView({ telephony, state, outcome }: AttemptRow): Call['telephonyState'] {
  if (telephony !== null) return telephony as Call['telephonyState'];
  return state === 'ended' ? toTelephony(outcome as CallOutcome | null) : 'dialing';
}

function callTelephonyView(row: CallRow, last: AttemptRow | undefined): Call['telephonyState'] {
  if (row.due_at !== null) return 'queued';
  return last ? telephonyView(last) : row.status === 'failed' ? 'failed' : 'queued';
}

/** Of the last attempt at which somebody was dialled, once the call has ended. */
function callLogView(row: CallRow, attempts: readonly AttemptRow[]): Call['callLog'] {
  if (row.status !== 'completed' && row.status !== 'failed') return null;
  const last = attempts.findLast(({ outcome }) => outcome !== null);
  if (!last || last.ended_at === null) return null;
  return {
    id: last.id,
    outcome: last.outcome as CallOutcome,
    startedAt: last.started_at,
    endedAt: last.ended_at,
    durationSeconds: last.duration_seconds ?? 0,
    transcript: last.transcript,
    summary: last.summary,
    recordingUrl: last.recording_url,
    eventUuid: last.event_uuid,
    telephonyState: telephonyView(last),
    result: resultView(last),
    turns: last.turns as NonNullable<Call['callLog']>['turns'],
    costs: {
      seconds: last.duration_seconds ?? 0,
      amount: last.cost_amount === null ? null : Number(last.cost_amount),
      currency: last.cost_currency,
    },
  };
}

function resultView(last: AttemptRow): NonNullable<Call['callLog']>['result'] {
  if (last.result === null) return null;
  return {
    kind: last.result as ResultKind,
    eventUuid: last.event_uuid,
    callbackAt: last.callback_at,
    linkSent: last.link_sent,
  };
}

/** In the form of the request: `2027-03-02 14:30:00`, in UTC. */
function formatUtc(timestamp: string): string {
  return timestamp.slice(0, 19).replace('T', ' ');
}

export function serializeDoNotCall(row: DoNotCallRow): z.output<typeof doNotCallEntry> {
  return { uuid: row.id, phoneNumber: row.phone_number, reason: row.reason, createdAt: row.created_at };
}
