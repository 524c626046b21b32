import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export const chunkBytes = 256 * 1024;

/** Who sends an answer of a form, and for which page. */
export interface UploadSource {
  readonly visitorHash: Buffer;
  readonly eventTypeId: string;
}

const untilLastPiece = (from: UploadSource | undefined) =>
  sql.raw(from ? "interval '10 minutes'" : "interval '1 hour'");

/** An upload: until an hour after its last piece it may become a file, one of a visitor until ten minutes after it. */
export async function insertContent(
  ctx: Ctx,
  {
    id,
    sizeBytes,
    from,
  }: { readonly id: string; readonly sizeBytes: number; readonly from?: UploadSource | undefined },
): Promise<void> {
  await sql`
    insert into file_content (workspace_id, id, size_bytes, expires_at, visitor_hash, event_type_id)
    values (${ctx.workspaceId}, ${id}, ${sizeBytes}, now() + ${untilLastPiece(from)}, ${from?.visitorHash ?? null},
      ${from?.eventTypeId ?? null})
  `.execute(ctx.db);
}

/** What all files of the workspace take, with what this transaction added. Its row stays locked if it added something. */
export async function findUsage(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select size_bytes::text as size from file_usage where workspace_id = ${ctx.workspaceId}
  `.execute(ctx.db);
  return Number(rows[0]?.size ?? 0);
}

/** False when the upload has expired. */
export async function insertChunk(ctx: Ctx, id: string, number: number, bytes: Buffer): Promise<boolean> {
  const { rows } = await sql`
    with upload as (
      update file_content
      set expires_at = now() + case when visitor_hash is null then interval '1 hour' else interval '10 minutes' end
      where workspace_id = ${ctx.workspaceId} and id = ${id} and expires_at is not null returning id
    )
    insert into file_chunk (workspace_id, content_id, number, bytes)
    select ${ctx.workspaceId}, id, ${number}, ${bytes} from upload returning number
  `.execute(ctx.db);
  return rows.length > 0;
}

export async function deleteContent(ctx: Ctx, id: string): Promise<void> {
  await sql`delete from file_content where workspace_id = ${ctx.workspaceId} and id = ${id}`.execute(ctx.db);
}

export interface NewFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface RecordAddress {
  readonly objectId: string;
  readonly recordId: string;
}

/** Makes a file of an upload. False when the upload has expired. */
export async function insertRecordFile(ctx: Ctx, file: NewFile, on: RecordAddress): Promise<boolean> {
  const { rows } = await sql`
    with content as (
      update file_content set size_bytes = ${file.sizeBytes}, expires_at = null
      where workspace_id = ${ctx.workspaceId} and id = ${file.id} and expires_at is not null returning id
    )
    insert into file (workspace_id, id, name, type, size_bytes, sha256, object_id, record_id, creator_id)
    select ${ctx.workspaceId}, id, ${file.name}, ${file.type}, ${file.sizeBytes}, ${file.sha256}, ${on.objectId},
      ${on.recordId}, ${ctx.actor.memberId || null} from content
    returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** Keeps an upload of a visitor for half an hour, in which a booking may name it. Undefined when it has expired already. */
export async function insertUpload(
  ctx: Ctx,
  file: NewFile,
  { eventTypeId, tokenHash }: { readonly eventTypeId: string; readonly tokenHash: Buffer },
): Promise<string | undefined> {
  const { rows } = await sql<{ expires_at: string }>`
    with content as (
      update file_content set size_bytes = ${file.sizeBytes}, expires_at = now() + interval '30 minutes'
      where workspace_id = ${ctx.workspaceId} and id = ${file.id} and expires_at is not null returning id, expires_at
    ), kept as (
      insert into file (workspace_id, id, name, type, size_bytes, sha256, event_type_id, token_hash)
      select ${ctx.workspaceId}, id, ${file.name}, ${file.type}, ${file.sizeBytes}, ${file.sha256}, ${eventTypeId},
        ${tokenHash} from content
    )
    select expires_at from content
  `.execute(ctx.db);
  return rows[0]?.expires_at;
}

/** Takes uploads of a page for somebody's booking: of those who name one at once, one does. By the hash in hex. */
export async function claimUploads(
  ctx: Ctx,
  { eventTypeId, email, hashes }: { eventTypeId: string; email: string; hashes: readonly Buffer[] },
): Promise<Map<string, { readonly id: string; readonly name: string }>> {
  const { rows } = await sql<{ id: string; name: string; hash: string }>`
    update file f set token_hash = null, email = lower(${email})
    from unnest(${hashes}::bytea[]) as h (hash)
    where f.workspace_id = ${ctx.workspaceId} and f.token_hash = h.hash and f.event_type_id = ${eventTypeId}
      and exists (select from file_content c where c.workspace_id = f.workspace_id and c.id = f.id and c.expires_at > now())
    returning f.id, f.name, encode(h.hash, 'hex') as hash
  `.execute(ctx.db);
  await sql`
    update file_content set expires_at = null
    where workspace_id = ${ctx.workspaceId} and id = any (${rows.map(({ id }) => id)}::uuid[])
  `.execute(ctx.db);
  return new Map(rows.map(({ id, name, hash }) => [hash, { id, name }]));
}

/** What uploads of visitors take that nobody has booked with: all, those for the page, and those of the visitor. */
export interface WaitingUploads {
  readonly all: number;
  readonly ofPage: number;
  readonly ofVisitor: number;
  /** How many of the visitor there are, and the seconds until the first of the others ends. */
  readonly countOfVisitor: number;
  readonly visitorWaitSeconds: number;
}

/** With the upload of this id, which has begun. */
export async function findWaiting(
  ctx: Ctx,
  id: string,
  { visitorHash, eventTypeId }: UploadSource,
): Promise<WaitingUploads> {
  const { rows } = await sql<WaitingUploads>`
    select sum(size_bytes)::float8 as "all",
      coalesce(sum(size_bytes) filter (where event_type_id = ${eventTypeId}), 0)::float8 as "ofPage",
      coalesce(sum(size_bytes) filter (where visitor_hash = ${visitorHash}), 0)::float8 as "ofVisitor",
      count(*) filter (where visitor_hash = ${visitorHash})::int as "countOfVisitor",
      ceil(extract(epoch from coalesce(min(expires_at) filter (where visitor_hash = ${visitorHash} and id <> ${id}),
        min(expires_at)) - now()))::int as "visitorWaitSeconds"
    from file_content
    where workspace_id = ${ctx.workspaceId} and visitor_hash is not null and expires_at > now()
  `.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('The upload was written a moment ago.');
  return row;
}

export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly creator_id: string | null;
  readonly creator_name: string | null;
  readonly created_at: string;
}

