import type { TestApp } from '../../test/harness.ts';

/** The form of a page as a browser without scripts sends it: what the HTML holds, with what is typed. */
export async function openForm(app: TestApp, path: string, query: Record<string, string>) {
  const url = `${path}?${new URLSearchParams(query).toString()}`;
  const { body } = await app.inject({ url });
  return parseForm(app, url, String(body));
}

export function parseForm(app: TestApp, url: string, html: string) {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const { name, value } = { name: attribute(input, 'name'), value: attribute(input, 'value') };
    if (/type="hidden"/.test(input) && name !== undefined) fields.set(name, value ?? '');
  }
  const token = fields.get('token');
  if (token) fields.set('token', typedIn(app, token));
  return {
    html,
    fields,
    /** The options of a choice, in order: value and text. */
    options(name: string): { value: string; text: string }[] {
      const found = html.matchAll(
        new RegExp(
          `<label class="option"><input[^>]*name="${name}"[^>]*value="([^"]*)"[^>]*><span>(.*?)</span>`,
          'g',
        ),
      );
      return [...found].map(([, value = '', text = '']) => ({ value, text }));
    },
    send(typed: Record<string, string>, remoteAddress = '127.0.0.1') {
      const payload = new URLSearchParams(fields);
      for (const [name, value] of Object.entries(typed)) payload.set(name, value);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return app.inject({ method: 'POST', url, headers, payload: payload.toString(), remoteAddress });
    },
  };
}

/** The token of a form that somebody needed ten seconds for: one that is sent at once is answered later. */
function typedIn({ runtime: { secrets } }: TestApp, token: string): string {
  const [renderedAt, id] = secrets.unseal(Buffer.from(token, 'base64url')).split(' ');
  return secrets.seal(`${Number(renderedAt) - 10_000} ${id}`).toString('base64url');
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}
