import { words } from '../platform/words/words.ts';
import type { Departure } from './rules.ts';

const text = words.settings.departure;

type Outcome = Departure['items'][number]['outcome'];

const outcomes: readonly Outcome[] = ['ends', 'reassigned', 'kept', 'pauses'];

export function hasOutcome(departure: Departure | undefined, outcome: Outcome): boolean {
  return departure?.items.some((item) => item.outcome === outcome) ?? false;
}

/** What acts in the name of users, and what happens to it when they are deactivated. */
export function DeparturePreview({ departure }: { readonly departure: Departure }) {
  const groups = outcomes.filter((outcome) => hasOutcome(departure, outcome));
  if (groups.length === 0) return null;
  return (
    <dl className="facts">
      {groups.map((outcome) => (
        <div key={outcome} className="contents">
          <dt>{text.outcomes[outcome]}</dt>
          <dd>
            {departure.items
              .filter((item) => item.outcome === outcome)
              .map(({ kind, count }) => `${text.kinds[kind]} (${count})`)
              .join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
