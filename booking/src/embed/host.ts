import { createFrame, buildFrameUrl, type Options } from './frame.ts';
import { openPopup } from './popup.ts';
import { createStyleSheet } from './sheet.ts';
import { getHostWords } from './words.ts';

/** `embed.js`, which other sites load: shows a booking page inline, in a popup, or behind a floating button. */

const api = {
  inline(element: Element, url: string, options: Options = {}): void {
    const address = buildFrameUrl(url, options);
    if (!address) return;
    const frame = createFrame(address, { ...options, eventTarget: element });
    frame.loading = 'lazy';
    element.setAttribute('data-daybook-inline', url);
    element.replaceChildren(frame);
  },
  popup(url: string, options: Options = {}): void {
    openPopup(url, document.body, options);
  },
  button(url: string, { label = getHostWords().title, ...options }: Options & { label?: string } = {}): void {
    const link = document.createElement('a');
    link.href = buildFrameUrl(url, options)?.href ?? url;
    link.textContent = label;
    link.dataset['daybookButton'] = '';
    document.body.append(link);
  },
};

/** Reserves about the height of a booking page at each width, so that little moves once the page posts its own. */
const inlineStyle = `
[data-daybook-inline]{container-type:inline-size}
:where([data-daybook-inline]){flex-grow:1;min-width:min(100%,20rem)}
[data-daybook-inline]:empty::before{content:'';display:block}
[data-daybook-inline]:empty::before,[data-daybook-inline]>iframe{height:1234px}
@container(min-width:640px){[data-daybook-inline]:empty::before,[data-daybook-inline]>iframe{height:852px}}
@container(min-width:960px){[data-daybook-inline]:empty::before,[data-daybook-inline]>iframe{height:601px}}`;

/** An attribute selector, so that it wins over the host page's rules for links. */
const buttonStyle = `
[data-daybook-button]{position:fixed;right:20px;bottom:20px;z-index:2147483000;display:inline-flex;align-items:center;
  min-height:48px;padding:0 22px;border-radius:24px;background:#1f2937;color:#fff;font:600 16px/1.2 system-ui,sans-serif;
  text-decoration:none;cursor:pointer;box-shadow:0 8px 24px -6px rgb(16 19 24/.45)}
[data-daybook-button]:hover{background:#374151}
[data-daybook-button]:focus-visible{outline:3px solid #fff;outline-offset:-6px}
@media print{[data-daybook-button]{display:none}}`;

function start(): void {
  document.adoptedStyleSheets.push(createStyleSheet(inlineStyle + buttonStyle));
  document.addEventListener('click', onClick);
  fillInline();
  document.addEventListener('DOMContentLoaded', fillInline);
}

function fillInline(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-daybook-inline]:empty')) {
    const { daybookInline = '', daybookTitle: title } = element.dataset;
    api.inline(element, daybookInline, { title });
  }
}

/** On the document, so that links added later work as well. A click with a modifier key opens a tab as usual. */
function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('[data-daybook-popup],[data-daybook-button]');
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { daybookPopup, daybookButton, daybookTitle: title } = link.dataset;
  openPopup(link.getAttribute('href') ?? (daybookPopup || daybookButton || ''), link, { title });
}

const page = globalThis as typeof globalThis & { Daybook?: typeof api };
// The script may be on the page twice.
if (!page.Daybook) {
  page.Daybook = api;
  start();
}
