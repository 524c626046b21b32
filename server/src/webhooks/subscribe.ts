import type { WebhookEvent } from '@daybook/contract/webhook-payloads';
import { buildSamplePayload } from '@daybook/contract/webhook-samples';
import type { newWebhook, testResult, webhookChanges } from '@daybook/contract/webhooks';
import type { z } from 'zod';
import { requireAdmin, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { formatWireTime } from '../platform/clock.ts';
import { generateUuid } from '../platform/ids.ts';
import {
  badRequest,
  conflict,
  forbidden,
  invalidField,
  notFound,
  throwIfInvalid,
} from '../platform/problems.ts';
import type { Outcome } from '../platform/safe-fetch/safe-fetch.ts';
import { loadOwn, lockOwn } from './access.ts';
import {
  openDestination,
  disableWebhook,
  enableWebhook,
  findDestination,
  generateSigningSecret,
  sendMessage,
  findDeliveryProblem,
  type Destination,
} from './delivery/public.ts';
import type { Filter } from './rules.ts';
import {
  countWebhooks,
  deleteWebhook,
  disabledByHand,
  findUnknown,
  insertWebhook,
  lockCreator,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
  type WebhookWithOwner,
} from './store.ts';

type NewWebhook = z.output<typeof newWebhook>;
type Changes = z.output<typeof webhookChanges>;
type TestResult = z.output<typeof testResult>;

const maxWebhooks = 200;

/** Made before the transaction, which must not wait for the address: the secret, and a test delivery signed with it. */
export interface PreparedWebhook {
  readonly id: string;
  readonly signingSecret: string;
  readonly testResult: TestResult;
}

export async function prepareWebhook(
  runtime: Runtime,
  actor: Actor,
  fields: NewWebhook,
): Promise<PreparedWebhook> {
  if (fields.scope === 'organization') requireAdmin(actor);
  const id = generateUuid();
  const signingSecret = generateSigningSecret();
  await requireKnown(runtime, actor, fields.filter);
  const { callbackUrl, token = null } = fields;
  const headers = lowerCased(fields.headers ?? {});
  const outcome = await sendTest(runtime, { callbackUrl, token, headers, secrets: [signingSecret] }, id);
  requireReachable(outcome);
  return { id, signingSecret, testResult: testResultOf(outcome) };
}

export async function createWebhook(
  ctx: Ctx,
  fields: NewWebhook,
  { id, signingSecret, testResult }: PreparedWebhook,
): Promise<{ webhook: WebhookWithOwner; signingSecret: string; testResult: TestResult }> {
  if ((await countWebhooks(ctx, {})) >= maxWebhooks) {
    throw badRequest(`A workspace can have at most ${maxWebhooks} webhooks.`);
  }
  if (fields.scope === 'organization') await requireStillAdmin(ctx);
  await insertWebhook(ctx, {
    id,
    member_id: ctx.actor.memberId,
    name: fields.name ?? null,
    description: fields.description ?? null,
    callback_url: fields.callbackUrl,
    scope: fields.scope,
    events: fields.events,
    token_sealed: fields.token == null ? null : ctx.secrets.seal(fields.token),
    filter: filterColumn(fields.filter),
    ...headerColumns(ctx, fields.headers),
    secret_sealed: ctx.secrets.seal(signingSecret),
  });
  return { webhook: await loadOwn(ctx, id), signingSecret, testResult };
}

function filterColumn(filter: Filter | null | undefined): string | null {
  return filter && Object.keys(filter).length > 0 ? JSON.stringify(filter) : null;
}

function headerColumns(ctx: Ctx, headers: Record<string, string> | null | undefined) {
  const names = Object.keys(headers ?? {});
  const sealed = names.length > 0 ? ctx.secrets.seal(JSON.stringify(lowerCased(headers ?? {}))) : null;
  return { header_names: names, headers_sealed: sealed };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A filter by what does not exist would silently let nothing through. */
async function requireKnown(
  runtime: Runtime,
  actor: Actor,
  filter: Filter | null | undefined,
): Promise<void> {
  if (!filter) return;
  const unknown = await readInWorkspace(runtime, actor, (ctx) => findUnknown(ctx, filter));
  throwIfInvalid(
    Object.fromEntries(unknown.map(({ list, index }) => [`filter.${list}.${index}`, ['Doesn’t exist.']])),
  );
}

/** The actor may have been demoted while the test delivery was under way. */
async function requireStillAdmin(ctx: Ctx): Promise<void> {
  const creator = await lockCreator(ctx, ctx.actor.memberId);
  if (!creator.isAdmin) throw forbidden('Only owners and admins can do this.');
}

/** A new address must be reachable, as at creation. */
export async function prepareChange(
  runtime: Runtime,
  actor: Actor,
  id: string,
  { callbackUrl, filter, headers }: Changes,
): Promise<void> {
  await requireKnown(runtime, actor, filter);
  const destination = await loadOwnDestination(runtime, actor, id);
  if (callbackUrl === undefined || callbackUrl === destination.callbackUrl) return;
  const changed = headers === undefined ? {} : { headers: lowerCased(headers ?? {}) };
  requireReachable(await sendTest(runtime, { ...destination, ...changed, callbackUrl }, id));
}

export async function changeWebhook(ctx: Ctx, id: string, changes: Changes): Promise<WebhookWithOwner> {
  const webhook = await lockOwn(ctx, id);
  if (changes.scope === 'organization') requireAdmin(ctx.actor);
  await updateWebhook(ctx, id, {
    ...(await ownershipAfter(ctx, webhook, changes)),
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.callbackUrl !== undefined && { callback_url: changes.callbackUrl }),
    ...(changes.scope !== undefined && { scope: changes.scope }),
    ...(changes.events !== undefined && { events: changes.events }),
    ...(changes.token !== undefined && {
      token_sealed: changes.token === null ? null : ctx.secrets.seal(changes.token),
    }),
    ...(changes.filter !== undefined && { filter: filterColumn(changes.filter) }),
    ...(changes.headers !== undefined && headerColumns(ctx, changes.headers)),
  });
  if (changes.isActive === true) await enableWebhook(ctx, id);
  if (changes.isActive === false && webhook.disabled_at === null) {
    await disableWebhook(ctx, webhook, disabledByHand);
  }
  return loadOwn(ctx, id);
}

/** One of scope `user` needs an active user; one of the organization stays with its creator only if that is an admin. */
async function ownershipAfter(
  ctx: Ctx,
  webhook: WebhookRow,
  { scope = webhook.scope as 'user', isActive = webhook.disabled_at === null }: Changes,
): Promise<{ passed_at?: string | null }> {
  const creator = await lockCreator(ctx, webhook.member_id);
  if (scope === 'user' && isActive && !creator.isActive) {
    throw conflict('The owner of this webhook is deactivated. Set its scope to `organization` to keep it.');
  }
  if (scope === webhook.scope) return {};
  return { passed_at: scope === 'user' || creator.isAdmin ? null : ctx.now.toISOString() };
}

export async function removeWebhook(ctx: Ctx, id: string): Promise<void> {
  await lockOwn(ctx, id);
  await deleteWebhook(ctx, id);
}

export async function testWebhook(
  runtime: Runtime,
  actor: Actor,
  id: string,
  event: WebhookEvent | 'webhook.test' = 'webhook.test',
): Promise<TestResult> {
  return testResultOf(await sendTest(runtime, await loadOwnDestination(runtime, actor, id), id, event));
}

export async function rotateSecret(
  ctx: Ctx,
  id: string,
  overlapHours: number,
): Promise<{ webhook: WebhookWithOwner; signingSecret: string; previousSecretExpiresAt: string }> {
  const webhook = await lockOwn(ctx, id);
  const signingSecret = generateSigningSecret();
  const until = await replaceSecret(ctx, webhook, ctx.secrets.seal(signingSecret), overlapHours);
  return { webhook: await loadOwn(ctx, id), signingSecret, previousSecretExpiresAt: until };
}

async function loadOwnDestination(runtime: Runtime, actor: Actor, id: string): Promise<Destination> {
  const sealed = await readInWorkspace(runtime, actor, async (ctx) => {
    await loadOwn(ctx, id);
    return findDestination(ctx, id);
  });
  if (!sealed) throw notFound('Webhook');
  return openDestination(runtime.secrets, sealed);
}

function sendTest(
  runtime: Runtime,
  to: Destination,
  webhookId: string,
  event: WebhookEvent | 'webhook.test' = 'webhook.test',
): Promise<Outcome> {
  const createdAt = formatWireTime(runtime.clock.now());
  const test = { event, webhookUuid: webhookId, createdAt };
  const body = JSON.stringify(event === 'webhook.test' ? test : buildSamplePayload(event));
  return sendMessage(runtime, to, { id: generateUuid(), body });
}

/** An address that answers with an error can be subscribed, one that can't be reached can't. */
function requireReachable({ failure, error }: Outcome): void {
  if (failure === 'refused' || failure === 'unresolved' || failure === 'unconnected') {
    throw invalidField('callbackUrl', error ?? 'Can’t be reached.');
  }
}

function testResultOf(outcome: Outcome): TestResult {
  const error = findDeliveryProblem(outcome);
  return { delivered: error === undefined, statusCode: outcome.statusCode, error: error ?? null };
}
