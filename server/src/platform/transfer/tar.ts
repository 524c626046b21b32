import { Buffer } from 'node:buffer';

/** The tar format (POSIX ustar), as far as an archive of files with short names needs it. */

const blockSize = 512;

export const tarEnd = Buffer.alloc(2 * blockSize);

/** A file as it stands in a tar: its header, its bytes, and zeros up to the next block. */
export function buildTarEntry(name: string, bytes: Buffer, mode = 0o600): Buffer[] {
  return [header(name, bytes.length, mode), bytes, Buffer.alloc(-bytes.length & (blockSize - 1))];
}

function header(name: string, size: number, mode: number): Buffer {
  const [prefix, rest] = splitName(name);
  const block = Buffer.alloc(blockSize);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  block.write(rest, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  block.write('        0', 148);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A name of more than 100 bytes has its first folders in a place of their own. */
function splitName(name: string): [prefix: string, rest: string] {
  const at = name.length <= 100 ? -1 : name.indexOf('/', name.length - 101);
  const [prefix, rest] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  if (Buffer.byteLength(prefix) > 155 || Buffer.byteLength(rest) > 100)
    throw new Error(`The name is too long for a tar: ${name}`);
  return [prefix, rest];
}

export interface TarFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Returns undefined at the end, and throws when the file is cut off. */
type ReadExactly = (length: number) => Promise<Buffer | undefined>;

/** The files of a tar, one after the other; `largest` bounds the memory that a damaged header could ask for. */
export async function* readTar(read: ReadExactly, largest: number): AsyncGenerator<TarFile> {
  for (;;) {
    const block = await read(blockSize);
    if (!block || block.every((byte) => byte === 0)) return;
    const { name, size } = parseHeader(block);
    if (size > largest) throw new Error(`${name} is too large.`);
    const bytes = (await read(size)) ?? Buffer.alloc(0);
    await read(-size & (blockSize - 1));
    yield { name, bytes };
  }
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 156), 8);
  const blank = Buffer.from(block).fill(' ', 148, 156);
  if (blank.reduce((total, byte) => total + byte, 0) !== sum) throw new Error('A header is damaged.');
  const [name, prefix] = [text(0, 100), text(345, 500)];
  return { name: prefix ? `${prefix}/${name}` : name, size: Number.parseInt(text(124, 136), 8) };
}
