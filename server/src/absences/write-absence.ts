import type { absenceChanges, newAbsence } from '@daybook/contract/absences';
import type { z } from 'zod';
import { findMemberByEmail } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { findOwnerId, loadOwnerId } from '../schedules/public.ts';
import { loadAbsence, readAbsence } from './read-absences.ts';
import { getEnd, getStart, toAbsenceTimes, validateTimes } from './rules.ts';
import * as store from './store.ts';

const maxAhead = 200;

export async function createAbsence(ctx: Ctx, fields: z.output<typeof newAbsence>) {
  throwIfInvalid(await validateNewAbsence(ctx, fields));
  const memberId = await loadOwnerId(ctx, fields.email);
  await store.lockMember(ctx, memberId);
  if ((await store.countAbsences(ctx, memberId, false)) >= maxAhead) {
    throw conflict(`A user can have at most ${maxAhead} upcoming absences. Delete some first.`);
  }
  const id = generateUuid();
  await store.insertAbsence(ctx, {
    id,
    member_id: memberId,
    kind: fields.kind,
    ...toAbsenceTimes(fields.start, fields.end),
    note: fields.note ?? null,
    message: fields.message ?? null,
    replacement_id: await findReplacementId(ctx, fields.replacement),
  });
  return readAbsence(ctx, id);
}

export async function validateNewAbsence(
  ctx: Ctx,
  { email, start, end, replacement }: Partial<z.output<typeof newAbsence>>,
): Promise<FieldErrors> {
  const memberId = await findOwnerId(ctx, email);
  return {
    ...(memberId === undefined && { email: ['No user in this workspace has this email address.'] }),
    ...validateTimes(start, end),
    ...(await validateReplacement(ctx, replacement, memberId)),
  };
}

type Changes = z.output<typeof absenceChanges>;

export async function changeAbsence(ctx: Ctx, id: string, changes: Changes) {
  const { memberId } = await loadAbsence(ctx, id);
  await store.lockMember(ctx, memberId);
  const before = await loadAbsence(ctx, id);
  throwIfInvalid(await validateChanges(ctx, before, changes));
  await store.updateAbsence(ctx, id, {
    kind: changes.kind ?? before.kind,
    ...toAbsenceTimes(changes.start ?? getStart(before), changes.end ?? getEnd(before)),
    note: changes.note === undefined ? before.note : changes.note,
    message: changes.message === undefined ? before.message : changes.message,
    replacement_id:
      changes.replacement === undefined
        ? before.replacementId
        : await findReplacementId(ctx, changes.replacement),
  });
  return readAbsence(ctx, id);
}

/** What changing would find wrong. */
export async function validateAbsence(
  ctx: Ctx,
  changes: Partial<Changes>,
  { params }: { readonly params: { readonly uuid: string } },
): Promise<FieldErrors> {
  return validateChanges(ctx, await loadAbsence(ctx, params.uuid), changes);
}

async function validateChanges(
  ctx: Ctx,
  before: store.AbsenceRow,
  { start = getStart(before), end = getEnd(before), replacement }: Partial<Changes>,
): Promise<FieldErrors> {
  return { ...validateTimes(start, end), ...(await validateReplacement(ctx, replacement, before.memberId)) };
}

async function validateReplacement(
  ctx: Ctx,
  email: string | null | undefined,
  memberId: string | undefined,
): Promise<FieldErrors> {
  if (email == null) return {};
  const member = await findMemberByEmail(ctx, email);
  const isAnother = member?.is_active && member.id !== memberId;
  return isAnother ? {} : { replacement: ['Must be another active user in this workspace.'] };
}

async function findReplacementId(ctx: Ctx, email: string | null | undefined): Promise<string | null> {
  return email == null ? null : ((await findMemberByEmail(ctx, email))?.id ?? null);
}

export async function removeAbsence(ctx: Ctx, id: string): Promise<void> {
  await loadAbsence(ctx, id);
  await store.deleteAbsence(ctx, id);
}
