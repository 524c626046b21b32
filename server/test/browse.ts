import type { TestApp } from './harness.ts';

/** A page at which a browser has arrived. */
export interface ArrivedPage {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

export interface TestBrowser {
  /** Follows redirects, and sends forms: those that send themselves, and those that ask who somebody is. */
  visit(url: string): Promise<ArrivedPage>;
  /** The value of a cookie here. */
  findCookie(name: string): string | undefined;
}

const maxHops = 30;

/** A browser without a window, which goes to the installation under test and to servers of this machine. */
export function openBrowser(app: TestApp, answers: Readonly<Record<string, string>> = {}): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const ours = new URL(app.runtime.config.publicUrl).origin;
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  async function send(url: string, form?: URLSearchParams) {
    const cookie = [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      accept: 'text/html',
      cookie,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const method = form ? 'POST' : 'GET';
    const answer = url.startsWith(`${ours}/`) ? await sendHere() : await sendThere();
    for (const line of answer.cookies) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jarOf(url).set(name, value);
    }
    return answer;

    async function sendHere() {
      const { pathname, search } = new URL(url);
      const payload = form && { payload: form.toString() };
      const found = await app.inject({ method, url: pathname + search, headers, ...payload });
      const location = found.headers['location'];
      const cookies = [found.headers['set-cookie'] ?? []].flat().map(String);
      return { status: found.status, location: location as string, body: String(found.body), cookies };
    }
    async function sendThere() {
      const body = form && { body: form.toString() };
      const found = await fetch(url, { method, headers, redirect: 'manual', ...body });
      const location = found.headers.get('location') ?? undefined;
      const cookies = found.headers.getSetCookie();
      return { status: found.status, location, body: await found.text(), cookies };
    }
  }

  async function visit(start: string): Promise<ArrivedPage> {
    let [url, form] = [start, undefined as URLSearchParams | undefined];
    for (let hop = 0; hop < maxHops; hop += 1) {
      const { status, location, body } = await send(url, form);
      const next = location === undefined ? findForm(body, answers, url) : { url: location, form: undefined };
      const isOurPage = location === undefined && url.startsWith(`${ours}/`);
      if (!next || isOurPage) return { url, status, body };
      [url, form] = [new URL(next.url, url).href, next.form];
    }
    throw new Error(`More than ${maxHops} pages, the last one ${url}.`);
  }

  return { visit, findCookie: (name) => jarOf(ours).get(name) };
}

/** The first form that sends a message of SAML, or that asks for something that the browser knows. */
function findForm(
  html: string,
  answers: Readonly<Record<string, string>>,
  page: string,
): { url: string; form: URLSearchParams } | undefined {
  for (const [form, attributes = ''] of html.matchAll(/<form([^>]*)>[\s\S]*?<\/form>/gi)) {
    const values = new URLSearchParams();
    for (const [, input = ''] of form.matchAll(/<input([^>]*)>/gi)) {
      const name = readAttribute(input, 'name');
      if (name) values.set(name, answers[name] ?? readAttribute(input, 'value'));
    }
    const isWanted = [...values.keys()].some((name) => name.startsWith('SAML') || name in answers);
    if (isWanted) return { url: readAttribute(attributes, 'action') || page, form: values };
  }
  return undefined;
}

function readAttribute(attributes: string, name: string): string {
  const [, , value = ''] = new RegExp(`\\b${name}=(["'])([\\s\\S]*?)\\1`, 'i').exec(attributes) ?? [];
  return value
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
