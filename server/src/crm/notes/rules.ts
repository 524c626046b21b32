import { isAdmin, type Actor } from '../../platform/auth/actor.ts';

export const maxMentions = 50;

interface Mentionable {
  readonly name: string;
  readonly isActive: boolean;
  readonly isReader: boolean;
}

/** Why a user can't be mentioned: nobody is told of a record that they can't see. */
export function explainMention(
  id: string,
  user: Mentionable | undefined,
  { pluralName }: { readonly pluralName: string },
): string | undefined {
  if (!user) return `No user has the ID ${id}.`;
  if (!user.isActive) return `${user.name} is deactivated and can’t be mentioned.`;
  if (!user.isReader) return `${user.name} can’t see ${pluralName} and can’t be mentioned here.`;
  return undefined;
}

/** Why the actor can't change or delete a note or comment. */
export function findChangeProblem(
  actor: Actor,
  { member_id: authorId }: { readonly member_id: string | null },
  noun: 'note' | 'comment',
): string | undefined {
  if (isAdmin(actor) || (authorId !== null && authorId === actor.memberId)) return undefined;
  return `Only the author, owners and admins can edit or delete a ${noun}.`;
}
