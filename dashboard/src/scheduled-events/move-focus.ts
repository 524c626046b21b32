import type { KeyboardEvent } from 'react';

/** Up and down go from event to event, left and right to the nearest one of the neighboring days. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = document.activeElement?.closest<HTMLElement>('.ev');
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.ev')];
  const across = { ArrowRight: forward(), ArrowLeft: -forward() }[event.key];
  const along = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next =
    along === undefined
      ? across === undefined
        ? undefined
        : nearest(all, from, (element) => Math.sign(dayOf(element) - dayOf(from)) === across)
      : all[all.indexOf(from) + along];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export const forward = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);

const dayOf = (element: HTMLElement): number =>
  Number(element.closest<HTMLElement>('[data-day]')?.dataset['day']);

function nearest(
  all: readonly HTMLElement[],
  from: HTMLElement,
  isOnSide: (element: HTMLElement) => boolean,
): HTMLElement | undefined {
  const far = (element: HTMLElement): number =>
    Math.abs(dayOf(element) - dayOf(from)) * 10_000 + Math.abs(element.offsetTop - from.offsetTop);
  return all.filter(isOnSide).toSorted((a, b) => far(a) - far(b))[0];
}
