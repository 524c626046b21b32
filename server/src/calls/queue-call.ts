import type { newOutboundCall } from '@daybook/contract/calls';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import {
  badRequest,
  conflict,
  invalidField,
  notFound,
  throwIfInvalid,
  type FieldErrors,
} from '../platform/problems.ts';
import { readSettings } from '../platform/settings.ts';
import { isOnDoNotCallList } from './agents.store.ts';
import { loadAgent, loadAnyAgent } from './agents.ts';
import { findCallOpening } from './start-attempt.ts';
import { advanceCallJob } from './jobs.ts';
import {
  noCommonOpening,
  onDoNotCallList,
  validatePhoneNumber,
  explainInactive,
  explainNotCallable,
} from './rules.ts';
import { callSettings } from './settings.ts';
import { findCall, insertCall, lockCall, updateCall, type CallWithAttempts } from './store.ts';

type Fields = z.output<typeof newOutboundCall>;

/** Queues a call for now, or for `scheduledTime`. */
export async function queueCall(ctx: Ctx, agentId: string, fields: Fields): Promise<CallWithAttempts> {
  throwIfInvalid(await validateCall(ctx, fields));
  // Locked, so that no call is queued with an agent that is deleted at the same moment.
  const agent = await loadAgent(ctx, agentId, 'share');
  const refusal = explainInactive(agent);
  if (refusal) throw badRequest(refusal);
  const callee = { phone_number: fields.phoneNumber, time_zone: fields.timeZone ?? null };
  if ((await findCallOpening(ctx, callee, agent)) === undefined)
    throw invalidField('timeZone', noCommonOpening);
  const scheduledAt = instantOf(fields.scheduledTime);
  const dueAt = scheduledAt ?? ctx.now;
  const call = await insertCall(ctx, {
    id: generateUuid(),
    agent_id: agent.id,
    provider: agent.provider,
    queued_by: ctx.actor.memberId || null,
    ...callee,
    email: fields.email.toLowerCase(),
    full_name: fields.fullName,
    additional_data: fields.additionalData || null,
    first_message: agent.first_message,
    scheduled_at: scheduledAt?.toISOString() ?? null,
    due_at: dueAt.toISOString(),
  });
  await ctx.enqueue(
    advanceCallJob,
    { workspaceId: ctx.workspaceId, callId: call.id },
    { runAt: dueAt, key: `call ${call.id}` },
  );
  return { ...call, attempts: [] };
}

export async function validateCall(
  ctx: Ctx,
  { phoneNumber, scheduledTime }: Partial<Fields>,
): Promise<FieldErrors> {
  const scheduledAt = instantOf(scheduledTime);
  const isListed = phoneNumber !== undefined && (await isOnDoNotCallList(ctx, phoneNumber));
  const refusal =
    phoneNumber === undefined
      ? undefined
      : explainNotCallable(phoneNumber, readSettings(ctx, callSettings).countries);
  return {
    ...(refusal && { phoneNumber: [refusal] }),
    ...validatePhoneNumber({ phoneNumber }),
    ...(isListed && { phoneNumber: [onDoNotCallList] }),
    ...(scheduledAt && scheduledAt <= ctx.now && { scheduledTime: ['Must be in the future (UTC).'] }),
  };
}

function instantOf(scheduledTime: string | null | undefined): Date | undefined {
  return scheduledTime == null ? undefined : new Date(`${scheduledTime.replace(' ', 'T')}Z`);
}

export async function loadCall(ctx: Ctx, agentId: string, id: string): Promise<CallWithAttempts> {
  await loadAnyAgent(ctx, agentId);
  const call = await findCall(ctx, id);
  if (call?.agent_id !== agentId) throw notFound('Call');
  return call;
}

/** Only while no attempt is open. Starting an attempt locks the same row, so one of the two wins. */
export async function cancelCall(ctx: Ctx, agentId: string, id: string): Promise<void> {
  await loadAnyAgent(ctx, agentId);
  const call = await lockCall(ctx, id);
  if (call?.agent_id !== agentId) throw notFound('Call');
  // A due call has no open attempt, and one that has ended is not due.
  if (call.due_at === null) {
    throw conflict('Only pending calls and calls that wait for their next attempt can be canceled.');
  }
  await updateCall(ctx, id, { status: 'cancelled', due_at: null });
}
