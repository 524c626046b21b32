import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** A row of a file: its cells, or what stands on its line; where it ends; or why it can't be read. */
export interface FileRow {
  readonly cells?: readonly string[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly wrong?: string;
  readonly endsAt: number;
}

const longestRow = 1024 * 1024;

interface CsvRow {
  readonly record: string[];
  readonly info: { readonly bytes: number };
}

/** Rows of CSV from a place in it, which is the beginning or the end of a row. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  { delimiter, from, most = -1 }: { delimiter: string; from: number; most?: number },
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: from === 0,
    delimiter,
    info: true,
    to: most,
    max_record_size: longestRow,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Spreadsheets end with rows of nothing but delimiters, which are nobody's records.
    skip_records_with_empty_values: true,
  });
  // Whichever of the two ends early takes the other with it; an error comes out of the loop.
  const rows = pipeline(Readable.from(bytes), parser, () => {});
  for await (const { record, info } of rows as AsyncIterable<CsvRow>) {
    yield { cells: record, endsAt: from + info.bytes };
  }
}

/** Why a file can't be read on; undefined for what is not the file's fault. */
export function whyUnreadable(error: unknown): string | undefined {
  const { code = '', message } = error as Error & { code?: string };
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'The file ends inside of a quoted cell: a quote is not closed.';
  if (code === 'CSV_MAX_RECORD_SIZE' || message === tooLong) return tooLong;
  return code.startsWith('CSV_') ? message : undefined;
}

const tooLong = 'A row is longer than 1 MB.';

/** Lines of NDJSON from the beginning of one. */
export async function* ndjsonRows(bytes: AsyncIterable<Buffer>, from: number): AsyncGenerator<FileRow> {
  let place = from;
  let rest = Buffer.alloc(0);
  const rowOf = (line: Buffer): FileRow[] => {
    place += line.length + 1;
    const text = line
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    return text === '' ? [] : [{ ...parsed(text), endsAt: place }];
  };
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      yield* rowOf(rest.subarray(start, end));
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > longestRow) throw new Error(tooLong);
  }
  yield* rowOf(rest);
}

function parsed(text: string): Pick<FileRow, 'body' | 'wrong'> {
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return { body: body as Record<string, unknown> };
    }
    return { wrong: 'The line is not a JSON object.' };
  } catch {
    return { wrong: 'The line is not valid JSON.' };
  }
}

/** Counts rows as bytes go by: lines that are not blank, where a quoted cell of CSV may hold line breaks. */
export function rowCounter(hasQuotes: boolean): { take(bytes: Buffer): void; total(): number } {
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
