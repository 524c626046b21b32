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
  const isView = kind === 'view';
  const path = kind === 'page' ? '/pages' : `/records/${objectSlug}`;
  return (
    <Link
      to={isView ? path : `${path}/${id}`}
      {...(isView && { search: { view: id } as never, activeOptions: { exact: true } })}
    >
      <Icon name={icons[kind]} />
      <span className="cut">{title || words.reach.unnamed}</span>
    </Link>
  );
}
