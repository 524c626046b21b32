import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Gets the text without spaces around it. */
  readonly onChange: (value: string) => void;
}

const waitMs = 200;

/** Takes effect a moment after the last letter, so that a word is one request. Escape clears it, and `/` leads to it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = (next: string): void => {
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  };
  useEffect(() => {
    // The answer to what was sent comes after more letters were typed: only what others set replaces them.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => send(text.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="find">
      <Icon name="search" />
      <span className="hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return;
          setText('');
          send('');
        }}
      />
      <kbd className="by-keys" aria-hidden="true">
        /
      </kbd>
    </label>
  );
}
