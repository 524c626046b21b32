import type { Told } from '../model.ts';
import { ourMessage, type FromFrame, type ToFrame } from './messages.ts';

/**
 * In a page of ours that another site shows in a frame: says how high it is, and what was booked. It speaks to the page
 * around it alone, once that has said hello, so that its origin is known; which sites that can be, the server decides.
 */

let host: string | undefined;

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin === 'null' || ourMessage<ToFrame>(data)?.daybook !== 'hello') return;
  host = origin;
  document.documentElement.classList.add('is-followed');
  sayHeight();
  const told = document.getElementById('told')?.textContent;
  if (told) say({ daybook: 'scheduled', detail: JSON.parse(told) as Told });
});

new ResizeObserver(sayHeight).observe(document.body);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) say({ daybook: 'close' });
});

// Another site would most likely refuse to be shown here.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && link.origin !== location.origin) link.target ||= '_blank';
});

// Browsers leave this to the page in a frame of another site.
document.querySelector<HTMLElement>('[autofocus]')?.focus();

function sayHeight(): void {
  say({ daybook: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}

function say(message: FromFrame): void {
  if (host !== undefined) parent.postMessage(message, host);
}
