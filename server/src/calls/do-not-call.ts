import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import {
  deleteDoNotCall,
  insertDoNotCall,
  insertHashedNumber,
  isOnDoNotCallList,
  type DoNotCallRow,
} from './agents.store.ts';
import { validatePhoneNumber } from './rules.ts';

interface Entry {
  readonly phoneNumber: string;
  readonly reason?: string | null | undefined;
}

/** Anyone who may queue calls may add a number; removing one is for owners and admins. */
export async function addDoNotCall(ctx: Ctx, entry: Entry): Promise<DoNotCallRow> {
  throwIfInvalid(validateDoNotCall(ctx, entry));
  const { phoneNumber, reason } = entry;
  const row = await insertDoNotCall(ctx, {
    id: generateUuid(),
    phone_number: phoneNumber,
    reason: reason ?? null,
  });
  if (!row) throw conflict('This number is already on the list.');
  return row;
}

export function validateDoNotCall(_ctx: Ctx, { phoneNumber }: Partial<Entry>): FieldErrors {
  return validatePhoneNumber({ phoneNumber });
}

/** Asked for by who was called. Of somebody who was erased during the call, a hash of the number is kept. */
export async function optOut(ctx: Ctx, phoneNumber: string, { isErased = false } = {}): Promise<void> {
  if (await isOnDoNotCallList(ctx, phoneNumber)) return;
  if (isErased) return insertHashedNumber(ctx, generateUuid(), phoneNumber);
  const reason = 'Requested during a call.';
  await insertDoNotCall(ctx, { id: generateUuid(), phone_number: phoneNumber, reason });
}

export async function removeDoNotCall(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteDoNotCall(ctx, id))) throw notFound('Entry');
}
