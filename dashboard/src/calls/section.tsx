import type { ReactNode } from 'react';
import { SectionPage } from '../kit/section-page.tsx';
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
    <SectionPage
      title={words.calls.title}
      actions={actions}
      label={words.calls.sections}
      sections={sections.map((section) => ({ ...section, isCurrent: section.to === current }))}
    >
      {children}
    </SectionPage>
  );
}
