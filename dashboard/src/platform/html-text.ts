/** Notes and descriptions are HTML on the wire, and are read and written as text. */

/** The text of sanitized HTML. The policy of the page forbids to insert HTML from strings. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();
}

/** One paragraph for each line. */
export function htmlOfText(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('');
}

/** Formatting would be lost if it were edited as text. */
export function isPlainHtml(html: string): boolean {
  return !/<(?!\/?p>|br\s*\/?>)/.test(html);
}
