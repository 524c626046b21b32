import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDir } from '../paths.ts';

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly parts: readonly Part[];
}

/**
 * What is done in one step. A file is one transaction, unless lines of it begin another part:
 *
 *   -- next transaction       so that a lock is released before something that takes long
 *   -- batches of event_host  one transaction for each of some blocks of the table, those `where :batch`
 *   -- no transaction         for `create index concurrently`
 */
export interface Part {
  readonly kind: 'transaction' | 'batches' | 'indexes';
  readonly table: string;
  readonly sql: string;
}

export function readMigrations(): Migration[] {
  const folder = join(serverDir, 'migrations');
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace('.sql', ''), checksum: computeChecksum(sql), parts: splitParts(sql) };
    });
}

export const computeChecksum = (sql: string): string => createHash('sha256').update(sql).digest('hex');

const header = /^-- (next transaction|no transaction|batches of (\w+))$/m;

export function splitParts(sql: string): Part[] {
  const parts: Part[] = [];
  let [kind, table]: [Part['kind'], string] = ['transaction', ''];
  let rest = sql;
  for (let found = header.exec(rest); found; found = header.exec(rest)) {
    parts.push({ kind, table, sql: rest.slice(0, found.index) });
    rest = rest.slice(found.index + found[0].length);
    table = found[2] ?? '';
    kind = table ? 'batches' : found[1] === 'no transaction' ? 'indexes' : 'transaction';
  }
  parts.push({ kind, table, sql: rest });
  return parts.filter((part) => part.sql.replaceAll(/^--.*$/gm, '').trim() !== '');
}

/**
 * Migrations that stopped writers for long in large databases were written anew, to the same end. A database or a backup may
 * still have them as they were: the text is in `server/test/former-migrations`, and a test compares what becomes of both.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  '0020_locations_and_payments': 'fae3582f8c6e665ab8462575a74cb56c0fee3a8dd19cf133fbbfb718c32772c0',
  '0021_holds': 'eacb44f3039963f194294b3b702a111448af6f7414b098374317b8cc083ed3e8',
  '0030_crm_feed': 'e988ca5754133d303cba7d8e07e85a15f2f5420d4c6cccfab71b0fb34449fbe2',
  '0052_crm_note_entries': '97e1ac2892ea0c52c6b529bd9ca7fe3e786790d295a133ffc821556fe1faf860',
  '0053_crm_rights': '0a27855cecbfae9de5f2bf7172f4d32794ea56f66db9a8d0e539ca4f77e858d2',
  '0057_webhook_ownership': 'f7d25d37abf516daf06b7918e19bb8662df11da1f707b6595387373f47fd4784',
  '0066_upkeep': '039d704ec9f07a0e30914032e2c25905aaddd23a39ed4fa0574939de1bbc4a4a',
  '0067_crm_search': 'aa505e678dd93872aa87b7044476f6f29392246217f8a8f7d5559aa0962625c4',
  '0068_mail_refusals': 'fb20a8b148ad3c51bdb9bb8a5a4dcbe808698eee2cd916cf9ca0f31bc14d9163',
  '0071_mail_log': 'ffcbb52370a6573f68de2549cb42371d9a171e3c39e6c02c78fa4f0b928795eb',
  '0076_personal_data': '659bf8ec2813e4b4cb8fa03107757d89f02926b9ce3629007b3d5b78c776a3b9',
  '0105_insights': '46ce00112cf02018830f8600cf9850576100bed64da43df0f9bb799427529531',
  '0106_home': '30df156d027f516515fb5e05381e64a4efd6dfefa0069ae9808e1b56774e6caf',
  '0111_catchers': '46d41bc4150ced92f0c472c9eb58de4d5891aa2f56e29ee8a137d0f176bee9ad',
  '0130_calendar_accounts': '24cd420150fb8dbf0667a65829213b2dac48dc9a27b0dc4f463928b1a917edcb',
  '0132_meetings_of_copies': '401a7d49357b7ae686dc417f503f034aa7d7da40a8f53c8f07d8ebdf6cc4873d',
  '0133_calendar_busy_key': '0911d822abdf235cce8775787de1f994183bcd2ae746bf70ac67ca09684254af',
  '0165_mail_bounces': '3f8d72d052e5541a92a63f7b9edf14131d9d80f1dec31550519e38671cdb5e35',
  '0175_copies_outlive_connections': '2f0f6b08c39f76ea7ed1036f563c79fa029121d82f7e22cb2704e6523f4504d8',
  '0178_calendar_account_keys': '69ae5673c7183c5d35015403796fe835bf14abdd67df1d9730d51bd2c2e7ce1e',
  '0180_calendar_entries_given_up': '95a07e26bf53843f909ccb184b47b66648446820237aa45e7c750db4155d006d',
  '0188_calendar_copies_failing': '4ba1fecae34d4b93878282993213053eeea543714e43051a21902ead5e76c527',
  '0198_policies': '635721ed344aba91f677a73e10c53dfee88378dd651b185afc0b1c5e0cbeb346',
  '0225_series': '3613c3588654367417535e99894355adcd9c7baf42b66c685c1e1c5a94656f3e',
  '0260_closed_events': '713120129ac166f81969472803ec7dfe22df39600806f0fd9229b5c69852707b',
};
