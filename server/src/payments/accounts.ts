import type { paymentProvider, stripeKeys } from '@daybook/contract/payments';
import type { z } from 'zod';
import { systemActor, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import { signReference } from '../platform/sealed-reference.ts';
import { paymentReportsUrl } from '../platform/urls.ts';
import {
  PaymentError,
  type AccountKeys,
  type OnlineProvider,
  type PaymentAccount,
  type Reach,
} from './provider/public.ts';
import { onlineProvider, providers } from './providers.ts';
import { deleteAccount, findAccount, isInUse, upsertAccount } from './store.ts';

type View = z.output<typeof paymentProvider>;
type Keys = z.output<typeof stripeKeys>;

export async function listProviders(ctx: Ctx): Promise<View[]> {
  const stripe = await findAccount(ctx, 'stripe');
  return [
    { provider: 'manual', name: providers.manual.name, isConfigured: true, isLive: true, webhookUrl: null },
    {
      provider: 'stripe',
      name: providers.stripe.name,
      isConfigured: stripe !== undefined,
      isLive: stripe?.is_live ?? false,
      webhookUrl: reportsUrl(ctx),
    },
  ];
}

export const reportsPurpose = 'payment reports';

function reportsUrl({ publicUrl, secrets, workspaceId }: Ctx): string {
  return paymentReportsUrl(
    { publicUrl },
    signReference(secrets, reportsPurpose, { workspaceId, id: 'stripe' }),
  );
}

/** Before the transaction. Only a refusal counts: whoever connects while Stripe can not be reached is not kept from it. */
export async function tryStripe(runtime: Runtime, _actor: Actor, keys: Keys): Promise<void> {
  try {
    await onlineProvider('stripe')?.tryKeys(reachOf(runtime), keys);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.isRefused) throw invalidField('secretKey', error.message);
  }
}

export async function connectStripe(ctx: Ctx, keys: Keys): Promise<View> {
  await upsertAccount(ctx, {
    provider: 'stripe',
    is_live: onlineProvider('stripe')?.isLive(keys) ?? false,
    keys_sealed: ctx.secrets.seal(JSON.stringify(keys)),
  });
  const stripe = (await listProviders(ctx)).find(({ provider }) => provider === 'stripe');
  if (!stripe) throw new Error('Stripe is always in the list.');
  return stripe;
}

export async function disconnectStripe(ctx: Ctx): Promise<void> {
  if (await isInUse(ctx, 'stripe')) {
    throw conflict(
      'Stripe is in use: an active booking page uses it, or a payment or refund is in progress. Change the pages first.',
    );
  }
  if (!(await deleteAccount(ctx, 'stripe'))) throw notFound('Payment account');
}

/** A provider with the keys of a workspace. */
export async function connectionOf(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
): Promise<{ provider: OnlineProvider; keys: AccountKeys; reach: Reach }> {
  const provider = onlineProvider(name);
  const row = await readInWorkspace(runtime, systemActor(workspaceId), (ctx) => findAccount(ctx, name));
  if (!provider || !row) {
    throw new PaymentError('The account is no longer connected in the settings.', { isRefused: true });
  }
  const keys = JSON.parse(runtime.secrets.unseal(row.keys_sealed)) as AccountKeys;
  return { provider, keys, reach: reachOf(runtime) };
}

export async function accountFor(
  runtime: Runtime,
  workspaceId: WorkspaceId,
  name: string,
): Promise<PaymentAccount> {
  const { provider, keys, reach } = await connectionOf(runtime, workspaceId, name);
  return provider.account(reach, keys);
}

function reachOf({ config, clock }: Runtime): Reach {
  return { stripeUrl: config.stripeUrl, clock };
}
