import { z } from 'zod';
import { findWorkspace, setPlan, recordWebhookTime } from '../identity/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import type { WebhookRequest } from '../platform/http/webhooks.ts';
import { badRequest, notFound } from '../platform/problems.ts';
import { isSigned } from '../webhooks/public.ts';

const planReport = z.object({
  workspaceId: z.uuid(),
  status: z.enum(['active', 'inactive']),
  plan: z.string().trim().min(1).max(100).optional(),
  /** When it became so, by the clock of billing. */
  occurredAt: z.iso.datetime({ offset: true }),
});

export function requireSignature({ config, clock }: Runtime, request: WebhookRequest): void {
  const { billingSecret: secret } = config;
  if (secret === undefined) throw notFound('Route');
  if (!isSigned(secret, request, clock.now())) {
    throw badRequest(
      'This webhook isn’t signed with BILLING_WEBHOOK_SECRET, or is more than five minutes old.',
    );
  }
}

/** Sets the plan of a workspace. One that is older than what is known changes nothing. */
export async function receivePlanWebhook(runtime: Runtime, text: string): Promise<void> {
  const parsed = planReport.safeParse(parse(text));
  if (!parsed.success) {
    throw badRequest(
      'The webhook must contain workspaceId, status (active or inactive), occurredAt (such as 2027-01-11T06:00:00Z) and, if it changes, plan.',
    );
  }
  const { workspaceId, status, plan, occurredAt } = parsed.data;
  const { id } = await findWorkspace(runtime, { id: workspaceId });
  await runInWorkspace(runtime, createSystemActor(id), async (ctx) => {
    if (await recordWebhookTime(ctx, occurredAt)) await setPlan(ctx, { active: status === 'active', plan });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
