import type { Ctx } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import type { Person, PersonalData } from '../../platform/personal-data.ts';
import { buildContainsPattern } from '../../platform/text.ts';
import { insertChanges } from '../history/public.ts';
import { deleteRecordLinks, recordLinkChanges } from '../links/public.ts';
import { addToCount, deleteRecords, lockForDeletion, lockRecord, recordDeleted } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { eraseCopies, eraseHistory, findPersonById, readRecordTrail } from './personal-data.store.ts';

/** Who a record is, by all that leads to their data elsewhere; undefined when there is no such person. */
export async function findPerson(ctx: Ctx, id: string): Promise<Omit<Person, 'eventIds'> | undefined> {
  await openObject(ctx, 'people', 'write');
  const known = await findPersonById(ctx, id);
  if (!known) return undefined;
  const { emails, phoneNumber, firstName, lastName } = known.data;
  const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');
  const current = Array.isArray(emails) ? texts(emails).map((email) => email.toLowerCase()) : [];
  return {
    recordIds: [id, ...known.mergedIds],
    emails: [...new Set([...current, ...known.formerEmails])],
    phones: texts([phoneNumber]),
    names: texts([[firstName, lastName].filter(Boolean).join(' ')]).filter(Boolean),
    inviteeIds: known.inviteeIds,
  };
}

/** The record with its notes and history. The feed and webhooks say that it was deleted, and nothing else of it. */
export const recordOfPerson: PersonalData = {
  async export(ctx, { recordIds }) {
    const known = await findPersonById(ctx, recordIds[0] ?? '');
    return [{ ...known?.data, ...(await readRecordTrail(ctx, recordIds)) }];
  },
  async erase(ctx, { recordIds, emails }) {
    const people = await openObject(ctx, 'people', 'write');
    const [id = ''] = recordIds;
    const record = await lockRecord(ctx, people.id, id);
    await eraseHistory(ctx, recordIds);
    await eraseCopies(ctx, recordIds, emails.map(buildContainsPattern));
    if (!record) return;
    await lockForDeletion(ctx, people.id, [id]);
    const changeId = generateUuid();
    const change = { id: changeId, objectId: people.id, recordId: id, kind: 'record.deleted' };
    await insertChanges(ctx, [change]);
    const removed = await deleteRecordLinks(ctx, people.id, [id]);
    await recordLinkChanges(ctx, people, [id], { removed, added: [], detail: {} });
    await deleteRecords(ctx, people.id, [id]);
    await addToCount(ctx, people.id, -1);
    await ctx.publish(recordDeleted, { objectSlug: people.slug, recordId: id, changeId });
  },
};
