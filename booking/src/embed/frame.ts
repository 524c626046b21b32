import { parseMessage, type FromFrame, type ToFrame } from './messages.ts';
import { getHostWords } from './words.ts';

export interface Options {
  /** The accessible name of the frame. */
  readonly title?: string | undefined;
  /** Query parameters for the page: `name`, `email`, `a1`, `utm_source` and so on. */
  readonly prefill?: Readonly<Record<string, string>> | undefined;
}

interface FrameOptions extends Options {
  /** Where events are dispatched, if it is in the document; they bubble up to the window. */
  readonly eventTarget: Element;
  readonly onScheduled?: () => void;
  readonly onClose?: () => void;
}

const maxHeightPx = 20_000;

/** A frame that is as high as its page. Only messages from its own window and the page's origin are read. */
export function createFrame(address: URL, options: FrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const scheduled = new Set<string>();
  let isReady = false;
  frame.src = address.href;
  frame.title = options.title ?? getHostWords().title;
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', borderRadius: '18px' });

  const onFrameMessage = (message: FromFrame): void => {
    if (message.daybook === 'height' && message.height > 0) {
      frame.style.height = `${Math.min(message.height, maxHeightPx)}px`;
      if (!isReady) dispatch(options.eventTarget, 'ready', { address: address.href });
      isReady = true;
    } else if (message.daybook === 'scheduled' && !scheduled.has(message.detail.inviteeUuid)) {
      scheduled.add(message.detail.inviteeUuid);
      options.onScheduled?.();
      dispatch(options.eventTarget, 'scheduled', message.detail);
    } else if (message.daybook === 'close') options.onClose?.();
  };
  const onMessage = ({ origin, source, data }: MessageEvent): void => {
    // A removed frame needs no listener; if it is inserted again, it loads again.
    if (!frame.isConnected) return removeEventListener('message', onMessage);
    const message = parseMessage<FromFrame>(data);
    if (message && origin === address.origin && source === frame.contentWindow) onFrameMessage(message);
  };
  frame.addEventListener('load', () => {
    addEventListener('message', onMessage);
    frame.contentWindow?.postMessage({ daybook: 'hello' } satisfies ToFrame, address.origin);
    if (isReady) scrollToStart(frame);
  });
  return frame;
}

/** The URL to embed; undefined if it is not a web address. */
export function buildFrameUrl(url: string, { prefill = {} }: Options): URL | undefined {
  if (!URL.canParse(url, document.baseURI)) return undefined;
  const address = new URL(url, document.baseURI);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  for (const [name, value] of Object.entries(prefill)) address.searchParams.set(name, value);
  address.searchParams.set('embed', '1');
  return address;
}

/** A short page after a long form would begin above the visible part of the window. */
function scrollToStart(frame: Element): void {
  if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
}

function dispatch(element: Element, name: string, detail: unknown): void {
  const target = element.isConnected ? element : globalThis;
  target.dispatchEvent(new CustomEvent(`daybook:${name}`, { bubbles: true, detail }));
}
