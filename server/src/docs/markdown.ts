import { posix } from 'node:path';
import type { Heading } from '@daybook/booking/docs/model';
import { Marked, type Tokens } from 'marked';

/** Where a link in a file leads on the site; undefined where the site has no such page. */
export type Resolve = (target: string) => string | undefined;

/** HTML from our own Markdown: of the tags below and no others, since HTML in the text is shown as text. */
export function renderMarkdown(text: string, resolve: Resolve): string {
  const taken = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const id = uniqueId(plainText(inner), taken);
        return depth === 1
          ? `<h1>${inner}</h1>`
          : `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = /^(?:https?:|mailto:|\/|#)/.test(href) ? href : resolve(href);
        return target === undefined ? inner : `<a href="${escapeAttribute(target)}">${inner}</a>`;
      },
      image({ href, text: alt }) {
        const source = resolve(href);
        return source
          ? `<img src="${escapeAttribute(source)}" alt="${escapeAttribute(alt)}" loading="lazy">`
          : '';
      },
      code: ({ text: code, lang }) => codeBlock(code, lang ?? ''),
      html: ({ text: html }) => escapeAttribute(html),
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('');
        // A wide one is scrolled by itself, also by keys.
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** The second level of headings, with the ids that they get. */
export function listHeadings(text: string): Heading[] {
  const taken = new Map<string, number>();
  const lines = text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^(#{1,6}) (.+)$/gm);
  return [...lines].flatMap(([, marks = '', title = '']) => {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const id = uniqueId(plain, taken);
    return marks.length === 2 ? [{ id, text: plain }] : [];
  });
}

/** ```` ```sh curl ```` is a block with the label curl. */
function codeBlock(code: string, info: string): string {
  const [language = '', ...label] = info.split(' ');
  const name = label.join(' ') || language;
  return `<div class="code">${name ? `<div class="label">${escapeAttribute(name)}</div>` : ''}<pre tabindex="0" role="group" aria-label="${escapeAttribute(name || 'Code')}"><code>${escapeAttribute(code)}</code></pre></div>`;
}

/** The id of a heading, as links to parts of a page name it. */
function uniqueId(text: string, taken: Map<string, number>): string {
  const base = toSlug(text) || 'part';
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
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
export function resolveLink(file: string, link: string): string {
  return posix.join(posix.dirname(file), link);
}
