import type { newDomain } from '@daybook/contract/domains';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { generateSecret, generateUuid } from '../platform/ids.ts';
import { conflict, forbidden, invalid, notFound, type FieldErrors } from '../platform/problems.ts';
import type { NewKey } from './create-key.ts';
import { findDomainProblem, normalizeDomain, type Installation } from './domain-name.ts';
import { findSignInProblem } from './sign-in.rules.ts';
import { computeNextCheck } from './rules.ts';
import * as store from './store.ts';

const maxDomains = 50;

type NewDomain = z.output<typeof newDomain>;

/** What is wrong with the field that names the domain: the name, or the address of a sender. */
export function validateNewDomain(
  { purpose = 'pages', name, senderAddress }: Partial<NewDomain>,
  installation: Installation,
): FieldErrors {
  const [field, text] =
    purpose === 'sender' ? ['senderAddress', senderAddress && getDomain(senderAddress)] : ['name', name];
  const find = purpose === 'sign_in' ? findSignInProblem : findDomainProblem;
  const problem = text ? find(text, installation) : 'This field is required.';
  return problem ? { [field as string]: [problem] } : {};
}

const getDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export async function addDomain(
  ctx: Ctx,
  body: NewDomain,
  { key, ...installation }: Installation & { readonly key: NewKey | undefined },
): Promise<store.DomainRow> {
  const errors = validateNewDomain(body, installation);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { purpose, senderAddress = '' } = body;
  const isSender = purpose === 'sender';
  const field = isSender ? 'senderAddress' : 'name';
  const name = normalizeDomain(isSender ? getDomain(senderAddress) : (body.name ?? ''));
  await store.lockDomains(ctx);
  if ((await store.countDomains(ctx)) >= maxDomains)
    throw invalid({ [field]: [`A workspace can have up to ${maxDomains} domains. Remove one first.`] });
  const id = generateUuid();
  const row = await store.insertDomain(ctx, {
    ...{ id, purpose, name },
    sender_address: isSender ? `${senderAddress.slice(0, senderAddress.lastIndexOf('@'))}@${name}` : null,
    token: generateSecret(32),
    nextCheckAt: computeNextCheck('pending', ctx.now, ctx.now) ?? ctx.now,
  });
  if (!row) throw invalid({ [field]: ['This domain has already been added.'] });
  if (key) await store.insertKey(ctx, id, key);
  return (await store.lockDomain(ctx, id)) ?? row;
}

/** The former key signs until the record of this one is found. */
export async function replaceKey(ctx: Ctx, id: string, key: NewKey): Promise<store.DomainRow> {
  const row = await store.lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  if (row.purpose !== 'sender') throw conflict('Only sender domains have a key.');
  await store.insertKey(ctx, id, key);
  return (await store.lockDomain(ctx, id)) ?? row;
}

/** It serves nothing, sends nothing, and signs nobody in, as soon as this is committed. */
export async function removeDomain(ctx: Ctx, id: string): Promise<void> {
  const row = await store.lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  if (row.provider_id !== null && ctx.actor.role !== 'owner')
    throw forbidden('Only owners can remove a domain of an identity provider.');
  if (row.state === 'verified') await store.releaseName(ctx, row);
  await store.deleteDomain(ctx, id);
}
