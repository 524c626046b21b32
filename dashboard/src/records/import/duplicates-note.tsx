import { pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { start } from '../../platform/start.ts';
import { words } from '../../platform/words/words.ts';
import { buildDuplicatesQuery } from '../duplicates/duplicates-query.ts';
import type { CrmObject } from '../rules.ts';

const text = words.records.duplicates;

/** At the end of an import: how many records may be there twice now, and the way to merge them. */
export function DuplicatesNote({ object }: { readonly object: CrmObject }) {
  const { data } = useQuery({ ...buildDuplicatesQuery(object), staleTime: 0 });
  if (!data) return null;
  const count = data.collection.length;
  return (
    <div className={`note${count > 0 ? ' warn' : ''} row wrap`}>
      <span className="grow" role="status">
        {count > 0 ? pluralize(start.words, text.count, count) : text.noneFound}
      </span>
      {count > 0 && (
        <Link className="btn small" to="/records/$objectSlug/duplicates" params={{ objectSlug: object.slug }}>
          {text.review}
        </Link>
      )}
    </div>
  );
}
