import type { Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Runtime } from '../../platform/context.ts';
import { badRequest } from '../../platform/problems.ts';
import { openObject } from '../schema/public.ts';
import { createDateOrderDetector, createDecimalDetector, type Detector } from '../values/public.ts';
import type { FileRow } from './read-file.ts';
import { findNotationKind, describeUnclear } from './rules.ts';
import { renewLease, saveNotations, type ImportRow } from './store.ts';

const rowsPerLease = 20_000;
const detectors = { decimal: createDecimalDetector, dateOrder: createDateOrderDetector };

/**
 * Finds how each column writes its numbers and dates before a row is written, since only all cells together tell that `1.234`
 * is a thousand: next to it stands `1.234,56`. Throws if a column can be read in two ways.
 */
export async function scanNotations(
  runtime: Runtime,
  actor: Actor,
  leased: ImportRow,
  rows: AsyncIterable<FileRow>,
): Promise<ImportRow> {
  const definition = await readInWorkspace(runtime, actor, (ctx) => openObject(ctx, leased.slug, 'read'));
  const scanned = leased.columns.flatMap((key, index) => {
    const kind = leased.notations[index] === null ? findNotationKind(definition, key) : undefined;
    return kind ? [{ index, kind, detector: detectors[kind]() as Detector<string> }] : [];
  });
  let count = 0;
  for await (const { cells = [] } of rows) {
    for (const { index, detector } of scanned) detector.take((cells[index] ?? '').trim());
    count += 1;
    if (count % rowsPerLease === 0) {
      await runInWorkspace(runtime, actor, (ctx) => renewLease(ctx, leased.id, leased.worker));
    }
  }
  const notations = [...leased.notations];
  const unclear = scanned.flatMap(({ index, kind, detector }) => {
    const detected = detector.detect();
    if ('cells' in detected) return [describeUnclear(leased.header[index] ?? '', kind, detected.cells)];
    notations[index] = detected.notation ?? null;
    return [];
  });
  if (unclear.length > 0) throw badRequest(unclear.join(' '));
  await runInWorkspace(runtime, actor, (ctx) => saveNotations(ctx, leased.id, notations));
  return { ...leased, notations, needs_scan: false };
}
