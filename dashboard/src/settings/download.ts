/** Saves parts of a text as a file, as a link would. */
export function downloadFile(name: string, parts: BlobPart[], type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
