/** Passkeys in the browser. What comes and goes is JSON with bytes in base64url, as WebAuthn spells it. */

type Json = Readonly<Record<string, unknown>>;

export interface Attestation {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
}

export async function createPasskey(options: Json): Promise<Attestation> {
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
  return {
    ...shared(made),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

export async function signWithPasskey(options: Json): Promise<Json> {
  const publicKey = {
    ...options,
    challenge: bytes(options['challenge']),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    ...shared(found),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

function shared({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: text(rawId), type: 'public-key' as const };
}

function bytes(value: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(value).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCodePoint(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
