import { usualRetryDelays, type agentChanges, type newAgent } from '@daybook/contract/agents';
import type { CallLanguage } from '@daybook/contract/call-voices.data';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import {
  findAgent,
  hasPage,
  insertAgent,
  updateAgent,
  type AgentRow,
  type LockMode,
} from './agents.store.ts';
import { getDefaultVoice, hasVoice, validateVoice } from './voices.rules.ts';
import { findBuiltInProvider, validateAgent, type Providers } from './providers.ts';
import { cancelPendingCalls } from './store.ts';

type Changes = z.output<typeof agentChanges>;

export async function createAgent(
  ctx: Ctx,
  fields: z.output<typeof newAgent>,
  providers: Providers = findBuiltInProvider,
): Promise<AgentRow> {
  throwIfInvalid(await validateAgentIn(ctx, fields, providers));
  const { retryDelayMinutes, retryDelays } = fields;
  const delays = retryDelays ?? (retryDelayMinutes === undefined ? usualRetryDelays : null);
  const columns = columnsOf({
    ...fields,
    voice: fields.voice ?? getDefaultVoice(fields.language),
    retryDelayMinutes: retryDelayMinutes ?? 10,
    retryDelays: delays,
  });
  return insertAgent(ctx, { id: generateUuid(), name: fields.name, ...columns } as Parameters<
    typeof insertAgent
  >[1]);
}

export async function changeAgent(
  ctx: Ctx,
  id: string,
  changes: Changes,
  providers: Providers,
): Promise<AgentRow> {
  throwIfInvalid(await validateChanges(ctx, id, changes, providers, 'update'));
  const agent = await loadAgent(ctx, id, 'update');
  const columns = columnsOf({ ...changes, ...voiceAfter(agent, changes) });
  return Object.keys(columns).length === 0 ? agent : updateAgent(ctx, id, columns);
}

/** With the language of the agent as it will be. A change locks the agent, so that nobody else changes it meanwhile. */
export async function validateChanges(
  ctx: Ctx,
  id: string,
  changes: Changes,
  providers: Providers,
  lock?: LockMode,
): Promise<FieldErrors> {
  if (changes.voice === undefined || changes.language !== undefined)
    return validateAgentIn(ctx, changes, providers);
  const agent = await findAgent(ctx, id, lock);
  return validateAgentIn(
    ctx,
    { ...changes, language: agent?.language as CallLanguage | undefined },
    providers,
  );
}

export async function validateAgentIn(ctx: Ctx, fields: Changes, providers: Providers): Promise<FieldErrors> {
  const { eventTypeUuid } = fields;
  const isUnknown = eventTypeUuid != null && !(await hasPage(ctx, eventTypeUuid));
  return {
    ...validateAgent(fields, providers),
    ...validateVoice(fields),
    ...(isUnknown && { eventTypeUuid: ['Page not found.'] }),
  };
}

/** A change of the language alone chooses a voice that speaks it. */
function voiceAfter({ voice }: AgentRow, changes: Changes): Pick<Changes, 'voice'> {
  const { language } = changes;
  if (language === undefined || changes.voice !== undefined || hasVoice(voice, language)) return {};
  return { voice: getDefaultVoice(language) };
}

/** Cancels pending calls; a call in progress goes on. */
export async function removeAgent(ctx: Ctx, id: string): Promise<void> {
  await loadAgent(ctx, id, 'update');
  await cancelPendingCalls(ctx, id);
  await updateAgent(ctx, id, { deleted_at: ctx.now.toISOString() });
}

/** Deleted ones, too, since their calls stay. */
export async function loadAnyAgent(ctx: Ctx, id: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, id);
  if (!agent) throw notFound('Agent');
  return agent;
}

export async function loadAgent(ctx: Ctx, id: string, lock?: LockMode): Promise<AgentRow> {
  const agent = await findAgent(ctx, id, lock);
  if (!agent || agent.deleted_at !== null) throw notFound('Agent');
  return agent;
}

function columnsOf(fields: Changes) {
  const hours = fields.callingHours;
  // A delay that is set alone holds after every outcome.
  const delays =
    fields.retryDelays === undefined && fields.retryDelayMinutes !== undefined ? null : fields.retryDelays;
  return {
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.firstMessage !== undefined && { first_message: fields.firstMessage || null }),
    ...(fields.prompt !== undefined && { prompt: fields.prompt || null }),
    ...(fields.voicemailMessage !== undefined && { voicemail_message: fields.voicemailMessage || null }),
    ...(fields.phoneNumber !== undefined && { phone_number: fields.phoneNumber }),
    ...(fields.isPublished !== undefined && { is_published: fields.isPublished }),
    ...(fields.isEnabled !== undefined && { is_enabled: fields.isEnabled }),
    ...(fields.maxAttempts !== undefined && { max_attempts: fields.maxAttempts }),
    ...(fields.retryDelayMinutes !== undefined && { retry_delay_minutes: fields.retryDelayMinutes }),
    ...(hours !== undefined && { calling_hours: hours && JSON.stringify(hours) }),
    ...(fields.provider !== undefined && { provider: fields.provider }),
    ...(fields.eventTypeUuid !== undefined && { event_type_id: fields.eventTypeUuid }),
    ...(fields.language !== undefined && { language: fields.language }),
    ...(fields.voice !== undefined && { voice: fields.voice }),
    ...(delays !== undefined && { retry_delays: delays && JSON.stringify(delays) }),
    ...(fields.recordCalls !== undefined && { record_calls: fields.recordCalls }),
    ...(fields.recordingDays !== undefined && { recording_days: fields.recordingDays }),
  };
}
