import type { Ctx } from '../platform/context.ts';
import { NeedsExternalData } from '../platform/external-data.ts';
import { notFound } from '../platform/problems.ts';
import { domainFailing } from './events.ts';
import { lookUp } from './look-up.ts';
import { areCorrect, listRecords } from './records.ts';
import { computeNextCheck, decideStatus } from './rules.ts';
import { findActiveSelector, type SenderFinding } from './sender.rules.ts';
import * as store from './store.ts';

/** Asks the name servers about a domain, and verifies it, or gives it up. */
export async function checkDomain(ctx: Ctx, id: string, isScheduled: boolean): Promise<store.DomainRow> {
  const row = await store.lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  const found = requireFinding(ctx, row);
  const status = decideStatus(row, await judge(ctx, row, found), isScheduled);
  if (row.purpose === 'sender' && found) await activateKey(ctx, row, found as SenderFinding);
  if (row.state === 'verified' && status.state === 'failing') await giveUp(ctx, row);
  return store.updateDomain(ctx, id, {
    ...status,
    found: found ?? row.found,
    nextCheckAt: computeNextCheck(status.state, new Date(row.created_at), ctx.now),
  });
}

/** What the name servers say; undefined when nobody answered. The transaction does not wait for them. */
function requireFinding({ externalData }: Ctx, row: store.DomainRow): store.AnyFinding | undefined {
  const key = `domain ${row.id} ${row.keys.map(({ selector }) => selector).join(' ')}`;
  if (externalData?.has(key)) return externalData.get(key) as store.AnyFinding | undefined;
  throw new NeedsExternalData(async ({ config }) => new Map([[key, await lookUp(config, row)]]));
}

async function judge(ctx: Ctx, row: store.DomainRow, found: store.AnyFinding | undefined) {
  if (!found) return 'unreachable';
  if (!areCorrect(row, listRecords(ctx, row, found))) return 'incorrect';
  return (await store.claimName(ctx, row)) ? 'correct' : 'taken';
}

async function activateKey(
  ctx: Ctx,
  { id, name, keys }: store.DomainRow,
  found: SenderFinding,
): Promise<void> {
  const selector = findActiveSelector(name, keys, found);
  if (selector !== undefined) await store.activateKey(ctx, id, selector);
}

async function giveUp(ctx: Ctx, row: store.DomainRow): Promise<void> {
  await store.releaseName(ctx, row);
  await ctx.publish(domainFailing, { domainId: row.id });
}
