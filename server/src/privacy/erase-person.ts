import { findPerson } from '../crm/public.ts';
import { hasAudit, recordAudit } from '../platform/audit.ts';
import type { Ctx } from '../platform/context.ts';
import { clearAnswers } from '../platform/http/idempotency.ts';
import { erasePending, waitForEffects } from '../platform/outbox.ts';
import type { Person, PersonalData } from '../platform/personal-data.ts';
import { notFound } from '../platform/problems.ts';
import { findPersonInvitees, findPersonRequestIds } from '../scheduled-events/public.ts';

/**
 * Erases a person from all parts in one transaction. Effects of the workspace wait meanwhile, or one that has read a booking
 * before could write a mail after. A booking that is committed later, by the same address, is a new one.
 */
export async function erasePerson(ctx: Ctx, id: string, parts: readonly PersonalData[]): Promise<void> {
  await waitForEffects(ctx);
  const person = await identifyPerson(ctx, id);
  if (!person) {
    if (await hasAudit(ctx, 'person.erased', id)) return;
    throw notFound('Person');
  }
  await erasePending(ctx, person);
  await clearAnswers(ctx);
  for (const part of parts) await part.erase(ctx, person);
  await recordAudit(ctx, 'person.erased', id);
}

/** Somebody by their record, with the bookings of all their addresses. */
export async function identifyPerson(ctx: Ctx, id: string): Promise<Person | undefined> {
  const person = await findPerson(ctx, id);
  if (!person) return undefined;
  const invitees = await findPersonInvitees(ctx, person);
  return {
    ...person,
    phones: [...new Set([...person.phones, ...invitees.flatMap(({ phone }) => phone ?? [])])],
    names: [...new Set([...person.names, ...invitees.map((invitee) => invitee.full_name)])],
    inviteeIds: [...new Set([...person.inviteeIds, ...invitees.map((invitee) => invitee.id)])],
    eventIds: [
      ...new Set(invitees.map((invitee) => invitee.event_id)),
      ...(await findPersonRequestIds(ctx, person)),
    ],
  };
}
