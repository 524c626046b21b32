import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { Face } from '../kit/face.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';

const text = words.hosting;

/** The people on the waitlist, in the order in which they joined. */
export function Waitlist({ uuid }: { readonly uuid: string }) {
  const { data } = useSuspenseQuery(buildQuery('listWaitlist', { params: { uuid }, query: { count: 100 } }));
  const remove = useChange('removeFromWaitlist', text.waitingWasRemoved);
  if (data.items.length === 0) return null;
  return (
    <section className="col gap3" aria-labelledby="waitlist-name">
      <h3 id="waitlist-name">{text.waitlist}</h3>
      <ol className="col gap3">
        {data.items.map((entry) => (
          <li key={entry.uuid} className="row">
            <Face name={entry.fullName} />
            <span className="grow cut">
              <b className="name">{entry.fullName}</b>
              {entry.seats > 1 && ` (${interpolate(text.seatsWanted, { n: entry.seats })})`}
              <br />
              <a className="muted small" href={`mailto:${entry.email}`}>
                {entry.email}
              </a>
            </span>
            <Button
              label={interpolate(text.removeWaiting, { name: entry.fullName })}
              icon="close"
              kind="quiet"
              isSmall
              isSquare
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ params: { uuid: entry.uuid } })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
