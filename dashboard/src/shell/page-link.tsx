import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';

interface PageLinkProps {
  readonly kind: 'record' | 'view' | 'page';
  readonly objectSlug?: string | null;
  readonly id: string;
  readonly title: string;
}

const icons: Readonly<Record<PageLinkProps['kind'], IconName>> = {
  record: 'guests',
  view: 'table',
  page: 'pages',
};

/** A link to a record, a view or a booking page, wherever those are listed together. */
export function PageLink({ kind, objectSlug, id, title }: PageLinkProps) {
  const shown = (
    <>
      <Icon name={icons[kind]} />
      <span className="cut">{title || words.reach.unnamed}</span>
    </>
  );
  if (kind === 'page') {
    return (
      <Link to="/pages/$uuid" params={{ uuid: id }}>
        {shown}
      </Link>
    );
  }
  const slug = objectSlug ?? '';
  if (kind === 'view') {
    return (
      <Link
        to="/records/$objectSlug"
        params={{ objectSlug: slug }}
        search={{ view: id }}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {shown}
      </Link>
    );
  }
  return (
    <Link to="/records/$objectSlug/$recordId" params={{ objectSlug: slug, recordId: id }}>
      {shown}
    </Link>
  );
}
