import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { adaptManifest } from '../db/former-schema.ts';
import { StartError } from '../start-error.ts';
import { readTar, tarEnd, buildTarEntry } from './tar.ts';

/**
 * A backup or an export: rows of tables in parts of bounded size, and a manifest with the checksum of each, written last. In a
 * tar, or in a folder.
 */

const part = z.object({ name: z.string(), sha256: z.string() });

export const manifestShape = z.object({
  format: z.enum(['daybook-backup', 'daybook-export']),
  createdAt: z.string(),
  /** The state of the schema: each migration with its checksum. */
  migrations: z.record(z.string(), z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      parts: z.array(part),
    }),
  ),
  /** Other files, in the order in which they were written. */
  files: z.array(part).default([]),
  /** Of a backup: where each sequence stands. */
  sequences: z.record(z.string(), z.tuple([z.string(), z.boolean()])).default({}),
  /** Of a backup: the latest migration of the job queue, and the hash of the key that seals secrets. */
  jobQueue: z.int().optional(),
  keyFingerprint: z.string().optional(),
  /** Of an export. */
  workspaceId: z.uuid().optional(),
});

export type Manifest = z.output<typeof manifestShape>;
export type Part = z.output<typeof part>;

const manifestName = 'manifest.json';
/** A part of an archive is a few megabytes: what is larger than this was not written by us. */
const largestPart = 256 * 1024 * 1024;

export interface Archive {
  /** Names begin with a number, so that their order is the order in which they were written. */
  add(name: string, bytes: Buffer): Promise<Part>;
  /** Writes the manifest, and gives the archive its name: before that nothing has it. */
  finish(manifest: z.input<typeof manifestShape>): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

const isTar = (path: string): boolean => path.endsWith('.tar');

/** A tar where the name says so, else a folder. Nobody but its owner may read it. */
export async function createArchive(path: string): Promise<Archive> {
  if (existsSync(path)) throw new StartError(`${path} already exists; choose another name.`);
  const work = `${path}.unfinished`;
  try {
    await rm(work, { recursive: true, force: true });
    const { write, close } = await (isTar(path) ? createTar(work) : createFolder(work));
    let count = 0;
    return {
      async add(suffix, bytes) {
        const name = `data/${String((count += 1)).padStart(7, '0')}-${suffix}`;
        await write(name, bytes);
        return { name, sha256: sha256(bytes) };
      },
      async finish(manifest) {
        const text = JSON.stringify(manifestShape.parse(manifest), null, 1);
        await write(manifestName, Buffer.from(`${text}\n`));
        await close();
        await rename(work, path);
        await syncFolder(dirname(path));
      },
      async discard() {
        await close().catch(() => {});
        await rm(work, { recursive: true, force: true });
      },
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${path} can’t be written (${code}).`, { cause: error });
  }
}

interface Target {
  write(name: string, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

async function createTar(path: string): Promise<Target> {
  const file = await open(path, 'wx', 0o600);
  return {
    async write(name, bytes) {
      await file.appendFile(Buffer.concat(buildTarEntry(name, bytes)));
    },
    async close() {
      await file.appendFile(tarEnd);
      await file.sync();
      await file.close();
    },
  };
}

async function createFolder(path: string): Promise<Target> {
  await mkdir(join(path, 'data'), { recursive: true, mode: 0o700 });
  return {
    write: (name, bytes) => writeFile(join(path, name), bytes, { flag: 'wx', mode: 0o600, flush: true }),
    close: async () => {},
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Reads all of an archive, and returns its manifest if nothing is missing, damaged or of another kind. */
export async function verifyArchive(path: string, format: Manifest['format']): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  try {
    for await (const { name, bytes } of readEntries(path)) {
      if (name === manifestName) manifest = manifestShape.parse(JSON.parse(bytes.toString('utf8')));
      else found.set(name, sha256(bytes));
    }
  } catch (error) {
    throw new StartError(`${path} can’t be read: ${reasonOf(error)}`, { cause: error });
  }
  if (manifest?.format !== format) {
    throw new StartError(`${path} isn’t a complete ${format.replace('-', ' ')}; nothing was changed.`);
  }
  const broken = listParts(manifest).find(({ name, sha256 }) => found.get(name) !== sha256);
  if (broken) {
    const how = found.has(broken.name) ? 'damaged' : 'missing';
    throw new StartError(`${path}: ${broken.name} is ${how}; nothing was changed.`);
  }
  return adaptManifest(manifest, format.replace('daybook-', ''));
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'its manifest is damaged.';
  const { code, message } = error as NodeJS.ErrnoException;
  return code ? `${code}.` : message;
}

export function listParts({ tables, files }: Manifest): Part[] {
  return [...tables.flatMap(({ parts }) => parts), ...files];
}

/** The entries of an archive in the order in which they were written. */
export function readEntries(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  return isTar(path) ? entriesOfTar(path) : entriesOfFolder(path);
}

async function* entriesOfTar(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const file = await open(path, 'r');
  try {
    yield* readTar((length) => readExactly(file, length), largestPart);
  } finally {
    await file.close();
  }
}

async function readExactly(file: FileHandle, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at);
    if (bytesRead === 0) {
      if (at === 0) return undefined;
      throw new Error('The file is incomplete.');
    }
    at += bytesRead;
  }
  return bytes;
}

/** The manifest comes first here, since it says which files belong to the archive, and in which order. */
async function* entriesOfFolder(path: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const bytes = await readFile(join(path, manifestName));
  yield { name: manifestName, bytes };
  const manifest = manifestShape.parse(JSON.parse(bytes.toString('utf8')));
  for (const name of listParts(manifest)
    .map((each) => each.name)
    .sort()) {
    if (!/^data\/[\w.-]+$/.test(name)) throw new Error(`Unexpected file ${name}.`);
    const { size } = await stat(join(path, name)).catch(() => ({ size: -1 }));
    if (size > largestPart) throw new Error(`${name} is too large.`);
    if (size >= 0) yield { name, bytes: await readFile(join(path, name)) };
  }
}
