import type { notificationKinds } from '@daybook/contract/notifications';

export type NotificationKind = (typeof notificationKinds)[number];

interface WrittenNote {
  readonly authorId: string | null;
  readonly isComment: boolean;
  /** Not an edit. */
  readonly isNew: boolean;
  readonly mentionedIds: readonly string[];
  readonly ownerIds: readonly string[];
  readonly participantIds: readonly string[];
}

/** Who is told of a note, each once, by what concerns them most. Authors know of what they wrote. */
export function resolveRecipients(note: WrittenNote): ReadonlyMap<string, NotificationKind> {
  const isNewComment = note.isComment && note.isNew;
  const recipients = new Map<string, NotificationKind>([
    ...(isNewComment ? note.ownerIds.map((id) => [id, 'comment'] as const) : []),
    ...(isNewComment ? note.participantIds.map((id) => [id, 'reply'] as const) : []),
    ...note.mentionedIds.map((id) => [id, 'mention'] as const),
  ]);
  if (note.authorId !== null) recipients.delete(note.authorId);
  return recipients;
}
