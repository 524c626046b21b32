import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageBar, type PageName } from './page-bar.tsx';

interface Section {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: object;
  readonly search?: object;
  /** Only its own path is the section, not the paths below it. */
  readonly isExact?: boolean;
  /** Said where the path alone does not tell. */
  readonly isCurrent?: boolean;
}

interface SectionPageProps extends PageName {
  /** What can be done in the section, in the bar. */
  readonly actions?: ReactNode;
  /** Names the list of sections. */
  readonly label: string;
  readonly sections: readonly Section[];
  /** At the end of the line of sections. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

/** One section of an area or of a thing, under the links to the others. */
export function SectionPage({ actions, label, sections, status, children, ...name }: SectionPageProps) {
  return (
    <>
      <PageBar {...name}>{actions}</PageBar>
      <div className="tools">
        <nav className="tabs" aria-label={label}>
          {sections.map((section) => (
            <SectionLink key={section.label} {...section} />
          ))}
        </nav>
        <span className="grow" />
        {status}
      </div>
      {children}
    </>
  );
}

function SectionLink({ label, to, params = {}, search = {}, isExact = false, isCurrent }: Section) {
  return (
    <Link
      to={to}
      params={params as never}
      search={search as never}
      activeOptions={isCurrent === undefined ? { exact: isExact, includeSearch: false } : { exact: true }}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
    </Link>
  );
}
