import { systemActor } from '../platform/auth/actor.ts';
import type { Bucket } from '../platform/config-files.ts';
import { inWorkspace, type Runtime } from '../platform/context.ts';
import { purge } from '../platform/db/purge.ts';
import {
  deleteRemoval,
  expiredUploads,
  findRemovals,
  findUnmoved,
  setMoved,
  setObjectKey,
  type Unmoved,
} from './content.store.ts';
import { readPieces } from './read-file.ts';
import { deleteObject, putObject } from './s3.ts';

/** How many files a run moves, and how many objects it removes. The next run goes on. */
const mostPerRun = 200;

/**
 * Deletes uploads that have expired. Where there is a bucket, moves files there and removes objects of deleted ones. Each step
 * may be repeated: an object is written under the same key with the same content, and deleted from here only once it is there.
 */
export async function keepFiles(runtime: Runtime): Promise<void> {
  await purge(runtime.database, [expiredUploads]);
  const { bucket } = runtime.config.files;
  if (!bucket) return;
  for (const file of await findUnmoved(runtime, mostPerRun)) await moveFile(runtime, bucket, file);
  for (const removal of await findRemovals(runtime, mostPerRun)) {
    await deleteObject(bucket, removal.key, runtime.clock.now());
    await deleteRemoval(runtime, removal);
  }
}

async function moveFile(
  runtime: Runtime,
  bucket: Bucket,
  { workspaceId, id, sizeBytes, sha256 }: Unmoved,
): Promise<void> {
  const actor = systemActor(workspaceId);
  const key = `${workspaceId}/${id}`;
  const isThere = await inWorkspace(runtime, actor, (ctx) => setObjectKey(ctx, id, key));
  if (!isThere) return;
  const pieces = readPieces(runtime, actor, id, sizeBytes);
  await putObject(bucket, key, runtime.clock.now(), { sizeBytes, sha256, pieces });
  await inWorkspace(runtime, actor, (ctx) => setMoved(ctx, id, key));
}
