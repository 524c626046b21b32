/** The script of the documentation: copies examples, finds pages while one types, and calls operations. */

for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
for (const each of document.querySelectorAll<HTMLDetailsElement>('.console')) openConsole(each);
findWhileTyping();

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('pre')?.textContent ?? '').then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
  });
  block.append(button);
}

interface DocsMatch {
  readonly title: string;
  readonly heading: string;
  readonly path: string;
}

function findWhileTyping(): void {
  const input = document.querySelector<HTMLInputElement>('#q');
  const list = document.querySelector<HTMLUListElement>('#found');
  const count = document.querySelector('#found-count');
  if (!input || !list || !count) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const show = (results: readonly DocsMatch[]) => {
    list.hidden = results.length === 0;
    list.replaceChildren(...results.map(lineOf));
    count.textContent = input.value.trim() === '' ? '' : `${results.length} results`;
  };
  const find = async () => {
    latest += 1;
    const own = latest;
    const q = input.value.trim();
    if (q.length < 2) return show([]);
    const response = await fetch(`/docs/search.json?${new URLSearchParams({ q }).toString()}`);
    if (!response.ok || own !== latest) return;
    show(((await response.json()) as { results: DocsMatch[] }).results.slice(0, 8));
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), 150);
  });
  input.form?.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      show([]);
      input.focus();
    } else if (event.key === 'ArrowDown' && links.length > 0) {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)]?.focus();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault();
      (at === 0 ? input : links[at - 1])?.focus();
    }
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

function lineOf({ title, heading, path }: DocsMatch): HTMLElement {
  const [line, link, page] = ['li', 'a', 'span'].map((name) => document.createElement(name)) as [
    HTMLElement,
    HTMLAnchorElement,
    HTMLElement,
  ];
  link.href = path;
  link.textContent = heading || title;
  page.textContent = heading ? title : '';
  link.append(page);
  line.append(link);
  return line;
}

function openConsole(element: HTMLDetailsElement): void {
  element.hidden = false;
  const form = element.querySelector('form');
  const outcome = element.querySelector('.outcome');
  if (!form || !outcome) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    outcome.textContent = 'Sending …';
    send(element, form).then(
      (parts) => outcome.replaceChildren(...parts),
      () => (outcome.textContent = 'The server can’t be reached.'),
    );
  });
}

async function send({ dataset }: HTMLElement, form: HTMLFormElement): Promise<HTMLElement[]> {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-place]')];
  const at = (place: string) => fields.filter((field) => field.dataset['place'] === place);
  const given = (place: string) => at(place).flatMap(({ name, value }) => (value ? [[name, value]] : []));
  const params = Object.fromEntries(given('params')) as Record<string, string>;
  const path = (dataset['path'] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams(given('query')).toString();
  const token = at('token')[0]?.value.trim();
  for (const other of document.querySelectorAll<HTMLInputElement>('[data-place="token"]'))
    other.value ||= token ?? '';
  const body = at('body')[0]?.value.trim();
  const startedMs = performance.now();
  const response = await fetch(`/v2${path}${query && `?${query}`}`, {
    method: dataset['method'] ?? 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    // A token speaks for itself; the cookie of a session is not to come along.
    credentials: token ? 'omit' : 'same-origin',
    ...(body && { body }),
  });
  const text = await response.text();
  const line = document.createElement('p');
  line.textContent = `${response.status} in ${Math.round(performance.now() - startedMs)} ms`;
  line.className = response.ok ? 'ok' : 'failed';
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.textContent = indented(text);
  return [line, shown];
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
