import { detectEncoding } from '../platform/text.ts';

/** The kinds of files that are taken: how one begins, and the extensions that its name may have, the usual one first. */
interface Kind {
  readonly type: string;
  readonly extensions: readonly string[];
  readonly begins?: (start: Buffer) => boolean;
}

const at = (offset: number, ...texts: string[]) => {
  return (start: Buffer): boolean =>
    texts.some((text) => start.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1')));
};
const zip = at(0, 'PK\u0003\u0004', 'PK\u0005\u0006');
const compound = at(0, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1');
const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** Of kinds that begin alike, the one whose extension the name has, or the last. */
const kinds: readonly Kind[] = [
  { type: 'application/pdf', extensions: ['.pdf'], begins: at(0, '%PDF-') },
  { type: 'image/png', extensions: ['.png'], begins: at(0, '\u0089PNG\r\n\u001a\n') },
  { type: 'image/jpeg', extensions: ['.jpg', '.jpeg'], begins: at(0, '\u00ff\u00d8\u00ff') },
  { type: 'image/gif', extensions: ['.gif'], begins: at(0, 'GIF87a', 'GIF89a') },
  {
    type: 'image/webp',
    extensions: ['.webp'],
    begins: (start) => at(0, 'RIFF')(start) && at(8, 'WEBP')(start),
  },
  { type: 'image/tiff', extensions: ['.tif', '.tiff'], begins: at(0, 'II*\0', 'MM\0*') },
  { type: 'image/heic', extensions: ['.heic', '.heif'], begins: at(4, 'ftypheic', 'ftypheix', 'ftypmif1') },
  { type: 'video/mp4', extensions: ['.mp4', '.m4v', '.m4a', '.mov'], begins: at(4, 'ftyp') },
  { type: 'video/webm', extensions: ['.webm'], begins: at(0, '\u001aE\u00df\u00a3') },
  { type: 'audio/mpeg', extensions: ['.mp3'], begins: at(0, 'ID3', '\u00ff\u00fb', '\u00ff\u00f3') },
  {
    type: 'audio/wav',
    extensions: ['.wav'],
    begins: (start) => at(0, 'RIFF')(start) && at(8, 'WAVE')(start),
  },
  { type: 'audio/ogg', extensions: ['.ogg', '.oga', '.opus'], begins: at(0, 'OggS') },
  { type: 'application/rtf', extensions: ['.rtf'], begins: at(0, '{\\rtf') },
  { type: `${office}.wordprocessingml.document`, extensions: ['.docx'], begins: zip },
  { type: `${office}.spreadsheetml.sheet`, extensions: ['.xlsx'], begins: zip },
  { type: `${office}.presentationml.presentation`, extensions: ['.pptx'], begins: zip },
  { type: `${open}.text`, extensions: ['.odt'], begins: zip },
  { type: `${open}.spreadsheet`, extensions: ['.ods'], begins: zip },
  { type: `${open}.presentation`, extensions: ['.odp'], begins: zip },
  { type: 'application/zip', extensions: ['.zip'], begins: zip },
  { type: 'application/vnd.ms-excel', extensions: ['.xls'], begins: compound },
  { type: 'application/vnd.ms-powerpoint', extensions: ['.ppt'], begins: compound },
  { type: 'application/vnd.ms-outlook', extensions: ['.msg'], begins: compound },
  { type: 'application/msword', extensions: ['.doc'], begins: compound },
];

const texts: readonly Kind[] = [
  { type: 'text/csv', extensions: ['.csv', '.tsv'] },
  { type: 'text/calendar', extensions: ['.ics'] },
  { type: 'text/vcard', extensions: ['.vcf'] },
  { type: 'text/markdown', extensions: ['.md'] },
  { type: 'application/json', extensions: ['.json'] },
  { type: 'text/plain', extensions: ['.txt', '.log'] },
];

/** What a file is by its first bytes; undefined when it is of no kind that is taken. Text is text to its end, or none. */
export function detectKind(start: Buffer, name: string): Kind | undefined {
  const fitting = kinds.filter(({ begins }) => begins?.(start));
  const candidates = fitting.length > 0 ? fitting : isMarkup(start) ? [] : texts;
  const extension = extname(name).toLowerCase();
  return candidates.find(({ extensions }) => extensions.includes(extension)) ?? candidates.at(-1);
}

export const isText = (kind: Kind): boolean => texts.includes(kind);

/** HTML, SVG and other XML, in which a script could stand. */
function isMarkup(start: Buffer): boolean {
  return new TextDecoder(detectEncoding(start))
    .decode(start)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('<');
}

/** Throws when a piece of a text is none: neither UTF-8 nor UTF-16 with its mark, or with characters that no text has. */
export function createTextChecker(): (piece?: Buffer) => void {
  let decoder: TextDecoder | undefined;
  return (piece) => {
    decoder ??= new TextDecoder(detectEncoding(piece ?? Buffer.alloc(0)), { fatal: true });
    const text = decoder.decode(piece, { stream: piece !== undefined });
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text)) throw new TypeError('Not a text.');
  };
}

/** With its dot; nothing of a name that only begins with one. */
function extname(name: string): string {
  return /[^.](\.[^.]*)$/u.exec(name)?.[1] ?? '';
}

const longestName = 150;

/**
 * A name that any system can save: without folders, characters that mean something to a shell or a file system, and those
 * that change the direction of text. It ends as its kind does, so that nothing opens a text as a program.
 */
export function toSafeName(given: string, { extensions: [usual = '', ...others] }: Kind): string {
  const plain = given
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[.\s]+|[.\s]+$/gu, '');
  const extension = extname(plain);
  const isFitting = [usual, ...others].includes(extension.toLowerCase());
  const stem = isFitting ? plain.slice(0, -extension.length) : plain;
  const end = isFitting ? extension : usual;
  const short = [...stem].slice(0, longestName).join('').trimEnd();
  return `${isReserved(short) ? `file${short && '-'}${short}` : short}${end}`;
}

/** Names of devices on Windows, and none at all. */
function isReserved(stem: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(stem.split('.', 1)[0] ?? '');
}

/** To be saved, never shown: RFC 6266 with the name in ASCII, and in UTF-8 for those who know it. */
export function formatDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
