/** A file on its way from the list, where it was dropped, to the page that imports it. */

export const importedFiles = '.csv,.tsv,.txt,.ndjson,.jsonl';

let dropped: File | undefined;

export function keepDroppedFile(file: File | undefined): void {
  dropped = file;
}

export function takeDroppedFile(): File | undefined {
  const file = dropped;
  dropped = undefined;
  return file;
}
