import { createSystemActor } from '../platform/auth/actor.ts';
import type { Bucket } from '../platform/config-files.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { purgeExpired } from '../platform/db/purge.ts';
import {
  deleteRemoval,
  expiredUploads,
  findRemovals,
  findPendingUploads,
  setMoved,
  setObjectKey,
  type PendingBucketUpload,
} from './content.store.ts';
import { readPieces } from './read-file.ts';
import { deleteObject, putObject } from './s3.ts';

/** How many files a run moves, and how many objects it removes. The next run goes on. */
const maxPerRun = 200;

/**
 * Deletes uploads that have expired. Where there is a bucket, moves files there and removes objects of deleted ones. Each step
 * may be repeated: an object is written under the same key with the same content, and deleted from here only once it is there.
 */
export async function maintainFiles(runtime: Runtime): Promise<void> {
  await purgeExpired(runtime.database, [expiredUploads]);
  const { bucket } = runtime.config.files;
  if (!bucket) return;
  for (const file of await findPendingUploads(runtime, maxPerRun)) await moveFile(runtime, bucket, file);
  for (const removal of await findRemovals(runtime, maxPerRun)) {
    await deleteObject(bucket, removal.key, runtime.clock.now());
    await deleteRemoval(runtime, removal);
  }
}

async function moveFile(
  runtime: Runtime,
  bucket: Bucket,
  { workspaceId, id, sizeBytes, sha256 }: PendingBucketUpload,
): Promise<void> {
  const actor = createSystemActor(workspaceId);
  const key = `${workspaceId}/${id}`;
  const isThere = await runInWorkspace(runtime, actor, (ctx) => setObjectKey(ctx, id, key));
  if (!isThere) return;
  const pieces = readPieces(runtime, actor, id, sizeBytes);
  await putObject(bucket, key, runtime.clock.now(), { sizeBytes, sha256, pieces });
  await runInWorkspace(runtime, actor, (ctx) => setMoved(ctx, id, key));
}
