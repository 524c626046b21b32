/**
 * Passkeys, which no form can ask for: makes the buttons work that the server has drawn hidden. What it gets and sends is
 * JSON with bytes in base64url, as WebAuthn spells it.
 */

type Json = Record<string, unknown>;

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
    const credential = await make(await send('POST', '/v2/session/passkeys/challenge', {}));
    await send('POST', '/v2/session/passkeys', { credential });
    return '/app/security?done=passkeyAdded';
  },
  async accept(button) {
    const path = `/public/invitations/${button.dataset['token']}`;
    const input = document.querySelector<HTMLInputElement>('#name');
    if (!input?.reportValidity()) return '';
    const name = input.value;
    const passkey = await make(await send('POST', `${path}/challenge`, { name }));
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
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json() as Promise<Json>;
}

async function prove(): Promise<Json> {
  const options = await send('POST', '/public/passkeys/challenge', {});
  const publicKey = {
    ...options,
    challenge: bytes(options['challenge']),
  } as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return shared(found, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : null,
  });
}

async function make(options: Json): Promise<Json> {
  const user = options['user'] as Json;
  const exclude = (options['excludeCredentials'] ?? []) as Json[];
  const publicKey = {
    ...options,
    challenge: bytes(options['challenge']),
    user: { ...user, id: bytes(user['id']) },
    excludeCredentials: exclude.map((known) => ({ ...known, id: bytes(known['id']) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return shared(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

function shared({ id, rawId, type }: PublicKeyCredential, response: Json): Json {
  return { id, rawId: text(rawId), type, response };
}

function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(value).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCodePoint(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
