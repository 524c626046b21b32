import type { ComponentChildren, VNode } from 'preact';

/** Writes a tree of elements as HTML. Components are plain functions here: no state, no hooks, nothing to wait for. */
export function toHtml(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escapeText(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(toHtml).join('');
  const { type, props } = node as VNode<Props>;
  if (typeof type === 'function') return toHtml((type as (props: Props) => ComponentChildren)(props));
  if (type === null || type === undefined) return '';
  const open = `<${type}${attributesOf(type, props)}>`;
  return empty.has(type) ? open : `${open}${contentOf(type, props)}</${type}>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Props {
  readonly children?: ComponentChildren;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
  readonly [name: string]: unknown;
}

const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const unwritten = new Set(['children', 'dangerouslySetInnerHTML', 'key', 'ref']);

function attributesOf(type: string, props: Props): string {
  let text = '';
  for (const [name, value] of Object.entries(props)) {
    if (unwritten.has(name) || typeof value === 'function') continue;
    // What a field starts with is its content in a textarea and an attribute elsewhere.
    if (name === 'defaultValue' && type === 'textarea') continue;
    text += attribute(renamed[name] ?? name, value);
  }
  return text;
}

const renamed: Readonly<Record<string, string>> = { defaultValue: 'value', defaultChecked: 'checked' };

function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return ` ${name}`;
  return ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
}

function contentOf(type: string, props: Props): string {
  // oxlint-disable-next-line no-underscore-dangle -- Preact calls it so
  if (props.dangerouslySetInnerHTML) return props.dangerouslySetInnerHTML.__html;
  // A first line break in a textarea is dropped by browsers.
  if (type === 'textarea') return `\n${escapeText(String(props['defaultValue'] ?? ''))}`;
  return toHtml(props.children);
}
