import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Heading } from '../kit/heading.tsx';
import { words } from '../platform/words/words.ts';

const sections = [
  { to: '/calls', label: words.calls.list },
  { to: '/calls/agents', label: words.calls.agents },
  { to: '/calls/outcomes', label: words.calls.charts },
  { to: '/calls/do-not-call', label: words.calls.doNotCall },
] as const;

interface SectionProps {
  readonly current: (typeof sections)[number]['to'];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ current, actions, children }: SectionProps) {
  return (
    <>
      <header className="bar">
        <Heading text={words.calls.title} />
        <span className="grow" />
        {actions}
      </header>
      <div className="tools">
        <nav className="tabs" aria-label={words.calls.sections}>
          {sections.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: true }}
              activeProps={{}}
              aria-current={to === current ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
    </>
  );
}
