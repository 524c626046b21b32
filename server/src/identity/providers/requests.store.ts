import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { ProviderRequest } from '../../platform/db/schema.gen.ts';
import type { ExpiredRows } from '../../platform/db/purge.ts';

export async function insertRequest(
  { db, workspaceId }: Ctx,
  row: Omit<Insertable<ProviderRequest>, 'workspace_id'>,
): Promise<void> {
  await db
    .insertInto('provider_request')
    .values({ ...row, workspace_id: workspaceId })
    .execute();
}

/** Notes what a provider has answered, once; undefined if nothing was asked, or it was answered before. */
export async function answerRequest(
  { db, workspaceId, now }: Ctx,
  providerId: string,
  stateHash: Buffer,
  identitySealed: Buffer,
): Promise<{ is_test: boolean } | undefined> {
  return db
    .updateTable('provider_request')
    .set({ identity_sealed: identitySealed })
    .where('workspace_id', '=', workspaceId)
    .where('provider_id', '=', providerId)
    .where('state_hash', '=', stateHash)
    .where('identity_sealed', 'is', null)
    .where(sql<boolean>`expires_at > ${now.toISOString()}::timestamptz`)
    .returning('is_test')
    .executeTakeFirst();
}

/** Deletes and returns a request, if it is of this browser and has not expired. */
export async function consumeRequest(
  { db, workspaceId, now }: Ctx,
  providerId: string,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<Selectable<ProviderRequest> | undefined> {
  return db
    .deleteFrom('provider_request')
    .where('workspace_id', '=', workspaceId)
    .where('provider_id', '=', providerId)
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where(sql<boolean>`expires_at > ${now.toISOString()}::timestamptz`)
    .returningAll()
    .executeTakeFirst();
}

/** False if the message was accepted before, by whichever server. */
export async function recordMessage(
  { db, workspaceId }: Ctx,
  providerId: string,
  messageHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('provider_message')
    .values({
      workspace_id: workspaceId,
      provider_id: providerId,
      message_hash: messageHash,
      expires_at: expiresAt.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .executeTakeFirst();
  return row !== undefined;
}

export const oldProviderRows: readonly ExpiredRows[] = [
  {
    table: 'provider_request',
    rows: sql`select ctid from provider_request where expires_at < now() order by expires_at`,
  },
  {
    table: 'provider_message',
    // Not at once: the clock of another server may be behind.
    rows: sql`select ctid from provider_message where expires_at < now() - interval '1 hour' order by expires_at`,
  },
];
