import { sql } from 'kysely';
import { read, type Database } from '../platform/db/transaction.ts';
import type { MessageRow } from './store.ts';

export interface SenderRow {
  readonly address: string;
  readonly name: string;
  readonly state: 'verified' | 'failing';
  readonly selector: string | null;
  readonly key: Buffer | null;
}

/** The workspace's own address: one that is verified, or the last one that was. */
export async function findSenderRow(
  database: Database,
  workspaceId: MessageRow['workspace_id'],
): Promise<SenderRow | undefined> {
  return read(database, workspaceId, async (db) => {
    const { rows } = await sql<SenderRow>`
      select d.sender_address as address, d.name, d.state, k.selector, k.private_key_sealed as key
      from domain d
      left join domain_key k on k.workspace_id = d.workspace_id and k.domain_id = d.id and k.is_active
      where d.workspace_id = ${workspaceId} and d.purpose = 'sender' and d.state in ('verified', 'failing')
      order by d.state = 'verified' desc, d.verified_at desc, d.id limit 1`.execute(db);
    return rows[0];
  });
}

/** From which address the recipient got the first message about an event: null for that of the installation, undefined without one. */
export async function findFirstSender(
  database: Database,
  { workspace_id: workspaceId, event_id: eventId, to_email: to }: MessageRow,
): Promise<string | null | undefined> {
  return read(database, workspaceId, async (db) => {
    const { rows } = await sql<{ sender: string | null }>`
      select sender from mail_message
      where workspace_id = ${workspaceId} and event_id = ${eventId} and to_email = ${to} and status = 'sent'
      order by sent_at, id limit 1`.execute(db);
    return rows[0]?.sender;
  });
}
