import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../kit/icon.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { getDashboardPath } from './dashboard-path.ts';

/** What is still to set up. Steps check themselves; when all are done, the list is gone. */
export function FirstSteps() {
  const { data = [] } = useQuery(buildQuery('readFirstSteps'));
  const confirm = useChange('confirmFirstStep');
  const { steps } = words.home;
  const done = data.filter(({ isDone }) => isDone).length;
  if (done === data.length) return null;
  return (
    <section className="card" aria-labelledby="steps">
      <header>
        <h2 id="steps" className="grow">
          {steps.title}
        </h2>
        <span className="muted small">{interpolate(steps.done, { n: done, total: data.length })}</span>
      </header>
      <ul className="steps">
        {data.map(({ key, isDone, url }) => (
          <li key={key} className={isDone ? 'is-done' : ''}>
            <span className={`check${isDone ? ' on' : ''}`}>
              {isDone && <Icon name="check" />}
              {isDone && <span className="hidden">{steps.isDone}</span>}
            </span>
            {isDone ? (
              <b className="muted">{steps[key]}</b>
            ) : (
              <div className="grow">
                <Link to={getDashboardPath(url)}>
                  <b>{steps[key]}</b>
                  <span className="muted small">{steps[`${key}Hint`]}</span>
                  <Icon name="right" />
                </Link>
                {key === 'calendar' && (
                  <button
                    type="button"
                    className="btn quiet small"
                    onClick={() => confirm.mutate({ params: { key } })}
                  >
                    {steps.skip}
                  </button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
