import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A row of a file: the cells of CSV, the object of NDJSON, or why it can't be parsed; and where it ends. */
export interface FileRow {
  readonly cells?: readonly string[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly wrong?: string;
  readonly endsAt: number;
}

const maxRowBytes = 1024 * 1024;

interface CsvRow {
  readonly record: string[];
  readonly info: { readonly bytes: number };
}

/** Rows of CSV from a byte on, which must be the begin or the end of a row. */
export async function* readCsvRows(
  bytes: AsyncIterable<Buffer>,
  { delimiter, from, maxRows = -1 }: { delimiter: string; from: number; maxRows?: number },
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: from === 0,
    delimiter,
    info: true,
    to: maxRows,
    max_record_size: maxRowBytes,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Spreadsheets may end with rows that have only delimiters.
    skip_records_with_empty_values: true,
  });
  // The pipeline ends both streams when one of them ends early; errors are thrown by the loop.
  const rows = pipeline(Readable.from(bytes), parser, () => {});
  for await (const { record, info } of rows as AsyncIterable<CsvRow>) {
    yield { cells: record, endsAt: from + info.bytes };
  }
}

/** What is malformed in a file; undefined for errors that have another cause. */
export function findReadError(error: unknown): string | undefined {
  const { code = '', message } = error as Error & { code?: string };
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return 'The file ends inside a quoted cell: a closing quote is missing.';
  if (code === 'CSV_MAX_RECORD_SIZE' || message === tooLong) return tooLong;
  return code.startsWith('CSV_') ? message : undefined;
}

const tooLong = 'A row is longer than 1 MB.';

/** Rows of NDJSON from a byte on, which must be the begin of a line. */
export async function* readNdjsonRows(bytes: AsyncIterable<Buffer>, from: number): AsyncGenerator<FileRow> {
  let place = from;
  let rest = Buffer.alloc(0);
  const rowOf = (line: Buffer): FileRow[] => {
    place += line.length + 1;
    const text = line
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    return text === '' ? [] : [{ ...parseLine(text), endsAt: place }];
  };
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      yield* rowOf(rest.subarray(start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > maxRowBytes) throw new Error(tooLong);
  }
  yield* rowOf(rest);
}

function parseLine(text: string): Pick<FileRow, 'body' | 'wrong'> {
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return { body: body as Record<string, unknown> };
    }
    return { wrong: 'The line isn’t a JSON object.' };
  } catch {
    return { wrong: 'The line isn’t valid JSON.' };
  }
}

/** Counts lines that are not blank while bytes arrive. A quoted cell of CSV may have line breaks. */
export function createRowCounter(hasQuotes: boolean): { take(bytes: Buffer): void; total(): number } {
  let rows = 0;
  let isQuoted = false;
  let isBlank = true;
  return {
    take(bytes) {
      for (const byte of bytes) {
        if (byte === 10 && !isQuoted) {
          if (!isBlank) rows += 1;
          isBlank = true;
        } else if (byte !== 13) {
          isBlank = false;
          if (byte === 34 && hasQuotes) isQuoted = !isQuoted;
        }
      }
    },
    total: () => rows + (isBlank ? 0 : 1),
  };
}
