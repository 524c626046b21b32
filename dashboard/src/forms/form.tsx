import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { SectionPage } from '../kit/section-page.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

const tabs = [
  { to: '/forms/$uuid', label: words.forms.build, isExact: true },
  { to: '/forms/$uuid/try', label: words.forms.try },
  { to: '/forms/$uuid/submissions', label: words.forms.submissions },
  { to: '/forms/$uuid/share', label: words.forms.share },
] as const;

/** One form: what it asks and where it leads, a trial, what came in, and how it is shared. */
export function FormPage() {
  const { uuid } = useParams({ from: '/forms/$uuid' });
  const { data: form } = useSuspenseQuery(buildQuery('readRoutingForm', { params: { uuid } }));
  return (
    <SectionPage
      title={form.name}
      back={
        <Link className="crumb" to="/forms">
          {words.forms.title}
        </Link>
      }
      actions={<CopyButton text={form.routingFormUrl} label={words.forms.copyLink} icon="link" />}
      label={form.name}
      sections={tabs.map((tab) => ({ ...tab, params: { uuid } }))}
      status={
        <span className="tag" data-color={form.isActive ? 'success' : 'gray'}>
          <i />
          {form.isActive ? words.forms.open : words.forms.closed}
        </span>
      }
    >
      <Outlet />
    </SectionPage>
  );
}
