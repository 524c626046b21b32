import { createElement, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { isLink, parseHtml, type RichNode } from '../platform/rich-text.ts';
import { useFieldErrors } from './field.tsx';
import type { Mentionable } from './mention.rules.ts';

const loadEditor = () => import('./rich-editor.tsx').catch(() => undefined);
type Editor = NonNullable<Awaited<ReturnType<typeof loadEditor>>>['RichEditor'];

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
  const closed = useRef<HTMLDivElement>(null);
  const [Editor, setEditor] = useState<Editor>();
  /** Unless the user has left the field by then: the editor takes the focus. */
  const open = async (): Promise<void> => {
    const loaded = await loadEditor();
    if (loaded && closed.current === document.activeElement) setEditor(() => loaded.RichEditor);
  };
  useEffect(() => {
    if (props.isOpen) closed.current?.focus();
  }, []);
  const field = {
    'aria-labelledby': `${id}-label`,
    ...(errors.length > 0 && { 'aria-invalid': 'true' as const }),
    ...((help || errors.length > 0) && { 'aria-describedby': `${id}-help` }),
  };
  return (
    <div className="field">
      <span className="lbl" id={`${id}-label`}>
        {label}
      </span>
      {Editor ? (
        <Editor html={html} onChange={onChange} field={field} mentionable={mentionable} />
      ) : (
        <div
          ref={closed}
          className="input area rich"
          role="textbox"
          aria-multiline="true"
          tabIndex={0}
          {...field}
          // A user who comes near may type a moment later.
          onPointerEnter={() => void loadEditor()}
          onFocus={() => void open()}
        >
          <RichText html={html} />
        </div>
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
