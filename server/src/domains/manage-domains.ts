import type { newDomain } from '@daybook/contract/domains';
import type { z } from 'zod';
import type { Ctx, Runtime } from '../platform/context.ts';
import { generateSecret, generateUuid } from '../platform/ids.ts';
import { invalid, notFound, type FieldErrors } from '../platform/problems.ts';
import { findDomainProblem, normalizeDomain, type Installation } from './domain-name.ts';
import { computeNextCheck } from './rules.ts';
import * as store from './store.ts';

const maxDomains = 20;

export function validateNewDomain({ name }: { readonly name?: string }, { config }: Runtime): FieldErrors {
  const problem = name === undefined ? undefined : findDomainProblem(name, config);
  return problem ? { name: [problem] } : {};
}

export async function addDomain(
  ctx: Ctx,
  { name: text, purpose }: z.output<typeof newDomain>,
  installation: Installation,
): Promise<store.DomainRow> {
  const problem = findDomainProblem(text, installation);
  if (problem) throw invalid({ name: [problem] });
  await store.lockDomains(ctx);
  if ((await store.countDomains(ctx)) >= maxDomains)
    throw invalid({ name: [`A workspace can have up to ${maxDomains} domains. Remove one first.`] });
  const row = await store.insertDomain(ctx, {
    id: generateUuid(),
    purpose,
    name: normalizeDomain(text),
    token: generateSecret(32),
    nextCheckAt: computeNextCheck('pending', ctx.now, ctx.now) ?? ctx.now,
  });
  if (!row) throw invalid({ name: ['This domain has already been added.'] });
  return row;
}

/** It serves nothing as soon as this is committed. */
export async function removeDomain(ctx: Ctx, id: string): Promise<void> {
  const row = await store.lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  if (row.state === 'verified') await ctx.names?.reserve('domain', row.name);
  await store.deleteDomain(ctx, id);
}
