import type { recordFile } from '@daybook/contract/crm-files';
import type { Page } from '@daybook/contract/envelopes';
import type { z } from 'zod';
import {
  countRecordFiles,
  deleteFile,
  uploadExpired,
  type FileRow,
  serializeFile,
  findRecordFile,
  insertRecordFile,
  listRecordFiles,
  type NewFile,
  type RecordAddress,
} from '../../files/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/problems.ts';
import { requireOwn, loadRecord, lockSurvivor } from '../records/public.ts';
import { openObject } from '../schema/public.ts';

type FileView = z.output<typeof recordFile>;

interface Path {
  readonly objectSlug: string;
  readonly recordId: string;
}

export async function listFiles(
  ctx: Ctx,
  path: Path,
  page: { readonly limit: number; readonly offset: number },
): Promise<Page<FileView>> {
  const on = await addressOf(ctx, path);
  return {
    items: (await listRecordFiles(ctx, on, page)).map(serializeFile),
    total: await countRecordFiles(ctx, on),
  };
}

export async function loadFile(ctx: Ctx, path: Path, id: string): Promise<FileRow> {
  const file = await findRecordFile(ctx, await addressOf(ctx, path), id);
  if (!file) throw notFound('File');
  return file;
}

/** Whether the actor may change the record. The one into which it was merged counts for it. */
export async function requireChangeable(ctx: Ctx, path: Path): Promise<void> {
  await changeable(ctx, path);
}

/** The record may have been deleted or merged while the file was received. */
export async function addFile(ctx: Ctx, path: Path, received: NewFile): Promise<FileView> {
  const on = await changeable(ctx, path);
  if (!(await insertRecordFile(ctx, received, on))) throw uploadExpired();
  return serializeFile(await loadFile(ctx, path, received.id));
}

export async function removeFile(ctx: Ctx, path: Path, id: string): Promise<void> {
  const on = await changeable(ctx, path);
  if (!(await findRecordFile(ctx, on, id)) || !(await deleteFile(ctx, id))) throw notFound('File');
}

async function addressOf(ctx: Ctx, { objectSlug, recordId }: Path): Promise<RecordAddress> {
  const definition = await openObject(ctx, objectSlug, 'read');
  return { objectId: definition.id, recordId: (await loadRecord(ctx, definition, recordId)).id };
}

/** Locked, so that a merge or a deletion takes along what is added now. */
async function changeable(ctx: Ctx, { objectSlug, recordId }: Path): Promise<RecordAddress> {
  const definition = await openObject(ctx, objectSlug, 'write');
  const { id } = await lockSurvivor(ctx, definition, recordId);
  await requireOwn(ctx, definition, [id]);
  return { objectId: definition.id, recordId: id };
}
