import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRows, readNdjsonRows, findReadError, type FileRow } from './read-file.ts';

const piece = fc.constantFrom(
  ...[
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\uFEFF',
    '\0',
    'a',
    ' ',
    "'=1",
    '{',
    '}',
    '{"a":1}',
    '[',
    'null',
    'é',
    '🗒',
    '\\',
  ],
);
const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));

/** In pieces, as files arrive: also in the middle of a character. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function requireRows(rows: AsyncIterable<FileRow>, bytes: Buffer): Promise<void> {
  let endsAt = 0;
  try {
    for await (const row of rows) {
      expect(row.endsAt).toBeGreaterThan(endsAt);
      ({ endsAt } = row);
    }
    // A last line need not end.
    expect(endsAt).toBeLessThanOrEqual(bytes.length + 1);
  } catch (error) {
    if (findReadError(error) === undefined) throw error;
  }
}

test('any file is rows that end one after the other, or a sentence why not', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(',', ';', '\t'),
      async (content, size, delimiter) => {
        const bytes = Buffer.from(content);
        await requireRows(readCsvRows(inPieces(bytes, size), { delimiter, from: 0 }), bytes);
        await requireRows(readNdjsonRows(inPieces(bytes, size), 0), bytes);
      },
    ),
    { numRuns: 1000 },
  );
});
