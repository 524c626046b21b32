import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Pages that tell a reader what to type. */
export const pages: readonly string[] = [
  'README.md',
  'cli/README.md',
  'client/README.md',
  ...['docs/guide', 'docs/run'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

/** A block of code on a page. */
export interface Block {
  /** The page, and the number of the block there, counted from one: `docs/guide/cli.md 2`. */
  readonly id: string;
  readonly language: string;
  readonly label: string;
  readonly text: string;
  /** The file under which the page says to save it. */
  readonly file: string | undefined;
  /** With no word between them, it shows what the block before it prints. */
  readonly isOutput: boolean;
}

const fence = /(?:`([\w.]+\.mjs)`:\n\n)?^( *)```(\w+) ?([^\n]*)\n([^]*?)^\2```$/gm;

export function parseBlocks(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  let end = 0;
  return [...text.matchAll(fence)].map((match, index) => {
    const [whole, file, indent = '', language = '', label = '', code = ''] = match;
    const isOutput = index > 0 && text.slice(end, match.index).trim() === '';
    end = match.index + whole.length;
    const lines = code.split('\n').map((line) => line.replace(indent, ''));
    return { id: `${page} ${index + 1}`, language, label, text: lines.join('\n'), file, isOutput };
  });
}
