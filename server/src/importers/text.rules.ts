/** The text of a file in UTF-8, or in UTF-16 with its mark, as Windows PowerShell saves it; undefined when it is neither. */
export function decodeText(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as HTML, a paragraph for each line. */
export function toHtml(text: string): string {
  const safe = text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '').trim();
  return safe === '' ? '' : `<p>${safe.replaceAll(/\n+/g, '</p><p>')}</p>`;
}
