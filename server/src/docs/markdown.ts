import { posix } from 'node:path';
import type { Heading } from '@daybook/booking/docs/model';
import { Marked, type Tokens } from 'marked';
import sanitize from 'sanitize-html';

/** Where a link in a file leads on the site; undefined where the site has no such page. */
export type Resolve = (target: string) => string | undefined;

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** HTML from our own Markdown. */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const plain = plainText(inner);
        const id = uniqueId(plain, taken);
        if (depth === 2) headings.push({ id, text: plain });
        return depth === 1
          ? `<h1>${inner}</h1>`
          : `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = /^(?:[a-z]+:|\/|#)/.test(href) ? href : resolve(href);
        return target === undefined ? inner : `<a href="${escapeAttribute(target)}">${inner}</a>`;
      },
      image({ href, text: alt }) {
        const source = resolve(href);
        return source
          ? `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}" loading="lazy">`
          : '';
      },
      code: ({ text: code, lang }) => codeBlock(code, lang ?? ''),
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('');
        // A wide one is scrolled by itself, also by keys.
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html: sanitize(html, allowed), headings };
}

/** ```` ```sh curl ```` is a block with the label curl. */
function codeBlock(code: string, info: string): string {
  const [language = '', ...label] = info.split(' ');
  const name = label.join(' ') || language;
  return `<div class="code">${name ? `<div class="label">${escapeAttribute(name)}</div>` : ''}<pre tabindex="0" role="group" aria-label="${escapeAttribute(name || 'Code')}"><code>${escapeAttribute(code)}</code></pre></div>`;
}

/** It is our own text; what nobody meant to write into it is dropped all the same. */
const allowed: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'h1', 'h2', 'details', 'summary'],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'loading'],
    '*': ['id', 'class', 'tabindex', 'role', 'aria-label'],
  },
};

/** The id of a heading, as links to parts of a page name it. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const base = slugOf(text) || 'part';
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

function plainText(html: string): string {
  return sanitize(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The target of a relative link in a file of the repository: `../run/install.md#x` in `docs/guide` is `docs/run/install.md#x`. */
export function targetFrom(file: string, link: string): string {
  return posix.join(posix.dirname(file), link);
}
