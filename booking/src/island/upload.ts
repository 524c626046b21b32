/** Sends the files that a visitor chooses, each as soon as it is chosen: the form has the token of what was sent. */

const { upload: path = '' } = document.querySelector<HTMLElement>('[data-upload]')?.dataset ?? {};
/** The latest choice of each field counts, whichever arrives first. */
const latest = new WeakMap<HTMLInputElement, File>();
let sending = 0;
/** What was submitted while something was sent: it is submitted again then. */
let held: SubmitEvent | undefined;

addEventListener(
  'submit',
  (event) => {
    if (sending === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = event;
  },
  true,
);

for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file][data-name]')) {
  input.disabled = false;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void send(input, file);
  });
}

async function send(input: HTMLInputElement, file: File): Promise<void> {
  latest.set(input, file);
  const token = input.nextElementSibling as HTMLInputElement;
  const status = token.nextElementSibling as HTMLElement;
  token.value = '';
  status.textContent = status.dataset['sending'] ?? '';
  sending += 1;
  const result: Sent = await upload(file).catch(() => ({}));
  sending -= 1;
  if (latest.get(input) !== file) return;
  token.value = result.token ?? '';
  status.textContent = textOf(status.dataset, result);
  if (!result.token) input.value = '';
  else if (held && sending === 0) (held.target as HTMLFormElement).requestSubmit(held.submitter);
  held = undefined;
}

interface Sent {
  readonly token?: string | undefined;
  /** There are too many at the moment. */
  readonly waitSeconds?: number;
}

function textOf(texts: DOMStringMap, { token, waitSeconds }: Sent): string {
  if (waitSeconds) return (texts['tooMany'] ?? '').replace('{n}', String(Math.ceil(waitSeconds / 60)));
  return (token ? texts['sent'] : texts['failed']) ?? '';
}

async function upload(file: File): Promise<Sent> {
  const response = await fetch(`${path}?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  if (response.status === 429) return { waitSeconds: Number(response.headers.get('retry-after')) || 600 };
  const body = (await response.json()) as { readonly upload?: { readonly token: string } };
  return { token: body.upload?.token };
}
