import { useEffect, useRef } from 'react';
import { start } from '../platform/start.ts';

/** How often the address has changed: the first page of a visit leaves the focus where the browser has it. */
let visits = 0;

export function countVisit(): void {
  visits += 1;
}

/** The heading of a page or panel. It names the tab, and has the focus after a navigation. */
export function Heading({ text, level = 1 }: { readonly text: string; readonly level?: 1 | 2 }) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (visits > 0) element.current?.focus();
  }, []);
  useEffect(() => {
    document.title = start.embed ? text : `${text} · Daybook`;
  }, [text]);
  const Tag = level === 1 ? 'h1' : 'h2';
  return (
    <Tag ref={element} tabIndex={-1} className="cut">
      {text}
    </Tag>
  );
}
