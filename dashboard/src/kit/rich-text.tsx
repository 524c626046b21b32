import { createElement, lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { isLink, parseHtml, type RichNode } from '../platform/rich-text.ts';
import { useFieldErrors } from './field.tsx';
import type { Mentionable } from './mention.rules.ts';

const load = async () => ({ default: (await import('./rich-editor.tsx')).RichEditor });
const RichEditor = lazy(load);

/** A note or description as its author formatted it. */
export function RichText({ html }: { readonly html: string }) {
  return <div className="rich">{parseHtml(html).map(shown)}</div>;
}

function shown(node: RichNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return <br key={index} />;
  const children = node.children.map(shown);
  if (node.tag === 'mention') {
    return (
      <b key={index} className="mention">
        {children}
      </b>
    );
  }
  if (node.tag !== 'a') return createElement(node.tag, { key: index }, ...children);
  if (!isLink(node.href ?? '')) return children;
  return (
    <a key={index} className="link" href={node.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

interface RichTextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string;
  readonly html: string;
  readonly onChange: (html: string) => void;
  /** Users who can be mentioned with `@`. */
  readonly mentionable?: readonly Mentionable[] | undefined;
  /** Begins with the focus. */
  readonly isOpen?: boolean | undefined;
}

/** A field for text with formatting. Until it has the focus it only shows the text, and weighs nothing. */
export function RichTextField(props: RichTextFieldProps) {
  const { label, name, help, html, onChange, mentionable } = props;
  const id = useId();
  const errors = useFieldErrors(name);
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  const field = {
    'aria-labelledby': `${id}-label`,
    ...(errors.length > 0 && { 'aria-invalid': 'true' as const }),
    ...((help || errors.length > 0) && { 'aria-describedby': `${id}-help` }),
  };
  const closed = (
    <div
      className="input area rich"
      role="textbox"
      aria-multiline="true"
      tabIndex={0}
      {...field}
      // A user who comes near may type a moment later.
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => setIsOpen(true)}
    >
      <RichText html={html} />
    </div>
  );
  return (
    <div className="field">
      <span className="lbl" id={`${id}-label`}>
        {label}
      </span>
      {isOpen ? (
        <Suspense fallback={closed}>
          <RichEditor html={html} onChange={onChange} field={field} mentionable={mentionable} />
        </Suspense>
      ) : (
        closed
      )}
      <input type="hidden" name={name} value={html} />
      {(help || errors.length > 0) && (
        <p id={`${id}-help`} className={errors.length > 0 ? 'wrong' : 'help'}>
          {errors.length > 0 ? errors.join(' ') : help}
        </p>
      )}
    </div>
  );
}
