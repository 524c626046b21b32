import { z } from 'zod';
import { bare, created, createdFlat, message, ok } from './envelopes.ts';
import { line, timestamp, uuid, uuidParam } from './fields.ts';
import { workspaceUser } from './members.ts';
import { declareRoute } from './route.ts';
import { publicAccess, sessionAccess } from './scopes.ts';

/** Authenticators, recovery codes and passkeys: additions section 2. */

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]*$/, 'Must be base64url.')
    .meta({ pattern: undefined });

/** What `navigator.credentials.create()` gives, as JSON. */
export const attestation = z
  .object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(40_000),
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });

/** What `navigator.credentials.get()` gives, as JSON. */
export const assertion = z
  .object({
    id: base64url(1400),
    rawId: base64url(1400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(4000),
      userHandle: base64url(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });

const options = z
  .record(z.string(), z.unknown())
  .meta({ description: 'As WebAuthn defines them in JSON, for `navigator.credentials`' });

const code = z.string().trim().min(1).max(40).meta({ example: '287082' });
const off = 'This server only allows single sign-on.';
const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Ten codes, shown only once; each works once', example: ['k7qm2-9xw4t'] });

export const readTotp = declareRoute({
  method: 'GET',
  path: '/session/totp',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Read whether an authenticator is set up',
  access: sessionAccess,
  returns: ok(
    'resource',
    z.object({ isActive: z.boolean(), confirmedAt: timestamp.nullable(), recoveryCodesLeft: z.int() }),
  ),
});

export const beginTotp = declareRoute({
  method: 'POST',
  path: '/session/totp',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Begin to set up an authenticator',
  description:
    'It takes effect once you confirm it with a code; until then, each new secret replaces the previous one.',
  access: sessionAccess,
  returns: createdFlat({
    secret: z.string().meta({ description: 'In base32, to type in', example: 'JBSWY3DPEHPK3PXP' }),
    otpauthUrl: z.string().meta({ description: 'Content of the QR code' }),
    qrCode: z.string().meta({ description: 'The QR code as an SVG document' }),
  }),
  fails: { 403: off, 409: 'An authenticator app is already set up. Remove it first.' },
});

export const confirmTotp = declareRoute({
  method: 'PUT',
  path: '/session/totp',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Confirm the authenticator with a code',
  description: 'Returns the recovery codes, only this once, and ends your other sessions.',
  access: sessionAccess,
  body: z.object({ code }),
  returns: ok('recoveryCodes', recoveryCodes),
  fails: { 403: off, 409: 'There is no authenticator app to confirm. Start the setup again.' },
});

export const removeTotp = declareRoute({
  method: 'DELETE',
  path: '/session/totp',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Remove the authenticator',
  description: 'With a code of it, or a recovery code. The recovery codes go with it.',
  access: sessionAccess,
  body: z.object({ code }),
  returns: message('Authenticator removed.'),
  fails: { 404: 'Authenticator not found.' },
});

export const renewRecoveryCodes = declareRoute({
  method: 'POST',
  path: '/session/recovery-codes',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Replace the recovery codes',
  description: 'With a code of the authenticator. The old ones stop working.',
  access: sessionAccess,
  body: z.object({ code }),
  returns: created('recoveryCodes', recoveryCodes),
  fails: { 404: 'Authenticator not found.' },
});

export const passkey = z
  .object({
    uuid,
    name: z.string(),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Passkey' });

export const listPasskeys = declareRoute({
  method: 'GET',
  path: '/session/passkeys',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'List your passkeys',
  access: sessionAccess,
  returns: ok('collection', z.array(passkey)),
});

export const challengePasskey = declareRoute({
  method: 'POST',
  path: '/session/passkeys/challenge',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Get the options to create a passkey',
  description: 'Valid for one passkey, for five minutes.',
  access: sessionAccess,
  returns: bare(options),
  fails: { 403: off },
});

export const addPasskey = declareRoute({
  method: 'POST',
  path: '/session/passkeys',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Add a passkey',
  access: sessionAccess,
  body: z.object({ name: line(60).optional(), credential: attestation }),
  returns: created('resource', passkey),
  fails: { 403: off, 409: 'This passkey was already added.' },
});

export const removePasskey = declareRoute({
  method: 'DELETE',
  path: '/session/passkeys/{uuid}',
  origin: 'ours',
  tag: 'Second factor',
  summary: 'Remove a passkey',
  access: sessionAccess,
  params: { uuid: uuidParam('Passkey') },
  returns: message('Passkey removed.'),
  fails: {
    404: 'Passkey not found.',
    409: 'This passkey is your only sign-in method. Set a password or add another passkey first.',
  },
});

export const challengeSignIn = declareRoute({
  method: 'POST',
  path: '/public/passkeys/challenge',
  origin: 'ours',
  tag: 'Session',
  summary: 'Get the options to sign in with a passkey',
  description: 'Valid for one attempt, for five minutes.',
  access: publicAccess,
  returns: bare(options),
  fails: { 403: off },
});

export const signInWithPasskey = declareRoute({
  method: 'POST',
  path: '/public/passkeys/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign in with a passkey',
  description: 'Needs no password and no second factor: a passkey is both.',
  access: publicAccess,
  body: z.object({ credential: assertion }),
  returns: created('resource', workspaceUser),
  fails: { 403: off },
});
