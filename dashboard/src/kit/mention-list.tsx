import { useLayoutEffect, useRef } from 'react';
import { words } from '../platform/words/words.ts';
import { Face } from './face.tsx';
import type { Mentionable } from './mention.rules.ts';

interface MentionListProps {
  readonly id: string;
  readonly found: readonly Mentionable[];
  readonly at: number;
  /** Where the `@` stands in the window. */
  readonly place: { readonly left: number; readonly top: number; readonly bottom: number };
  readonly onChoose: (user: Mentionable) => void;
}

const margin = 8;

/** Users whom the text may mean. The focus stays in the text, which names the option that Enter chooses. */
export function MentionList({ id, found, at, place, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const { offsetWidth: width, offsetHeight: height } = current;
    const hasRoom = place.bottom + height + margin < innerHeight;
    current.style.left = `${Math.max(margin, Math.min(place.left, innerWidth - width - margin))}px`;
    current.style.top = `${hasRoom ? place.bottom + 4 : place.top - height - 4}px`;
  });
  return (
    <div ref={list} className="pop picker" id={id} role="listbox" aria-label={words.notes.people}>
      {found.map((user, index) => (
        <div
          key={user.uuid}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={`opt${index === at ? ' is-on' : ''}`}
          // The focus stays in the text.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(user);
          }}
        >
          <Face name={user.name} />
          <span className="cut">{user.name}</span>
        </div>
      ))}
    </div>
  );
}
