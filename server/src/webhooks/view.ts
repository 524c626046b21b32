import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import type { delivery, webhook, webhookStatus } from '@daybook/contract/webhooks';
import type { z } from 'zod';
import { formatMicroseconds } from '../platform/clock.ts';
import type { DeliveryRow, PendingDeliveries } from './deliveries.store.ts';
import type { Filter } from './rules.ts';
import type { WebhookWithOwner, WebhookRow } from './store.ts';

export function serializeWebhook(row: WebhookWithOwner, now: Date): z.output<typeof webhook> {
  const isOrganization = row.scope === 'organization';
  return {
    uuid: row.id,
    name: row.name,
    description: row.description,
    callbackUrl: row.callback_url,
    scope: isOrganization ? 'organization' : 'user',
    creator: { firstName: row.first_name, lastName: row.last_name, slug: row.slug },
    events: row.events as WebhookEvent[],
    filter: row.filter as Filter | null,
    headerNames: row.header_names,
    organization: isOrganization ? { uuid: row.workspace_id, name: row.organization_name } : null,
    apiVersion: null,
    isActive: row.disabled_at === null,
    state: stateOf(row, now),
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function serializeStatus(
  row: WebhookRow,
  waiting: PendingDeliveries,
  now: Date,
): z.output<typeof webhookStatus> {
  return {
    state: stateOf(row, now),
    failuresInARow: row.failures,
    failingSince: row.failing_since,
    pausedUntil: isPaused(row, now) ? row.paused_until : null,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    waiting: waiting.count,
    oldestWaitingSince: waiting.oldest,
  };
}

function stateOf(row: WebhookRow, now: Date): z.output<typeof webhookStatus>['state'] {
  if (row.disabled_at !== null) return 'disabled';
  if (isPaused(row, now)) return 'paused';
  return row.failures > 0 ? 'failing' : 'active';
}

function isPaused({ paused_until: until }: WebhookRow, now: Date): boolean {
  return until !== null && Date.parse(until) > now.getTime();
}

export function serializeDelivery(row: DeliveryRow): z.output<typeof delivery> {
  return {
    id: row.id,
    messageId: row.event_id,
    event: row.name as WebhookEvent,
    status: row.status as 'pending',
    nextAttemptAt: row.status === 'pending' ? row.due_at : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    attempts: row.attempts.map((item) => ({
      attempt: item.attempt,
      startedAt: formatMicroseconds(item.started_at),
      connectMs: item.connect_ms,
      firstByteMs: item.first_byte_ms,
      totalMs: item.total_ms,
      statusCode: item.status_code,
      error: item.error,
      response: item.response,
    })),
  };
}
