import type { auditEntry, lastChange } from '@daybook/contract/audit';
import type { Page } from '@daybook/contract/envelopes';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { recordAudit } from '../platform/audit.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { invalidField, notFound } from '../platform/problems.ts';
import { listCells, header, parseCursor, serializeCursor } from './rules.ts';
import { countEntries, listEntries, type EntryFilter, type Place } from './store.ts';
import { serializeEntry } from './view.ts';

type Entry = z.output<typeof auditEntry>;

/** One page of the log, latest first. The cursor, and not the number, says where it begins, since entries are added in front. */
export async function listLog(
  ctx: Ctx,
  { cursor, ...filter }: EntryFilter & { readonly cursor?: string | undefined },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<Entry>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && !after) throw invalidField('cursor', 'Must be a cursor from `nextPage`.');
  const rows = await listEntries(ctx, filter, {
    limit: limit + 1,
    order: 'latest',
    ...(after ? { after } : { offset }),
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(serializeEntry),
    total: await countEntries(ctx, filter),
    nextCursor: rows.length > limit && last ? serializeCursor(last) : null,
  };
}

/** Who changed an object last. That says nothing about what it is, so anyone with its ID can ask. */
export async function loadLastChange(ctx: Ctx, objectId: string): Promise<z.output<typeof lastChange>> {
  const [last] = await listEntries(ctx, { object: objectId }, { limit: 1, order: 'latest' });
  if (!last) throw notFound('Change');
  const { member_id, name, happened_at } = last;
  return { changedBy: member_id && name !== null ? { uuid: member_id, name } : null, changedAt: happened_at };
}

const batchSize = 500;

/**
 * The log oldest first, in batches that are read as fast as the caller takes them. That somebody exported it is recorded
 * before anything is sent, and is not part of what they get.
 */
export async function exportLog(
  runtime: Runtime,
  actor: Actor,
  filter: EntryFilter,
  format: 'csv' | 'ndjson',
): Promise<AsyncIterable<string>> {
  const until = filter.until ?? runtime.clock.now().toISOString();
  await runInWorkspace(runtime, actor, (ctx) =>
    recordAudit(ctx, 'audit_log.exported', ctx.workspaceId, { format, ...filter }),
  );
  return batchesOf(runtime, actor, { ...filter, until }, format);
}

async function* batchesOf(
  runtime: Runtime,
  actor: Actor,
  filter: EntryFilter,
  format: 'csv' | 'ndjson',
): AsyncGenerator<string> {
  if (format === 'csv') yield stringify([header]);
  let after: Place | undefined;
  do {
    const place = after;
    const rows = await readInWorkspace(runtime, actor, (ctx) =>
      listEntries(ctx, filter, { limit: batchSize, order: 'oldest', after: place }),
    );
    const entries = rows.map(serializeEntry);
    if (entries.length > 0) {
      yield format === 'csv'
        ? stringify(entries.map(listCells))
        : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    }
    const last = rows.length === batchSize ? rows.at(-1) : undefined;
    after = last && { happenedAt: last.happened_at, id: last.id };
  } while (after);
}
