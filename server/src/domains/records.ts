import type { Ctx } from '../platform/context.ts';
import { judgeRecords, type DomainRecord, type Finding } from './rules.ts';
import { isSenderCorrect, judgeSenderRecords, type SenderFinding } from './sender.rules.ts';
import type { DomainRow } from './store.ts';

/** The records that a domain needs for its purpose, by what a check found. */
export function listRecords(
  { publicUrl, mailFrom }: Ctx,
  row: DomainRow,
  found: Finding | SenderFinding | null,
): readonly DomainRecord[] {
  if (row.purpose === 'pages') return judgeRecords(row, publicUrl, found as Finding | null);
  const installation = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase();
  return judgeSenderRecords(row.name, row.keys, installation, found as SenderFinding | null);
}

export function areCorrect(row: DomainRow, records: readonly DomainRecord[]): boolean {
  if (row.purpose === 'sender') return isSenderCorrect(records);
  return records.every(({ state }) => state === 'correct');
}
