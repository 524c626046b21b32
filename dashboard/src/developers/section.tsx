import type { ReactNode } from 'react';
import { SectionPage } from '../kit/section-page.tsx';
import { Empty } from '../kit/states.tsx';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';

const sections = [
  { to: '/developers/webhooks', label: words.developers.webhooks },
  { to: '/developers/tokens', label: words.developers.tokens },
  { to: '/developers/apps', label: words.developers.apps },
  { to: '/developers/catcher', label: words.developers.catcher },
  { to: '/developers/mail', label: words.developers.mail },
  { to: '/developers/audit-log', label: words.developers.auditLog },
  { to: '/developers/reference', label: words.developers.reference },
] as const;

interface SectionProps {
  /** What can be done in the section, in the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the area, under the way to the others. */
export function Section({ actions, children }: SectionProps) {
  return (
    <SectionPage
      title={words.developers.title}
      actions={actions}
      label={words.developers.sections}
      sections={sections}
    >
      {children}
    </SectionPage>
  );
}

/** The same for owners and admins; others read why there is nothing. */
export function AdminSection({ actions, children }: SectionProps) {
  const mayManage = useCanManage();
  if (mayManage) return <Section actions={actions}>{children}</Section>;
  return (
    <Section>
      <Empty icon="developers" title={words.developers.adminsOnly} hint={words.developers.adminsOnlyHint} />
    </Section>
  );
}