const columns = sql`f.id, f.name, f.type, f.size_bytes::float8 as size_bytes, f.sha256, f.creator_id,
  m.first_name || ' ' || m.last_name as creator_name, f.created_at
  from file f left join member m on m.workspace_id = f.workspace_id and m.id = f.creator_id`;
const isOn = (ctx: Ctx, { objectId, recordId }: RecordAddress) =>
  sql`f.workspace_id = ${ctx.workspaceId} and f.object_id = ${objectId} and f.record_id = ${recordId}`;

/** Latest first. */
export async function listRecordFiles(
  ctx: Ctx,
  on: RecordAddress,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${columns} where ${isOn(ctx, on)} order by f.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return rows;
}

export async function countRecordFiles(ctx: Ctx, on: RecordAddress): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from file f where ${isOn(ctx, on)}
  `.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export async function findRecordFile(ctx: Ctx, on: RecordAddress, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${columns} where ${isOn(ctx, on)} and f.id = ${id}
  `.execute(ctx.db);
  return rows[0];
}

/** By its id alone: the caller knows that it is an answer that they can read. */
export async function findAnswerFile(ctx: Ctx, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${columns} where f.workspace_id = ${ctx.workspaceId} and f.id = ${id} and f.email is not null
  `.execute(ctx.db);
  return rows[0];
}

/** False when it is gone already. */
export async function deleteFile(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from file where workspace_id = ${ctx.workspaceId} and id = ${id} returning id
  `.execute(ctx.db);
  return rows.length > 0;
}

/** Gives the files of a record, or only these, to another one. Returns the ids of those that it gave. */
export async function moveRecordFiles(
  ctx: Ctx,
  { objectId, from, to, ids }: { objectId: string; from: string; to: string; ids?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update file set record_id = ${to}
    where workspace_id = ${ctx.workspaceId} and object_id = ${objectId} and record_id = ${from}
      and ${ids ? sql`id = any (${ids}::uuid[])` : sql`true`}
    returning id
  `.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** A piece of a file; null where there is none, as after the end of it, and of one that is in the bucket. */
export interface Piece {
  readonly bytes: Buffer | null;
  readonly object_key: string | null;
  readonly is_moved: boolean;
}

/** Undefined when the file was deleted. */
export async function findPiece(ctx: Ctx, id: string, number: number): Promise<Piece | undefined> {
  const { rows } = await sql<Piece>`
    select k.bytes, c.object_key, c.is_moved from file_content c
    left join file_chunk k on k.workspace_id = c.workspace_id and k.content_id = c.id and k.number = ${number}
    where c.workspace_id = ${ctx.workspaceId} and c.id = ${id}
  `.execute(ctx.db);
  return rows[0];
}
