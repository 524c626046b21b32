/** Which files a drop zone takes. Pure, so that Node can test it. */

interface DroppedFile {
  readonly name: string;
  readonly type: string;
}

interface DropRules {
  /** As the `accept` of a field for files: `.csv,image/png`. Left out, all of them. */
  readonly accept?: string;
  readonly isSingle?: boolean;
}

/** Why files are refused: one of another type, or more than one. */
export function findDropProblem(
  files: readonly DroppedFile[],
  { accept, isSingle = false }: DropRules,
): 'type' | 'many' | undefined {
  if (files.some((file) => !isAccepted(file, accept))) return 'type';
  return isSingle && files.length > 1 ? 'many' : undefined;
}

function isAccepted({ name, type }: DroppedFile, accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .some((each) => (each.startsWith('.') ? name.toLowerCase().endsWith(each) : type.toLowerCase() === each));
}
