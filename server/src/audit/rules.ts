import type { auditEntry } from '@daybook/contract/audit';
import type { z } from 'zod';
import { escapeFormula } from '../platform/csv.ts';
import type { Place } from './store.ts';

export function serializeCursor({ happened_at, id }: { happened_at: string; id: string }): string {
  return Buffer.from(`${happened_at} ${id}`).toString('base64url');
}

export function parseCursor(cursor: string): Place | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/.exec(text);
  return match?.[1] && match[2] ? { happenedAt: match[1], id: match[2] } : undefined;
}

export const header = [
  'createdAt',
  'action',
  'objectType',
  'objectId',
  'actorKind',
  'actorEmail',
  'credential',
  'address',
  'before',
  'after',
];

export function listCells({
  createdAt,
  action,
  object,
  actor,
  before,
  after,
}: z.output<typeof auditEntry>): string[] {
  const { kind, email, credential, address } = actor;
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  const cells = [createdAt, action, object.type, object.id, kind, email, credential, address];
  return [...cells.map((cell) => escapeFormula(cell ?? '')), json(before), json(after)];
}
