import { createPasskey, signWithPasskey } from '../passkey.ts';

/** Passkeys, which no form can ask for: makes the buttons work that the server has drawn hidden. */

type Json = Readonly<Record<string, unknown>>;

const acts: Readonly<Record<string, (button: HTMLButtonElement) => Promise<string>>> = {
  async 'sign-in'() {
    const credential = await prove();
    await send('POST', '/public/passkeys/session', { credential });
    return '/app';
  },
  async step(button) {
    const passkey = await prove();
    await send('POST', '/v2/session/steps', { challenge: button.dataset['token'], passkey });
    return '/app';
  },
  async add() {
    const credential = await createPasskey(await send('POST', '/v2/session/passkeys/challenge', {}));
    await send('POST', '/v2/session/passkeys', { credential });
    return '/app/security?done=passkeyAdded';
  },
  async accept(button) {
    const path = `/public/invitations/${button.dataset['token']}`;
    const input = document.querySelector<HTMLInputElement>('#name');
    if (!input?.reportValidity()) return '';
    const name = input.value;
    const passkey = await createPasskey(await send('POST', `${path}/challenge`, { name }));
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await send('PUT', path, { name, passkey, timezone, language: document.documentElement.lang });
    return '/app';
  },
};

if ('PublicKeyCredential' in globalThis) {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-passkey]')) {
    button.hidden = false;
    button.addEventListener('click', () => void run(button));
  }
}

async function run(button: HTMLButtonElement): Promise<void> {
  const error = button.parentElement?.querySelector('[data-passkey-error]');
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  if (error) error.textContent = '';
  try {
    const next = await acts[button.dataset['passkey'] ?? '']?.(button);
    if (next) location.assign(next);
  } catch {
    if (error) error.textContent = button.dataset['failed'] ?? '';
  }
  button.removeAttribute('aria-disabled');
}

async function send(method: string, path: string, body: Json): Promise<Json> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  // The session began too long ago. The page asks for a sign-in and comes back.
  if (response.headers.get('www-authenticate')?.includes('insufficient_user_authentication'))
    location.assign('/app/security?again=1');
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json() as Promise<Json>;
}

async function prove(): Promise<Json> {
  return signWithPasskey(await send('POST', '/public/passkeys/challenge', {}));
}
