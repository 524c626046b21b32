import { interpolate } from '@daybook/booking/locale';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { tourStep } from './help-state.ts';
import { tourStops } from './rules.ts';

const cardStyle = {
  position: 'fixed',
  // Below dialogs.
  zIndex: 5,
  // Above the areas at the foot of a phone.
  bottom: 76,
  insetInlineEnd: 16,
  width: 'min(360px, calc(100vw - 32px))',
  padding: 16,
} as const;

/** Five steps around the dashboard, beside the page, which can be used meanwhile. Other pages have no card over them. */
export function Tour({ step }: { readonly step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useChange('confirmFirstStep');
  const stop = tourStops[step] ?? tourStops[0];
  const isLast = step === tourStops.length - 1;
  const { tour } = words;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [begunAt] = useState(path);
  const isHere = path === begunAt;
  useEffect(() => {
    if (!isHere) return undefined;
    heading.current?.focus();
    return highlight(stop.places);
  }, [stop, isHere]);
  const end = (): void => {
    tourStep.set(undefined);
    confirm.mutate({ params: { key: 'tour' } });
  };
  if (!isHere) return null;
  return (
    <section
      className="pop col gap3"
      style={cardStyle}
      role="dialog"
      aria-modal="false"
      aria-label={tour.title}
      onKeyDown={({ key }) => key === 'Escape' && end()}
    >
      <div className="row">
        <h2 ref={heading} className="grow" tabIndex={-1}>
          {tour[stop.name]}
        </h2>
        <span className="muted small">
          {interpolate(tour.count, { n: step + 1, total: tourStops.length })}
        </span>
      </div>
      <p>{tour[`${stop.name}Text`]}</p>
      <div className="row wrap">
        {!isLast && <Button label={tour.skip} kind="quiet" isSmall onClick={end} />}
        <span className="grow" />
        {step > 0 && <Button label={tour.back} isSmall onClick={() => tourStep.set(step - 1)} />}
        <Button
          label={isLast ? tour.finish : tour.next}
          kind="main"
          isSmall
          onClick={() => (isLast ? end() : tourStep.set(step + 1))}
        />
      </div>
    </section>
  );
}

/** Outlines the places of the rail that a step is about, or those at the foot of a phone. Returns what ends it. */
function highlight(selector: string): () => void {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  for (const { style } of elements)
    Object.assign(style, { outline: '2px solid var(--accent)', outlineOffset: '1px' });
  return () => {
    for (const { style } of elements) Object.assign(style, { outline: '', outlineOffset: '' });
  };
}
