import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** Another site on another origin. Its policy allows Daybook's script and frame, and nothing inline. */
export interface HostSite {
  readonly url: string;
  /** Sets the content of `main` at a path. */
  setPage(path: string, main: string): void;
  close(): Promise<void>;
}

const recorder = `
  window.events = [];
  for (const name of ['daybook:ready', 'daybook:scheduled'])
    addEventListener(name, (event) => events.push({ name, on: event.target.id || event.target.nodeName, detail: event.detail }));
  addEventListener('click', ({ target }) => target.id === 'forge' && forge());
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => events.push({ name: violatedDirective }));
  function forge() {
    const detail = { inviteeUuid: 'dbk-forged0000000000' };
    for (const message of [{ daybook: 'scheduled', detail }, { daybook: 'height', height: 4000 }, { daybook: 'close' }])
      postMessage(message, '*');
  }`;

const style = `
  body { margin: 0; font-family: sans-serif; background: #fff; color: #111 }
  main { width: 1040px; max-width: 100%; margin: 0 auto } button, a { color: #05c }`;

export async function startHost(daybookUrl: string): Promise<HostSite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const main = pages.get(path);
    if (path === '/own.js') return response.setHeader('content-type', 'text/javascript').end(recorder);
    if (path === '/own.css') return response.setHeader('content-type', 'text/css').end(style);
    if (main === undefined) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'self' ${daybookUrl}; style-src 'self'; img-src data:; frame-src ${daybookUrl}`,
    });
    return response.end(`<!doctype html><html lang="en"><head><title>Host</title>
      <meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
      <link rel="stylesheet" href="/own.css"><script src="/own.js"></script>
      <script src="${daybookUrl}/embed.js"></script></head>
      <body><main><h1>Juniper’s own site</h1>${main}</main></body></html>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setPage: (path, main) => void pages.set(path, main),
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

export interface HostEvent {
  readonly name: string;
  readonly on: string;
  readonly detail: Record<string, unknown>;
}

/** What Daybook told the page. */
export const eventsOn = (page: Page, name: string): Promise<HostEvent[]> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as { events: HostEvent[] }).events.filter(({ name: found }) => found === wanted),
    name,
  );

export const ready = (page: Page, times = 1): Promise<unknown> =>
  page.waitForFunction(
    (least) =>
      (globalThis as unknown as { events: HostEvent[] }).events.filter(({ name }) => name === 'daybook:ready')
        .length >= least,
    times,
  );
