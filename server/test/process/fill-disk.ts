import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes into a file until nothing more fits on its disk. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (let size = 1024 * 1024; size >= 512; size /= 2) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}
