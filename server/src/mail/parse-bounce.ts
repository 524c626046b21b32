import PostalMime from 'postal-mime';

export interface Bounce {
  /** The row of the message that was not delivered; `Message-ID` follows from it. */
  readonly messageId: string;
  /** What the recipient's mail server said. */
  readonly error: string;
}

const uuidOfMessage = /^message-id:\s*<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/im;

/**
 * Reads a report of failed delivery (RFC 3464). Undefined for other mail, for reports of a delay or of success, and for those
 * that do not say which message they are about.
 */
export async function parseBounce(source: Uint8Array): Promise<Bounce | undefined> {
  const { attachments } = await PostalMime.parse(source, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
  });
  const textOf = (...types: string[]) =>
    attachments.find(({ mimeType }) => types.includes(mimeType))?.content as string | undefined;
  const report = textOf('message/delivery-status');
  const messageId = uuidOfMessage.exec(textOf('message/rfc822', 'text/rfc822-headers') ?? '')?.[1];
  const failure = report && failureIn(report);
  return messageId && failure ? { messageId: messageId.toLowerCase(), error: failure } : undefined;
}

/** The first recipient who was given up. Groups of fields are separated by empty lines; the first one is of the message. */
function failureIn(report: string): string | undefined {
  for (const group of report.split(/\r?\n\r?\n/)) {
    const fields = fieldsOf(group);
    if (fields.get('action')?.toLowerCase() !== 'failed') continue;
    const [code = '', said = ''] = [fields.get('status'), fields.get('diagnostic-code')];
    const words = said.replace(/^[\w-]+\s*;\s*/, '');
    return (words.includes(code) ? words : `${code} ${words}`).trim().slice(0, 500);
  }
  return undefined;
}

function fieldsOf(group: string): Map<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
  });
  return new Map(fields);
}
