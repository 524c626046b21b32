const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that a header has most of, outside of quotes. */
export function detectDelimiter(headerLine: string): string {
  const bare = headerLine.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/**
 * A spreadsheet would run text that begins like a formula, so an apostrophe is put before it, and before text that looks as
 * if that had been done: then taking one away is always right.
 */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
