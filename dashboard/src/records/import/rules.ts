import type { Result } from '@daybook/client';
import { isEditable, listShownAttributes, type Attribute, type CrmObject } from '../rules.ts';

/** The header of a file, and which attribute each of its columns belongs to. Pure, so that Node can test it. */

export type CrmImport = Result<'readImport'>;

const delimiters = [',', ';', '\t', '|'] as const;

/** The columns of a CSV file, from the text that it begins with. */
export function parseColumns(text: string): string[] {
  const line = headerLine(text.replace(/^\uFEFF/, ''));
  const counts = delimiters.map((delimiter) => cellsIn(line, delimiter).length);
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
  return cellsIn(line, delimiter).map((cell) => cell.trim());
}

/** Up to the first line break that is not inside of quotes. */
function headerLine(text: string): string {
  let isQuoted = false;
  for (const [index, character] of [...text].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r'))
      return [...text].slice(0, index).join('');
  }
  return text;
}

function cellsIn(line: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const last = cells.length - 1;
    if (character === '"' && isQuoted && line.charAt(index + 1) === '"') {
      cells[last] += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) cells.push('');
    else cells[last] += character;
  }
  return cells;
}

/** Why a file is none to import, by what it begins with. */
export type FileFault = 'empty' | 'binary' | 'header';

export function findFileFault(text: string, isCsv: boolean): FileFault | undefined {
  if (text.replace(/^\uFEFF/, '').trim() === '') return 'empty';
  // Text has no null characters, and bytes that are no UTF-8 are read as this sign.
  if (/[\0\uFFFD]/.test(text)) return 'binary';
  return isCsv && parseColumns(text).every((column) => column === '') ? 'header' : undefined;
}

/** What can be imported: the id, by which records are matched, whatever can be written, and the name of a person, which is split. */
export function listImportKeys(object: CrmObject): { readonly key: string; readonly label: string }[] {
  const writable = listShownAttributes(object).filter(
    (attribute) => isEditable(object, attribute) || attribute.key === 'name',
  );
  return [{ key: 'id', label: 'id' }, ...writable.map(({ key, label }) => ({ key, label }))];
}

/** Shorter ones are the beginning of too many. */
const minBeginning = 4;

/** As the commonest files call it, whatever the language of the reader. */
const otherNames: Readonly<Record<string, string>> = {
  fullname: 'name',
  email: 'emails',
  mail: 'emails',
  emailaddress: 'emails',
  mobile: 'phoneNumber',
  telephone: 'phoneNumber',
  organization: 'company',
  organisation: 'company',
  website: 'domain',
};

/**
 * The attribute with the name of a column, one that is often called so, or the only one that begins with it (`Phone`); an empty text
 * for none.
 */
export function guessKey(object: CrmObject, column: string): string {
  const name = lettersOf(column);
  const named = listImportKeys(object).map(({ key, label }) => ({
    key,
    names: [lettersOf(key), lettersOf(label)],
  }));
  const other = otherNames[name];
  if (other !== undefined && named.some(({ key }) => key === other)) return other;
  const same = named.find(({ names }) => names.includes(name));
  if (same || name.length < minBeginning) return same?.key ?? '';
  const begun = named.filter(({ names }) => names.some((each) => each.startsWith(name)));
  return begun.length === 1 ? (begun[0]?.key ?? '') : '';
}

/** A field for each column, which is never guessed twice. */
export function guessKeys(object: CrmObject, columns: readonly string[]): string[] {
  const guessed = columns.map((column) => guessKey(object, column));
  return guessed.map((key, index) => (guessed.indexOf(key) === index ? key : ''));
}

/** The places of columns whose field an earlier one has as well. */
export function listRepeatedPlaces(keys: readonly string[]): number[] {
  return keys.flatMap((key, index) => (key !== '' && keys.indexOf(key) !== index ? [index] : []));
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export function listUniqueAttributes({ attributes }: CrmObject): Attribute[] {
  return attributes.filter(({ isUnique, isArchived }) => isUnique && !isArchived);
}

export function isRunning({ status }: Pick<CrmImport, 'status'>): boolean {
  return status === 'pending' || status === 'running' || status === 'undoing';
}

/** The part that is done, from 0 to 1. */
export function computeProgress({ rowsDone, rowsTotal, status }: CrmImport): number {
  if (!isRunning({ status })) return 1;
  return rowsTotal === 0 ? 0 : Math.min(1, rowsDone / rowsTotal);
}
