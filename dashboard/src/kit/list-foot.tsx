import type { ReactNode } from 'react';
import { words } from '../platform/words/words.ts';

interface ListFootProps {
  readonly text: string;
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly children?: ReactNode;
}

/** How many there are, and the way to the next ones. */
export function ListFoot({ text, list, children }: ListFootProps) {
  return (
    <footer className="foot">
      <span>{text}</span>
      {list.hasNextPage && (
        <button
          type="button"
          className="btn small"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {words.lists.showMore}
        </button>
      )}
      <span className="grow" />
      {children}
    </footer>
  );
}
