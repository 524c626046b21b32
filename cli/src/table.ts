import { formatCell, cut, isRow, pad, formatTitle, getWidth, wrap, type Row } from './cells.ts';

/** Rows in columns, and one thing as lines, as wide as the terminal is. */

interface Options {
  readonly columns: number;
  readonly isForPeople: boolean;
  readonly bold: (text: string) => string;
}

const gap = 2;
const maxColumns = 8;
/** What is short, such as a time, says nothing when it is cut; of the rest so much must be left. */
const short = 20;
const narrowest = 12;

/** What names a thing comes first, what happened to it last. */
const first = [
  'uuid',
  'id',
  'token',
  'slug',
  'key',
  'title',
  'name',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'status',
  'state',
  'startTime',
  'start',
  'endTime',
  'end',
  'invitees',
];
const last = ['createdAt', 'updatedAt'];
const hidden = ['uri', 'currentTime', 'eventTypeUri', 'avatarUrl', 'logoUrl'];

/** Columns that do not fit are left out from the right; JSON has all fields. */
export function formatTable(rows: readonly Row[], options: Options): string {
  const fields = fieldsOf(rows);
  const cells = rows.map((row) => fields.map((field) => formatCell(row[field], options.isForPeople)));
  const titles = fields.map((field) => formatTitle(field).toUpperCase());
  const natural = fields.map((_, column) =>
    Math.max(getWidth(titles[column] ?? ''), ...cells.map((row) => getWidth(row[column] ?? ''))),
  );
  const widths = fitted(natural, options.columns);
  const line = (texts: readonly string[]) =>
    widths
      .map((width, column) => pad(cut(texts[column] ?? '', width), width))
      .join(' '.repeat(gap))
      .trimEnd();
  return [options.bold(line(titles)), ...cells.map(line)].join('\n');
}

function fieldsOf(rows: readonly Row[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (field) => !hidden.includes(field) && rows.some((row) => formatCell(row[field], false) !== ''),
  );
  const rank = (field: string): number =>
    first.includes(field) ? first.indexOf(field) : first.length + (last.includes(field) ? 1 : 0);
  return all.sort((a, b) => rank(a) - rank(b)).slice(0, maxColumns);
}

/** The first column is what one copies, so it is never cut; others are, down to a width that still says something. */
function fitted(natural: readonly number[], columns: number): number[] {
  const widths: number[] = [];
  let left = columns;
  for (const [index, width] of natural.entries()) {
    const room = left - (index === 0 ? 0 : gap);
    const least = index === 0 || width <= short ? width : narrowest;
    if (room < least && index > 0) break;
    const taken =
      index === 0
        ? width
        : Math.min(width, room, columns === Infinity ? width : Math.max(short, Math.floor(columns / 3)));
    widths.push(taken);
    left = room - taken;
  }
  return widths;
}

/** Every field of one thing, with things inside it below. */
export function formatDetails(row: Row, options: Options, indent = ''): string {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const fields = given.sort(([, a], [, b]) => Number(isNested(a)) - Number(isNested(b)));
  const width = Math.max(
    0,
    ...fields.filter(([, value]) => !isNested(value)).map(([field]) => getWidth(formatTitle(field))),
  );
  return fields
    .map(([field, value]) => {
      const title = formatTitle(field);
      if (isNested(value)) return `${indent}${options.bold(title)}\n${nested(value, options, `${indent}  `)}`;
      const text = formatCell(value, options.isForPeople);
      const start = `${indent}${pad(title, width)}${' '.repeat(gap)}`;
      const lines = wrap(text, Math.max(20, options.columns - getWidth(start)));
      return lines
        .map((each, index) => (index === 0 ? start : ' '.repeat(getWidth(start))) + each)
        .join('\n')
        .trimEnd();
    })
    .join('\n');
}

type NestedRows = Row | readonly Row[];

function isNested(value: unknown): value is NestedRows {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRow);
  return isRow(value) && Object.keys(value).length > 0;
}

function nested(value: NestedRows, options: Options, indent: string): string {
  if (!Array.isArray(value)) return formatDetails(value as Row, options, indent);
  const lists = (value as readonly Row[]).map((row) => Object.values(row).filter(isLong).length);
  // A short list of each, such as the times of a day, is read whole.
  if (lists.every((count) => count === 1))
    return value.map((row: Row) => summary(row, options, indent)).join('\n');
  const inner = { ...options, columns: options.columns - indent.length };
  return formatTable(value as readonly Row[], inner).replaceAll(/^/gm, indent);
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > 3;

/** What it is called, and its list beside that. */
function summary(row: Row, options: Options, indent: string): string {
  const name = formatCell(
    Object.fromEntries(Object.entries(row).filter(([, value]) => !isLong(value))),
    options.isForPeople,
  );
  const list = formatCell(Object.values(row).find(isLong), options.isForPeople);
  const start = `${indent}${name}${' '.repeat(gap)}`;
  const lines = wrap(list, Math.max(20, options.columns - getWidth(start)));
  return lines.map((each, index) => (index === 0 ? start : ' '.repeat(getWidth(start))) + each).join('\n');
}
