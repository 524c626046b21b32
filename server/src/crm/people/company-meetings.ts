import type { Ctx } from '../../platform/context.ts';
import { findDefinition } from '../schema/public.ts';
import { findCompanyMeetings, type MeetingFactsRow } from './meeting-facts.store.ts';

/** None for users from whom people are hidden: meetings are with people. */
export async function readCompanyMeetings(ctx: Ctx, companyId: string): Promise<MeetingFactsRow> {
  const people = await findDefinition(ctx, 'people', 'read');
  const relationId = people?.byKey.get('company')?.relation?.id;
  if (!relationId) return { facts: undefined, last: null, next: null };
  return findCompanyMeetings(ctx, { companyId, relationId });
}
