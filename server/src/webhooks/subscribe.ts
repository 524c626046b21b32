import type { newWebhook, testResult, webhookChanges } from '@daybook/contract/webhooks';
import type { z } from 'zod';
import { demandAdmin, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { badRequest } from '../platform/problems.ts';
import type { Secrets } from '../platform/secrets.ts';
import { loadOwn, lockOwn } from './access.ts';
import { disable } from './disable.ts';
import { demandReachable, sendTest, testResultOf, type Destination } from './send.ts';
import { newSigningSecret } from './signature.ts';
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  replaceSecret,
  updateWebhook,
  type ShownWebhook,
  type WebhookRow,
} from './store.ts';

type NewWebhook = z.output<typeof newWebhook>;
type Changes = z.output<typeof webhookChanges>;
type TestResult = z.output<typeof testResult>;

const mostWebhooks = 200;

/** What creation finds out before its transaction: whether the address can be reached, and what it says. */
export interface Prepared {
  readonly id: string;
  readonly signingSecret: string;
  readonly testResult: TestResult;
}

export async function prepareWebhook(runtime: Runtime, actor: Actor, fields: NewWebhook): Promise<Prepared> {
  if (fields.scope === 'organization') demandAdmin(actor);
  const id = newUuid();
  const signingSecret = newSigningSecret();
  const { callbackUrl, token = null } = fields;
  const outcome = await sendTest(runtime, { callbackUrl, token, secrets: [signingSecret] }, id);
  demandReachable(outcome);
  return { id, signingSecret, testResult: testResultOf(outcome) };
}

export async function createWebhook(
  ctx: Ctx,
  fields: NewWebhook,
  { id, signingSecret, testResult }: Prepared,
): Promise<{ webhook: ShownWebhook; signingSecret: string; testResult: TestResult }> {
  if ((await countWebhooks(ctx, undefined)) >= mostWebhooks) {
    throw badRequest(`A workspace can have at most ${mostWebhooks} webhooks.`);
  }
  await insertWebhook(ctx, {
    id,
    member_id: ctx.actor.memberId,
    name: fields.name ?? null,
    description: fields.description ?? null,
    callback_url: fields.callbackUrl,
    scope: fields.scope,
    events: fields.events,
    token_sealed: fields.token == null ? null : ctx.secrets.seal(fields.token),
    secret_sealed: ctx.secrets.seal(signingSecret),
  });
  return { webhook: await loadOwn(ctx, id), signingSecret, testResult };
}

/** A new address must be one that can be reached, as at creation. */
export async function prepareChange(
  runtime: Runtime,
  actor: Actor,
  id: string,
  changes: Changes,
): Promise<void> {
  const webhook = await readInWorkspace(runtime, actor, (ctx) => loadOwn(ctx, id));
  const { callbackUrl } = changes;
  if (callbackUrl === undefined || callbackUrl === webhook.callback_url) return;
  const to = { ...destinationOf(runtime.secrets, webhook, runtime.clock.now()), callbackUrl };
  demandReachable(await sendTest(runtime, to, id));
}

export async function changeWebhook(ctx: Ctx, id: string, changes: Changes): Promise<ShownWebhook> {
  const webhook = await lockOwn(ctx, id);
  if (changes.scope === 'organization') demandAdmin(ctx.actor);
  await updateWebhook(ctx, id, {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.callbackUrl !== undefined && { callback_url: changes.callbackUrl }),
    ...(changes.scope !== undefined && { scope: changes.scope }),
    ...(changes.events !== undefined && { events: changes.events }),
    ...(changes.token !== undefined && {
      token_sealed: changes.token === null ? null : ctx.secrets.seal(changes.token),
    }),
    ...(changes.isActive === true && enabled),
  });
  if (changes.isActive === false && webhook.disabled_at === null)
    await disable(ctx, webhook, 'Disabled by hand.');
  return loadOwn(ctx, id);
}

const enabled = {
  disabled_at: null,
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  paused_until: null,
  warned_hours: 0,
};

export async function removeWebhook(ctx: Ctx, id: string): Promise<void> {
  await lockOwn(ctx, id);
  await deleteWebhook(ctx, id);
}

export async function testWebhook(runtime: Runtime, actor: Actor, id: string): Promise<TestResult> {
  const webhook = await readInWorkspace(runtime, actor, (ctx) => loadOwn(ctx, id));
  const to = destinationOf(runtime.secrets, webhook, runtime.clock.now());
  return testResultOf(await sendTest(runtime, to, id));
}

export async function rotateSecret(
  ctx: Ctx,
  id: string,
  overlapHours: number,
): Promise<{ webhook: ShownWebhook; signingSecret: string; previousSecretExpiresAt: string }> {
  const webhook = await lockOwn(ctx, id);
  const signingSecret = newSigningSecret();
  const until = await replaceSecret(ctx, webhook, ctx.secrets.seal(signingSecret), overlapHours);
  return { webhook: await loadOwn(ctx, id), signingSecret, previousSecretExpiresAt: until };
}

function destinationOf(secrets: Secrets, webhook: WebhookRow, now: Date): Destination {
  const isOldGood = webhook.old_secret_until !== null && Date.parse(webhook.old_secret_until) > now.getTime();
  const sealed = [webhook.secret_sealed, ...(isOldGood ? [webhook.old_secret_sealed] : [])];
  return {
    callbackUrl: webhook.callback_url,
    token: webhook.token_sealed && secrets.unseal(webhook.token_sealed),
    secrets: sealed.flatMap((secret) => (secret ? [secrets.unseal(secret)] : [])),
  };
}
