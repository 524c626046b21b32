import { createDns } from '../platform/dns.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import { NeedsExternalData } from '../platform/external-data.ts';
import { toHostName } from '../platform/http/hosts.rules.ts';
import { notFound } from '../platform/problems.ts';
import { domainFailing } from './events.ts';
import { buildTxtName, computeNextCheck, decideStatus, judgeRecords, type Finding } from './rules.ts';
import * as store from './store.ts';

/** Asks the name servers about a domain, and verifies it, or gives it up. */
export async function checkDomain(ctx: Ctx, id: string, isScheduled: boolean): Promise<store.DomainRow> {
  const row = await store.lockDomain(ctx, id);
  if (!row) throw notFound('Domain');
  const found = requireFinding(ctx, row.name);
  const check = await judge(ctx, row, found);
  const status = decideStatus(row, check, isScheduled);
  if (row.state === 'verified' && status.state === 'failing') await giveUp(ctx, row);
  return store.updateDomain(ctx, id, {
    ...status,
    found: found ?? row.found,
    nextCheckAt: computeNextCheck(status.state, new Date(row.created_at), ctx.now),
  });
}

/** What the name servers say; undefined when nobody answered. The transaction does not wait for them. */
function requireFinding({ externalData }: Ctx, name: string): Finding | undefined {
  const key = `domain ${name}`;
  if (externalData?.has(key)) return externalData.get(key) as Finding | undefined;
  throw new NeedsExternalData(async ({ config }) => new Map([[key, await lookUp(config, name)]]));
}

async function lookUp(config: Runtime['config'], name: string): Promise<Finding | undefined> {
  const dns = createDns(config);
  const [cname, txt, addresses, ours] = await Promise.all([
    dns.findCname(name),
    dns.findTxt(buildTxtName(name)),
    dns.findAddresses(name),
    dns.findAddresses(toHostName(new URL(config.publicUrl).hostname)),
  ]);
  if (!cname || !txt || (cname.length === 0 && !addresses)) return undefined;
  return { cname, txt, addresses: addresses ?? [], ours: ours ?? [] };
}

async function judge(ctx: Ctx, row: store.DomainRow, found: Finding | undefined) {
  if (!found) return 'unreachable';
  const isCorrect = judgeRecords(row, ctx.publicUrl, found).every(({ state }) => state === 'correct');
  if (!isCorrect) return 'incorrect';
  const isFree = row.state === 'verified' || ((await ctx.names?.reserve('domain', row.name)) ?? true);
  return isFree && (await store.claimHostName(ctx, row)) ? 'correct' : 'taken';
}

async function giveUp(ctx: Ctx, { id, name }: store.DomainRow): Promise<void> {
  await ctx.names?.reserve('domain', name);
  await store.releaseHostName(ctx, name);
  await ctx.publish(domainFailing, { domainId: id });
}
