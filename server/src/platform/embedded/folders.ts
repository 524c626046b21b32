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

/** Makes the data folder if need be and returns its real path, the same whatever way led to it. */
export function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Node answers ENOENT where a read-only disk keeps it from making a folder.
    if (code === 'ENOENT') {
      throw new StartError(`DATA_DIR ${dataDir} could not be made there; choose another DATA_DIR.`);
    }
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw explained(error, dataDir);
    throw new StartError(`DATA_DIR ${dataDir} is not a folder; choose another DATA_DIR.`);
  }
}

/** Turns what the system or PostgreSQL said into a sentence. A fault of our own has no code and passes as it is. */
export function explained(error: unknown, dataDir: string): unknown {
  const { code, message, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT' || meansDiskFull(message ?? '')) {
    return new StartError(
      `The disk that holds ${dataDir} is full; free some space or choose another DATA_DIR.`,
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const why = code === 'EROFS' ? 'is on a read-only disk' : 'may not be written by this user';
    return new StartError(`${path ?? dataDir} ${why}; change that or choose another DATA_DIR.`);
  }
  if (code === undefined) return error;
  return new StartError(`PostgreSQL could not start on ${dataDir}: ${message}.`, { cause: error });
}

export const meansDiskFull = (text: string): boolean =>
  /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(text);

/** The cluster's real folder. It is a link where the data had to live elsewhere (see run-as.ts). */
export function clusterIn(dataDir: string): string {
  const cluster = join(dataDir, 'postgres');
  try {
    return realpathSync(cluster);
  } catch (error) {
    if (!isLink(cluster)) return cluster;
    const sentence = `${cluster} points to a folder that is gone; put it back or choose another DATA_DIR.`;
    throw new StartError(sentence, { cause: error });
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

// 107 bytes on Linux and 103 on macOS, the socket's own name included.
const socketPathBytesMax = 103;

/** The socket lies in the cluster itself, unless that path is too long for a socket's address. */
export function socketDirFor(cluster: string, port: number): string {
  if (Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= socketPathBytesMax) return cluster;
  // Not os.tmpdir(): TMPDIR may differ between starts, and may be long itself.
  return `/tmp/daybook-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
}

/** Makes the short socket folder. /tmp is everyone's, so a folder that another user put there is taken or refused. */
export function openSocketDir(dir: string, cluster: string, user: { uid: number; gid: number }): void {
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

/** Whether a user who is not root can get to this path, by the mode bits of every folder above it. */
export function reachable(path: string, user: { uid: number; gid: number }): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === dirname(path) || reachable(dirname(path), user));
}

/** Gives a stopped cluster to the user who will run it. */
export function giveTo(dir: string, user: { uid: number; gid: number }): void {
  if (statSync(dir).uid === user.uid) return;
  eachEntry(dir, (path) => lchownSync(path, user.uid, user.gid));
}

export function eachEntry(dir: string, visit: (path: string, entry: Dirent | Stats) => void): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    visit(join(entry.parentPath, entry.name), entry);
  }
  // The top comes last: it is the mark that all below it is done.
  visit(dir, lstatSync(dir));
}

/** Makes names durable: a rename or a new file is only safe once its folder is on the disk. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
