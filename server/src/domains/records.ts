import type { Ctx } from '../platform/context.ts';
import {
  judgeOwnership,
  judgeRecords,
  type DomainRecord,
  type Finding,
  type OwnershipFinding,
} from './rules.ts';
import { isSenderCorrect, judgeSenderRecords, type SenderFinding } from './sender.rules.ts';
import type { AnyFinding, DomainRow } from './store.ts';

/** The records that a domain needs for its purpose, by what a check found. */
export function listRecords(
  { publicUrl, mailFrom }: Ctx,
  row: DomainRow,
  found: AnyFinding | null,
): readonly DomainRecord[] {
  if (row.purpose === 'pages') return judgeRecords(row, publicUrl, found as Finding | null);
  if (row.purpose === 'sign_in') return [judgeOwnership(row, found as OwnershipFinding | null)];
  const installation = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase();
  return judgeSenderRecords(row.name, row.keys, installation, found as SenderFinding | null);
}

export function areCorrect(row: DomainRow, records: readonly DomainRecord[]): boolean {
  if (row.purpose === 'sender') return isSenderCorrect(records);
  return records.every(({ state }) => state === 'correct');
}
