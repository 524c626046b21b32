import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The server's own folder, whether this runs from source or from the bundle. */
export const serverDir = above(dirname(fileURLToPath(import.meta.url)), 'migrations');

function above(folder: string, mark: string): string {
  if (existsSync(join(folder, mark))) return folder;
  if (dirname(folder) === folder) throw new Error(`No folder above this file holds ${mark}.`);
  return above(dirname(folder), mark);
}
