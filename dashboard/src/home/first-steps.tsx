import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { offerTour, startTour } from '../help/help-state.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../kit/icon.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { getDashboardPath } from './dashboard-path.ts';

/** What is still to set up. Steps check themselves; when all are done, the list is gone. */
export function FirstSteps() {
  const { data = [] } = useQuery(buildQuery('readFirstSteps'));
  const confirm = useChange('confirmFirstStep');
  const { steps } = words.home;
  const isTourDue = data.some(({ key, isDone }) => key === 'tour' && !isDone);
  // Once in a first run: the server knows who has finished or skipped it.
  useEffect(() => {
    if (isTourDue) offerTour();
  }, [isTourDue]);
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
                {key === 'tour' ? (
                  <button type="button" onClick={startTour}>
                    <StepText step={key} />
                  </button>
                ) : (
                  <Link to={getDashboardPath(url)}>
                    <StepText step={key} />
                  </Link>
                )}
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

function StepText({ step }: { readonly step: Result<'readFirstSteps'>[number]['key'] }) {
  const { steps } = words.home;
  return (
    <>
      <b>{steps[step]}</b>
      <span className="muted small">{steps[`${step}Hint`]}</span>
      <Icon name="right" />
    </>
  );
}
