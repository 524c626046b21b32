/**
 * Mail about a booking brings an invitation that has the id of its event, and many calendars enter it by themselves. Exchange
 * may name it by a hexadecimal text in which that id is written.
 */
const invitation = /(dbk-[\dA-Za-z]{16})@daybook/;

/** The booking to which an entry with this UID invites; undefined for entries of others. */
export function findInvitedEvent(uid: string | null | undefined): string | undefined {
  if (!uid) return undefined;
  const text = /^[\da-f]+$/i.test(uid) ? Buffer.from(uid, 'hex').toString('latin1') : uid;
  return invitation.exec(text)?.[1];
}
