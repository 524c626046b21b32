import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  type Dirent,
  type Stats,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

/** Creates the data folder if there is none, and returns its real path, without symbolic links. */
export function ensureDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Node answers ENOENT when it can't create a folder on a read-only disk.
    if (code === 'ENOENT') {
      throw new StartError(`DATA_DIR ${dataDir} could not be created; choose another DATA_DIR.`);
    }
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw explainError(error, dataDir);
    throw new StartError(`DATA_DIR ${dataDir} is not a folder; choose another DATA_DIR.`);
  }
}

/** Turns an error of the system or of PostgreSQL into a sentence. An error without a code is a bug, and stays as it is. */
export function explainError(error: unknown, dataDir: string): unknown {
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(message ?? '')) {
    return new StartError(
      `The disk that holds ${dataDir} is full; free some space or choose another DATA_DIR.`,
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const why = code === 'EROFS' ? 'is on a read-only disk' : 'isn’t writable for this user';
    return new StartError(`${path ?? dataDir} ${why}; make it writable or choose another DATA_DIR.`);
  }
  if (code === undefined) return error;
  return new StartError(`PostgreSQL could not start on ${dataDir}: ${message}.`, { cause: error });
}

export const isDiskFull = (text: string): boolean =>
  /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(text);

/** The cluster's real folder. `postgres` is a symbolic link where the data had to be put elsewhere (see run-as.ts). */
export function resolveClusterDir(dataDir: string): string {
  const cluster = join(dataDir, 'postgres');
  try {
    return realpathSync(cluster);
  } catch (error) {
    if (!isLink(cluster)) return cluster;
    const sentence = `${cluster} points to a folder that no longer exists; restore it or choose another DATA_DIR.`;
    throw new StartError(sentence, { cause: error });
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

// 107 bytes on Linux and 103 on macOS, the socket's own name included.
const socketPathBytesMax = 103;

/** The socket is in the cluster's folder, unless that path is too long for a socket. */
export function getSocketDir(cluster: string, port: number): string {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= socketPathBytesMax) return cluster;
  // Not os.tmpdir(): TMPDIR may differ between starts, and may be long itself.
  return `/tmp/daybook-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
}

/** Creates the short socket folder. /tmp is shared, so root takes over a folder of another user, and others refuse it. */
export function ensureSocketDir(dir: string, cluster: string, user: { uid: number; gid: number }): void {
  if (dir === cluster) return;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const found = lstatSync(dir);
  if (found.isDirectory() && found.uid === user.uid) return;
  if (!found.isDirectory() || process.getuid?.() !== 0) {
    throw new StartError(
      `${dir} belongs to another user; remove it or choose a DATA_DIR with a shorter path.`,
    );
  }
  lchownSync(dir, user.uid, user.gid);
}

/** Whether a user other than root can reach this path, by the mode bits of every folder above it. */
export function canTraverse(path: string, user: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === dirname(path) || canTraverse(dirname(path), user));
}

/** Makes the user who will run a stopped cluster its owner. */
export function changeOwner(dir: string, user: { uid: number; gid: number }): void {
  if (statSync(dir).uid === user.uid) return;
  walkFolder(dir, (path) => lchownSync(path, user.uid, user.gid));
}

export function walkFolder(dir: string, visit: (path: string, entry: Dirent | Stats) => void): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    visit(join(entry.parentPath, entry.name), entry);
  }
  // The folder itself comes last: its owner shows that everything in it is done.
  visit(dir, lstatSync(dir));
}

/** Makes a rename or a new file durable: it is safe only once its folder is written to the disk. */
export function fsyncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
