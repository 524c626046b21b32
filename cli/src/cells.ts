/** Values as people read them. */

export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One line of text. Times are shown on the clock of this machine when a person reads them. */
export function formatCell(value: unknown, isForPeople: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => formatCell(each, isForPeople)).join(', ');
  if (isRow(value)) return labelOf(value, isForPeople);
  const text = String(value as string | number);
  return oneLine(isForPeople && timestamp.test(text) ? localTime(text) : text);
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

function localTime(text: string): string {
  return clock.format(new Date(text));
}

/** Texts of others may hold what a terminal would act on. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

const naming = [
  'fullName',
  'name',
  'title',
  'label',
  'email',
  'slug',
  'start',
  'date',
  'value',
  'uuid',
  'id',
];

/** What an object is called. */
function labelOf(row: Row, isForPeople: boolean): string {
  const { firstName, lastName } = row;
  if (typeof firstName === 'string')
    return formatCell([firstName, lastName].filter(Boolean).join(' '), isForPeople);
  const name = naming.find((key) => typeof row[key] === 'string' || typeof row[key] === 'number');
  if (name !== undefined) return formatCell(row[name], isForPeople);
  const known = Object.entries(row).map(([key, value]) => [key, formatCell(value, isForPeople)] as const);
  return known
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key} ${text}`)
    .join(', ');
}

/** `startTime` is `Start time`. */
export function formatTitle(field: string): string {
  const words = field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replaceAll(/\b(?:uuid|uri|url|id)\b/g, (word) => word.toUpperCase());
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** In columns of a terminal. */
export function getWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += /\p{M}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

export function cut(text: string, width: number): string {
  if (getWidth(text) <= width) return text;
  let kept = '';
  for (const letter of text) {
    if (getWidth(kept) + getWidth(letter) > width - 1) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - getWidth(text)));
}

/** Lines of at most this width, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (last !== '' && getWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
