import { Schema, type Mark, type Node } from 'prosemirror-model';
import { escapeHtml, isLink, parseHtml, type RichElement, type RichNode } from '../platform/rich-text.ts';

/** Documents of the editor, whose HTML is letter for letter what the API makes of it. */

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    blockquote: {
      content: 'block+',
      group: 'block',
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ul' }],
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol' }],
      toDOM: () => ['ol', 0],
    },
    list_item: { content: 'paragraph block*', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    mention: {
      attrs: { user: {}, name: {} },
      inline: true,
      group: 'inline',
      atom: true,
      // Copied from one note to another, it stays a mention.
      parseDOM: [
        {
          tag: 'span[data-user]',
          getAttrs: (element) => ({
            user: element.getAttribute('data-user') ?? '',
            name: (element.textContent ?? '').replace(/^@/, ''),
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        'span',
        { class: 'mention', 'data-user': attrs['user'] as string },
        `@${attrs['name'] as string}`,
      ],
      leafText: ({ attrs }) => `@${attrs['name'] as string}`,
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = element.getAttribute('href') ?? '';
            return isLink(href) && { href };
          },
        },
      ],
      toDOM: (mark) => ['a', { href: mark.attrs['href'] as string }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    u: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
    s: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});

const marks: Readonly<Record<string, string>> = {
  ...{ a: 'link', b: 'strong', strong: 'strong', i: 'em', em: 'em', u: 'u', s: 's', code: 'code' },
};
const blocks: Readonly<Record<string, string>> = {
  ...{ p: 'paragraph', ul: 'bullet_list', ol: 'ordered_list', li: 'list_item', blockquote: 'blockquote' },
};

export function parseDocument(html: string): Node {
  const content = blocksOf(parseHtml(html));
  return schema.node('doc', null, content.length > 0 ? content : [schema.node('paragraph')]);
}

/** Texts between blocks become paragraphs of their own. */
function blocksOf(nodes: readonly RichNode[]): Node[] {
  const found: Node[] = [];
  let inline: RichNode[] = [];
  const flush = (): void => {
    const content = inlineOf(inline, []);
    if (content.some((node) => !node.isText || node.text?.trim())) {
      found.push(schema.node('paragraph', null, content));
    }
    inline = [];
  };
  for (const node of nodes) {
    const name = typeof node === 'string' ? undefined : blocks[node.tag];
    if (name === undefined) inline.push(node);
    else {
      flush();
      found.push(blockOf(name, node as RichElement));
    }
  }
  flush();
  return found;
}

function blockOf(name: string, { children }: RichElement): Node {
  if (name === 'paragraph') return schema.node(name, null, inlineOf(children, []));
  const inside = blocksOf(children);
  if (name === 'bullet_list' || name === 'ordered_list') {
    const items = inside.map((node) => (node.type.name === 'list_item' ? node : itemOf([node])));
    return schema.node(name, null, items.length > 0 ? items : [itemOf([])]);
  }
  if (name === 'list_item') return itemOf(inside);
  return schema.node(name, null, inside.length > 0 ? inside : [schema.node('paragraph')]);
}

function itemOf(inside: readonly Node[]): Node {
  const first = inside[0]?.type.name === 'paragraph' ? [] : [schema.node('paragraph')];
  return schema.node('list_item', null, [...first, ...inside]);
}

function inlineOf(nodes: readonly RichNode[], outer: readonly Mark[]): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return node === '' ? [] : [schema.text(node, outer)];
    if (node.tag === 'br') return [schema.node('hard_break', null, undefined, outer)];
    if (node.tag === 'mention' && node.user !== undefined) {
      const name = node.children.join('').replace(/^@/, '');
      return [schema.node('mention', { user: node.user, name }, undefined, outer)];
    }
    const name = marks[node.tag];
    const isKept = name !== undefined && (name !== 'link' || isLink(node.href ?? ''));
    const own = isKept ? [schema.mark(name, name === 'link' ? { href: node.href } : null)] : [];
    return inlineOf(node.children, own[0]?.addToSet(outer) ?? outer);
  });
}

/** Empty for a document without text. */
export function serializeDocument(doc: Node): string {
  if (doc.textContent.trim() === '') return '';
  return contentOf(doc);
}

function contentOf(node: Node): string {
  return node.children.map(blockHtml).join('');
}

const blockTags: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', bullet_list: 'ul', ordered_list: 'ol', list_item: 'li', blockquote: 'blockquote' },
};

function blockHtml(node: Node): string {
  const tag = blockTags[node.type.name] ?? 'p';
  if (node.type.name === 'paragraph') return `<p>${inlineHtml(node)}</p>`;
  const [only] = node.children;
  const isLine = node.type.name === 'list_item' && node.childCount === 1 && only !== undefined;
  return `<${tag}>${isLine ? inlineHtml(only) : contentOf(node)}</${tag}>`;
}

function inlineHtml(block: Node): string {
  let html = '';
  let open: readonly Mark[] = [];
  for (const node of [...block.children, undefined]) {
    const next = node?.marks ?? [];
    const same = next.findIndex((mark, index) => !open[index]?.eq(mark));
    const kept = Math.min(open.length, same === -1 ? next.length : same);
    html += open.slice(kept).toReversed().map(closing).join('') + next.slice(kept).map(opening).join('');
    open = next;
    if (node) html += leafHtml(node);
  }
  return html;
}

function leafHtml(node: Node): string {
  if (node.isText) return escapeHtml(node.text ?? '');
  if (node.type.name !== 'mention') return '<br />';
  return `<mention user="${String(node.attrs['user'])}">@${escapeHtml(String(node.attrs['name']))}</mention>`;
}

function opening(mark: Mark): string {
  if (mark.type.name !== 'link') return `<${mark.type.name}>`;
  const href = escapeHtml(mark.attrs['href'] as string).replaceAll('"', '&quot;');
  return `<a href="${href}" rel="noopener noreferrer nofollow">`;
}

const closing = (mark: Mark): string => (mark.type.name === 'link' ? '</a>' : `</${mark.type.name}>`);
