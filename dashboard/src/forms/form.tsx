import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Heading } from '../kit/heading.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

const tabs = [
  { to: '/forms/$uuid', label: words.forms.build },
  { to: '/forms/$uuid/try', label: words.forms.try },
  { to: '/forms/$uuid/submissions', label: words.forms.submissions },
  { to: '/forms/$uuid/share', label: words.forms.share },
] as const;

/** One form: what it asks and where it leads, a trial, what came in, and how it is shared. */
export function FormPage() {
  const { uuid } = useParams({ from: '/forms/$uuid' });
  const { data: form } = useSuspenseQuery(buildQuery('readRoutingForm', { params: { uuid } }));
  return (
    <>
      <header className="bar">
        <Link className="crumb" to="/forms">
          {words.forms.title}
        </Link>
        <span className="crumb" aria-hidden="true">
          /
        </span>
        <Heading text={form.name} />
        <span className="grow" />
        <CopyButton text={form.routingFormUrl} label={words.forms.copyLink} icon="link" />
      </header>
      <div className="tools">
        <nav className="tabs" aria-label={form.name}>
          {tabs.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              params={{ uuid }}
              activeOptions={{ exact: to === '/forms/$uuid', includeSearch: false }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <span className="grow" />
        <span className="tag" data-color={form.isActive ? 'success' : 'gray'}>
          <i />
          {form.isActive ? words.forms.open : words.forms.closed}
        </span>
      </div>
      <Outlet />
    </>
  );
}
