import type { ScheduledDetail } from '../model.ts';
import { parseMessage, type FromFrame, type ToFrame } from './messages.ts';

/**
 * Runs in an embedded page: posts its height and what was booked to the host page. It posts only to the origin from which
 * the parent window has sent `hello`; the server's policy decides which sites can be that parent.
 */

let hostOrigin: string | undefined;

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin === 'null' || parseMessage<ToFrame>(data)?.daybook !== 'hello') return;
  hostOrigin = origin;
  document.documentElement.classList.add('is-sized-by-host');
  postHeight();
  const scheduled = document.getElementById('scheduled')?.textContent;
  if (scheduled) post({ daybook: 'scheduled', detail: JSON.parse(scheduled) as ScheduledDetail });
});

new ResizeObserver(postHeight).observe(document.body);

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) post({ daybook: 'close' });
});

// Most other sites refuse to be framed, so links to them open in a new tab.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && link.origin !== location.origin) link.target ||= '_blank';
});

// Browsers ignore `autofocus` in a cross-origin frame.
document.querySelector<HTMLElement>('[autofocus]')?.focus();

function postHeight(): void {
  post({ daybook: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}

function post(message: FromFrame): void {
  if (hostOrigin !== undefined) parent.postMessage(message, hostOrigin);
}
