import { ourMessage, type FromFrame, type ToFrame } from './messages.ts';
import { hostWords } from './words.ts';

export interface Options {
  /** What the frame is called by those who can't see it. */
  readonly title?: string | undefined;
  /** Fields that are known already, by the names they have in an address: `name`, `email`, `a1`, `utm_source`. */
  readonly prefill?: Readonly<Record<string, string>> | undefined;
}

interface Wishes extends Options {
  /** Where events are told; from there they rise to the window. */
  readonly teller: Element;
  readonly onScheduled?: () => void;
  readonly onClose?: () => void;
}

const highest = 20_000;

/** A frame with a page in it, which is as high as the page says. Only that page, at its own origin, is listened to. */
export function createFrame(address: URL, wishes: Wishes): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const seen = new Set<string>();
  let isReady = false;
  frame.src = address.href;
  frame.title = wishes.title ?? hostWords().title;
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', borderRadius: '18px' });

  const obey = (message: FromFrame): void => {
    if (message.daybook === 'height' && message.height > 0) {
      frame.style.height = `${Math.min(message.height, highest)}px`;
      if (!isReady) tell(wishes.teller, 'ready', { address: address.href });
      isReady = true;
    } else if (message.daybook === 'scheduled' && !seen.has(message.detail.inviteeUuid)) {
      seen.add(message.detail.inviteeUuid);
      wishes.onScheduled?.();
      tell(wishes.teller, 'scheduled', message.detail);
    } else if (message.daybook === 'close') wishes.onClose?.();
  };
  const hear = ({ origin, source, data }: MessageEvent): void => {
    // A frame that was taken out is done with; put back, it loads anew.
    if (!frame.isConnected) return removeEventListener('message', hear);
    const message = ourMessage<FromFrame>(data);
    if (message && origin === address.origin && source === frame.contentWindow) obey(message);
  };
  frame.addEventListener('load', () => {
    addEventListener('message', hear);
    frame.contentWindow?.postMessage({ daybook: 'hello' } satisfies ToFrame, address.origin);
    if (isReady) backIntoView(frame);
  });
  return frame;
}

/** The address of a page as a frame shows it; undefined for what no frame should. */
export function framedAddress(url: string, { prefill = {} }: Options): URL | undefined {
  if (!URL.canParse(url, document.baseURI)) return undefined;
  const address = new URL(url, document.baseURI);
  if (!/^https?:$/.test(address.protocol)) return undefined;
  for (const [name, value] of Object.entries(prefill)) address.searchParams.set(name, value);
  address.searchParams.set('embed', '1');
  return address;
}

/** After a long form comes a short page, whose beginning would be out of sight. */
function backIntoView(frame: Element): void {
  if (frame.getBoundingClientRect().top < 0) frame.scrollIntoView({ block: 'start' });
}

function tell(element: Element, name: string, detail: unknown): void {
  const target = element.isConnected ? element : globalThis;
  target.dispatchEvent(new CustomEvent(`daybook:${name}`, { bubbles: true, detail }));
}
