/** Normalizes text for search and comparison: without accents, in lower case. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

/** A LIKE pattern for text that contains this, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
