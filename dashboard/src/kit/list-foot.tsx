import type { ReactNode } from 'react';
import { words } from '../platform/words/words.ts';

export interface NextPage {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface ListFootProps {
  readonly text: string;
  readonly list: NextPage;
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
