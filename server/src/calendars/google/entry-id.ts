/** Ids of entries follow from those of bookings, in base32hex (RFC 4648): the letters that Google allows. */

const alphabet = '0123456789abcdefghijklmnopqrstuv';

export function toEntryId(bookingId: string): string {
  const bits = [...Buffer.from(bookingId)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The booking of an entry that we made; undefined for those of others. */
export function parseEntryId(entryId: string): string | undefined {
  const bits = [...entryId].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const text = Buffer.from(bytes).toString('latin1');
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) && toEntryId(text) === entryId
    ? text
    : undefined;
}
