import { createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { readInWorkspace, runInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { generateSecret, generateUuid } from '../../platform/ids.ts';
import { conflict, invalidField, notFound } from '../../platform/problems.ts';
import { proveDomain } from './prove-domain.ts';
import { describeProof, findDomainProblem, isGraceOver, type DomainProof } from './rules.ts';
import {
  claimDomain,
  countDomains,
  deleteDomain,
  findDomain,
  insertDomain,
  listDueDomains,
  lockDomain,
  releaseDomain,
  updateDomain,
  type DomainRow,
} from './store.ts';

const maxDomains = 50;

interface NewDomain {
  readonly name: string;
  /** Where its addresses sign in. */
  readonly providerId: string | null;
}

export async function addDomain(ctx: Ctx, { name, providerId }: NewDomain): Promise<DomainRow> {
  const problem = findDomainProblem(name);
  if (problem) throw invalidField('name', problem);
  if ((await countDomains(ctx)) >= maxDomains)
    throw invalidField('name', `A workspace can have at most ${maxDomains} domains.`);
  const id = generateUuid();
  const row = { id, name, token: generateSecret(32), provider_id: providerId };
  if (!(await insertDomain(ctx, row))) throw invalidField('name', 'This domain was already added.');
  return loadDomain(ctx, id);
}

export async function loadDomain(ctx: Ctx, id: string): Promise<DomainRow> {
  const row = await findDomain(ctx, id);
  if (!row) throw notFound('Domain');
  return row;
}

/** Looks for the record, before the transaction that notes what was found. */
export async function checkRecord(runtime: Runtime, actor: Actor, id: string): Promise<DomainProof> {
  return proveDomain(runtime, await readInWorkspace(runtime, actor, (ctx) => loadDomain(ctx, id)));
}

export async function recordProof(ctx: Ctx, id: string, proof: DomainProof): Promise<DomainRow> {
  const row = await lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  const now = ctx.now.toISOString();
  const checked = { checked_at: now, error: describeProof(proof, row.name) };
  if (proof === 'found') {
    if (!(await claimDomain(ctx, row))) throw conflict('Another workspace has verified this domain.');
    await updateDomain(ctx, id, { ...checked, verified_at: row.verified_at ?? now, failing_since: null });
  } else if (proof === 'missing' && row.verified_at !== null) {
    await recordMissing(ctx, row, checked);
  } else {
    await updateDomain(ctx, id, checked);
  }
  return loadDomain(ctx, id);
}

/** A record that is gone for a moment takes nobody's sign-in away; one that is gone for days does. */
async function recordMissing(ctx: Ctx, row: DomainRow, checked: object): Promise<void> {
  const since = row.failing_since ?? ctx.now.toISOString();
  if (!isGraceOver(since, ctx.now)) return updateDomain(ctx, row.id, { ...checked, failing_since: since });
  await releaseDomain(ctx, row);
  return updateDomain(ctx, row.id, { ...checked, verified_at: null, failing_since: null });
}

export async function removeDomain(ctx: Ctx, id: string): Promise<void> {
  const row = await lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  await releaseDomain(ctx, row);
  await deleteDomain(ctx, id);
}

const maxChecks = 200;

/** Checks verified domains again. */
export async function recheckDomains(runtime: Runtime): Promise<void> {
  for (const { workspace_id, id, ...domain } of await listDueDomains(runtime.database, maxChecks)) {
    const proof = await proveDomain(runtime, domain);
    await runInWorkspace(runtime, createSystemActor(workspace_id), async (ctx) => {
      if (await findDomain(ctx, id)) await recordProof(ctx, id, proof);
    }).catch((error: unknown) => runtime.log.warn({ err: error }, 'domain not checked'));
  }
}
