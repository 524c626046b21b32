import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { words } from '../platform/words/words.ts';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';

interface PanelProps {
  readonly title: string;
  /** Where the close button leads: the list beside. What the address says about the list stays. */
  readonly closeTo: string;
  readonly isWide?: boolean;
  /** What the address says after that, where it is not what it says now. */
  readonly closeSearch?: object;
  /** What can be done, in the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One thing beside the list; on a phone, in its place. */
export function Panel({ title, closeTo, isWide = false, closeSearch, actions, children }: PanelProps) {
  return (
    <aside className={`panel${isWide ? ' wide-panel' : ''}`} aria-label={title}>
      <header className="bar">
        <Heading text={title} level={2} />
        <span className="grow" />
        {actions}
        <Link
          to={closeTo as '.'}
          search={(closeSearch ?? true) as never}
          className="btn quiet small square"
          aria-label={words.shell.close}
        >
          <Icon name="close" />
        </Link>
      </header>
      <div className="panel-body col gap4">{children}</div>
    </aside>
  );
}
