/** Letters in lower case that have no accent to remove, as people type them. */
const typed: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** In lower case, without accents, and with plain letters: `Łódź` is `lodz`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđðħıŧŋĸæœþ]/g, (letter) => typed[letter] ?? letter);
}

/**
 * What text is searched, filtered and sorted by: folded, and without apostrophes, so that `O’Brien`, `o'brien` and `obrien` are
 * the same. The function `folded` of the database does the same.
 */
export function foldForSearch(text: string): string {
  // An acute accent by itself would be folded to a space.
  return fold(text.replaceAll('´', "'")).replaceAll(/['’‘‛ʼʻʹ`′]/g, '');
}
