/** How iCalendar (RFC 5545) is spelled. */

export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

export function unescapeText(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_, character: string) =>
    /n/i.test(character) ? '\n' : character,
  );
}

export function foldLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const encoder = new TextEncoder();

/** At most 75 octets to a line, further ones begin with a space; no character is cut in two. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
