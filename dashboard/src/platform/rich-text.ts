/** Notes and descriptions are HTML of a few tags on the wire, and a tree here: the page's policy forbids HTML from strings. */

const tags = 'b strong i em u s a p br ul ol li blockquote code mention'.split(' ');

export interface RichElement {
  readonly tag: string;
  readonly href?: string;
  /** Of a mention: the user's id. */
  readonly user?: string;
  readonly children: readonly RichNode[];
}

export type RichNode = RichElement | string;

/** Reads sanitized HTML. Tags that it does not know leave their text behind. */
export function parseHtml(html: string): readonly RichNode[] {
  const root: OpenElement = { tag: '', children: [] };
  const open: OpenElement[] = [root];
  for (const [, slash, name = '', attributes = '', text] of html.matchAll(
    /<(\/?)([a-z\d]+)([^>]*)>|([^<]+)/gi,
  )) {
    const tag = name.toLowerCase();
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decode(text));
    else if (!tags.includes(tag)) continue;
    else if (slash) close(open, tag);
    else {
      const href = /\bhref="([^"]*)"/.exec(attributes)?.[1];
      const user = /\buser="([0-9A-Z]{15})"/.exec(attributes)?.[1];
      const element: OpenElement = {
        tag,
        children: [],
        ...(href !== undefined && { href: decode(href) }),
        ...(user !== undefined && { user }),
      };
      parent.children.push(element);
      if (tag !== 'br') open.push(element);
    }
  }
  return root.children;
}

interface OpenElement {
  readonly tag: string;
  readonly href?: string;
  readonly user?: string;
  readonly children: (OpenElement | string)[];
}

function close(open: OpenElement[], tag: string): void {
  const at = open.findLastIndex((element) => element.tag === tag);
  if (at > 0) open.length = at;
}

/** The text alone, a line for each block. */
export function extractText(html: string): string {
  return textOf(parseHtml(html))
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}

function textOf(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.tag === 'br') return '\n';
      return `${textOf(node.children)}${/^(?:p|li|blockquote)$/.test(node.tag) ? '\n' : ''}`;
    })
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|([a-z]+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

/** What a browser may be sent to from a text. */
export function isLink(href: string): boolean {
  return URL.canParse(href) && ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol);
}
