import type { paymentKeys, paymentProvider } from '@daybook/contract/payments';
import type { z } from 'zod';
import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, invalidField, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { signReference } from '../platform/sealed-reference.ts';
import { buildPaymentWebhookUrl } from '../platform/urls.ts';
import {
  PaymentError,
  type AccountKeys,
  type OnlineProvider,
  type PaymentAccount,
} from './provider/public.ts';
import { findOnlineProvider, providers, type ProviderName } from './providers.ts';
import { deleteAccount, isInUse, listAccounts, findAccount, upsertAccount } from './store.ts';

type View = z.output<typeof paymentProvider>;
type Keys = z.output<typeof paymentKeys>;

export async function listProviders(ctx: Ctx): Promise<View[]> {
  const accounts = await listAccounts(ctx);
  return Object.keys(providers).map((name) => {
    const provider = findOnlineProvider(name);
    const account = accounts.find((row) => row.provider === name);
    const { webhookEvents } = provider ?? {};
    return {
      provider: name as ProviderName,
      name: providers[name as ProviderName].name,
      isConfigured: !provider || account !== undefined,
      isLive: !provider || (account?.is_live ?? false),
      webhookUrl: webhookEvents ? buildWebhookUrl(ctx, name) : null,
      webhookEvents: [...(webhookEvents ?? [])],
    };
  });
}

export const webhookPurpose = 'payment reports';

/** Where a provider reports the payments of a workspace. Only this installation can make its token. */
export function buildWebhookUrl(
  { publicUrl, secrets, workspaceId }: Pick<Ctx, 'publicUrl' | 'secrets' | 'workspaceId'>,
  name: string,
): string {
  return buildPaymentWebhookUrl(
    { publicUrl },
    name,
    signReference(secrets, webhookPurpose, { workspaceId, id: name }),
  );
}

/** Before the transaction. Only a refusal counts: while the provider can't be reached, keys are accepted untested. */
export async function checkKeys(runtime: Runtime, _: Actor, name: string, given: Keys): Promise<void> {
  const provider = loadOnline(name);
  throwIfInvalid(validateKeys(name, given));
  try {
    await provider.tryKeys(runtime, keysOf(provider, given));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.isRefused) throw invalidField(Object.keys(provider.keys)[0] ?? '', error.message);
  }
}

/** Every key of the provider must be there, in its form. */
export function validateKeys(name: string, given: Partial<Keys>): FieldErrors {
  const wrong = Object.entries(loadOnline(name).keys).flatMap(([field, schema]) => {
    const value = given[field as keyof Keys];
    if (value === undefined) return [[field, ['This field is required.']]];
    const { error } = schema.safeParse(value);
    return error ? [[field, error.issues.map(({ message }) => message)]] : [];
  });
  return Object.fromEntries(wrong) as FieldErrors;
}

export async function connectProvider(ctx: Ctx, name: string, given: Keys): Promise<View> {
  const provider = loadOnline(name);
  const keys = keysOf(provider, given);
  await upsertAccount(ctx, {
    provider: name,
    is_live: provider.isLive(keys),
    keys_sealed: ctx.secrets.seal(JSON.stringify(keys)),
  });
  const view = (await listProviders(ctx)).find((each) => each.provider === name);
  if (!view) throw new Error('Every provider is in the list.');
  return view;
}

function keysOf({ keys }: OnlineProvider, given: Keys): AccountKeys {
  return Object.fromEntries(Object.keys(keys).map((field) => [field, given[field as keyof Keys] ?? '']));
}

export async function disconnectProvider(ctx: Ctx, name: string): Promise<void> {
  const provider = loadOnline(name);
  if (await isInUse(ctx, name)) {
    throw conflict(
      `${provider.name} is in use: an active page collects by it, or a payment or refund is under way. Change the pages first.`,
    );
  }
  if (!(await deleteAccount(ctx, name))) throw notFound('Payment account');
}

function loadOnline(name: string): OnlineProvider {
  const provider = findOnlineProvider(name);
  if (!provider) throw notFound('Payment provider');
  return provider;
}

/** A provider with the keys of a workspace. */
export async function loadConnection(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
): Promise<{ provider: OnlineProvider; keys: AccountKeys }> {
  const provider = findOnlineProvider(name);
  const row = await readInWorkspace(runtime, createSystemActor(workspaceId), (ctx) => findAccount(ctx, name));
  if (!provider || !row) {
    throw new PaymentError('The account is no longer connected in the settings.', { isRefused: true });
  }
  return { provider, keys: JSON.parse(runtime.secrets.unseal(row.keys_sealed)) as AccountKeys };
}

export async function openAccount(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
): Promise<PaymentAccount> {
  const { provider, keys } = await loadConnection(runtime, workspaceId, name);
  return provider.connect(runtime, keys);
}
