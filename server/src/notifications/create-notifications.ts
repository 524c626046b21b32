import { findNoteAudience, findObjectReaders } from '../crm/public.ts';
import type { Ctx } from '../platform/context.ts';
import { listMentions } from '../platform/html.ts';
import { generateUuid } from '../platform/ids.ts';
import { notificationCreated } from './events.ts';
import { resolveRecipients } from './rules.ts';
import { insertNotifications } from './store.ts';

interface WrittenNote {
  readonly noteId: string;
  readonly isNew: boolean;
  readonly mentionedIds: readonly string[];
}

/** In the transaction of the note: a user who can see the note is told of it. */
export async function createNotifications(
  ctx: Ctx,
  { noteId, isNew, mentionedIds }: WrittenNote,
): Promise<void> {
  const audience = await findNoteAudience(ctx, noteId);
  if (!audience) return;
  const { objectId, threadTexts, ...note } = audience;
  // A user who was mentioned in a thread takes part in it.
  const participantIds = [...note.participantIds, ...threadTexts.flatMap(listMentions)];
  const authorId = ctx.actor.memberId || null;
  const recipients = resolveRecipients({ ...note, authorId, isNew, mentionedIds, participantIds });
  const readers = await findObjectReaders(ctx, objectId, [...recipients.keys()]);
  const rows = readers.flatMap((memberId) => {
    const kind = recipients.get(memberId);
    return kind ? [{ id: generateUuid(), memberId, kind, noteId, actorId: authorId }] : [];
  });
  const created = await insertNotifications(ctx, rows);
  await ctx.publishAll(
    notificationCreated,
    created.map((notificationId) => ({ notificationId })),
  );
}
