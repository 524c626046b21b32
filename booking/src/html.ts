import type { ComponentChildren, VNode } from 'preact';

/** Renders elements to HTML. Components must be plain functions: no state, no hooks, nothing asynchronous. */
export function toHtml(node: ComponentChildren): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escapeText(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(toHtml).join('');
  const { type, props } = node as VNode<Props>;
  if (typeof type === 'function') return toHtml((type as (props: Props) => ComponentChildren)(props));
  if (type === null || type === undefined) return '';
  const open = `<${type}${attributesOf(type, props)}>`;
  return voidElements.has(type) ? open : `${open}${contentOf(type, props)}</${type}>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Props {
  readonly children?: ComponentChildren;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
  readonly [name: string]: unknown;
}

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const notAttributes = new Set(['children', 'dangerouslySetInnerHTML', 'key', 'ref']);

function attributesOf(type: string, props: Props): string {
  let text = '';
  for (const [name, value] of Object.entries(props)) {
    if (notAttributes.has(name) || typeof value === 'function') continue;
    // A textarea has its initial value as content, other fields as an attribute.
    if (name === 'defaultValue' && type === 'textarea') continue;
    text += attribute(attributeNames[name] ?? name, value);
  }
  return text;
}

const attributeNames: Readonly<Record<string, string>> = { defaultValue: 'value', defaultChecked: 'checked' };

function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return ` ${name}`;
  return ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
}

function contentOf(type: string, props: Props): string {
  // oxlint-disable-next-line no-underscore-dangle -- Preact's own name
  if (props.dangerouslySetInnerHTML) return props.dangerouslySetInnerHTML.__html;
  // Browsers drop the first line break in a textarea, so one is added.
  if (type === 'textarea') return `\n${escapeText(String(props['defaultValue'] ?? ''))}`;
  return toHtml(props.children);
}
