import type { Ctx } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { conflict, notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { deleteDoNotCall, insertDoNotCall, type DoNotCallRow } from './agents.store.ts';
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
    id: newUuid(),
    phone_number: phoneNumber,
    reason: reason ?? null,
  });
  if (!row) throw conflict('This number is on the list already.');
  return row;
}

export function validateDoNotCall(_ctx: Ctx, { phoneNumber }: Partial<Entry>): FieldErrors {
  return validatePhoneNumber({ phoneNumber });
}

export async function removeDoNotCall(ctx: Ctx, id: string): Promise<void> {
  if (!(await deleteDoNotCall(ctx, id))) throw notFound('Entry');
}
