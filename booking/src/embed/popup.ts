import { createFrame, buildFrameUrl, type Options } from './frame.ts';
import { createStyleSheet } from './sheet.ts';
import { getHostWords } from './words.ts';

const popups = new Map<string, HTMLDialogElement>();

/** Opens a booking page over this one. A closed popup keeps what was typed until something is booked. */
export function openPopup(url: string, eventTarget: Element, options: Options): void {
  const address = buildFrameUrl(url, options);
  if (!address) return;
  const dialog = popups.get(address.href) ?? createPopup(address, eventTarget, options);
  if (!dialog.open) dialog.showModal();
}

/** In a shadow root, out of reach of the host page's styles. */
function createPopup(address: URL, eventTarget: Element, options: Options): HTMLDialogElement {
  const words = getHostWords();
  const root = document.createElement('div');
  const dialog = document.createElement('dialog');
  const close = document.createElement('button');
  const remove = (): void => {
    popups.delete(address.href);
    dialog.addEventListener('close', () => root.remove(), { once: true });
  };
  const frame = createFrame(address, {
    ...options,
    eventTarget,
    onScheduled: remove,
    onClose: () => dialog.close(),
  });
  dialog.setAttribute('aria-label', frame.title);
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', words.close);
  close.addEventListener('click', () => dialog.close());
  // A click beside the frame hits the dialog itself.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.append(close, frame);
  const shadow = root.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [createStyleSheet(popupStyle)];
  shadow.append(dialog);
  document.body.append(root);
  popups.set(address.href, dialog);
  return dialog;
}

const popupStyle = `
dialog{box-sizing:border-box;width:100%;max-width:1100px;max-height:100%;margin:auto;padding:0 20px 20px;border:0;
  background:none;overflow:auto;overscroll-behavior:contain}
dialog::backdrop{background:rgb(13 15 19/.66)}
button{position:sticky;top:6px;z-index:1;display:block;width:44px;height:44px;margin:6px 0 6px auto;padding:0;border:0;
  border-radius:50%;background:#fff;color:#14171d;font:28px/44px system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid #fff;outline-offset:2px;box-shadow:0 0 0 2px #14171d}
iframe{min-height:min(560px,80vh);background:Canvas;color-scheme:light dark}
@media(max-width:640px){dialog{padding:0 0 8px}button{margin-right:8px}}`;
