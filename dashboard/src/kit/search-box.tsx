import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const waitMs = 250;

/** Takes effect a moment after the last letter, so that a word is one request. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), waitMs);
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
      />
    </label>
  );
}
