import type { ReactNode } from 'react';
import { Heading } from './heading.tsx';

export interface PageName {
  readonly title: string;
  /** The link to the page that this one belongs to, with the class `crumb`. */
  readonly back?: ReactNode;
}

interface PageBarProps extends PageName {
  /** What stands right after the title. */
  readonly beside?: ReactNode;
  /** What can be done on the page. */
  readonly children?: ReactNode;
}

/** The bar at the top of a page: where it belongs, its name, and what can be done. */
export function PageBar({ title, back, beside, children }: PageBarProps) {
  return (
    <header className="bar">
      {back}
      {back && (
        <span className="crumb" aria-hidden="true">
          /
        </span>
      )}
      <Heading text={title} />
      {beside}
      <span className="grow" />
      {children}
    </header>
  );
}
