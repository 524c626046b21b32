import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

const text = words.resources;

/** The next events that have it. */
export function ResourceEvents({ uuid }: { readonly uuid: string }) {
  const { data } = useQuery(buildQuery('listResourceEvents', { params: { uuid }, query: { count: 5 } }));
  if (!data) return null;
  return (
    <div>
      <h3>{text.taken}</h3>
      {data.items.length === 0 && <p className="help">{text.takenNone}</p>}
      <ul>
        {data.items.map(({ startTime, title, hosts }) => (
          <li key={startTime} className="help">
            {formatMoment(startTime)}: {title ?? interpolate(text.private, { hosts: hosts.join(', ') })}
          </li>
        ))}
      </ul>
    </div>
  );
}
