import { interpolate } from '../locale.ts';
import { getAccountWords } from './language.ts';
import type { CodesModel, SecurityModel } from './model.ts';
import { buildAccountDocument, Input, KeepChoices, LinkLine, PasskeyButton, Submit } from './parts.tsx';
import type { AccountWords } from './words/words.ts';

/** How somebody proves who they are. */

export function buildSecurityDocument(model: SecurityModel): string {
  const words = getAccountWords(model.site.locale.tag);
  return buildAccountDocument(
    model,
    words.security,
    [model.email],
    <>
      {model.hasPasswords ? <Proofs model={model} words={words} /> : <p>{words.passwordsElsewhere}</p>}
      <Sessions model={model} words={words} />
      <LinkLine href="/app" label={words.backToStart} />
    </>,
  );
}

interface PartProps {
  readonly model: SecurityModel;
  readonly words: AccountWords;
}

function Proofs({ model, words }: PartProps) {
  const { errors } = model;
  return (
    <>
      <section class="block" aria-labelledby="password-heading">
        <h2 id="password-heading">{words.password}</h2>
        <form method="post" action="/app/security/password">
          <input type="hidden" name="email" value={model.email} autocomplete="username" />
          {model.hasPassword && (
            <Input
              words={words}
              errors={errors}
              name="currentPassword"
              label="currentPassword"
              type="password"
              autocomplete="current-password"
            />
          )}
          <Input
            words={words}
            errors={errors}
            name="password"
            label="newPassword"
            type="password"
            autocomplete="new-password"
            hint="passwordHint"
          />
          <Submit label={model.hasPassword ? words.changePassword : words.setPassword} />
        </form>
      </section>
      <Authenticator model={model} words={words} />
      <section class="block" aria-labelledby="passkeys-heading">
        <h2 id="passkeys-heading">{words.passkeys}</h2>
        <p class="muted">{words.passkeysHint}</p>
        {model.access.passkeys.length === 0 && <p>{words.noPasskeys}</p>}
        <ul class="rows">
          {model.access.passkeys.map(({ uuid, name }) => (
            <li key={uuid}>
              <span>{name}</span>
              <form method="post" action={`/app/security/passkeys/${uuid}/remove`}>
                <button class="button is-quiet is-danger">
                  {interpolate(words.removePasskey, { name })}
                </button>
              </form>
            </li>
          ))}
        </ul>
        <PasskeyButton words={words} label="addPasskey" act="add" />
        <noscript>
          <p class="muted">{words.needsScript}</p>
        </noscript>
      </section>
    </>
  );
}

function Authenticator({ model, words }: PartProps) {
  const { totp, pending, errors } = model;
  const code = { words, errors, name: 'code', label: 'code', autocomplete: 'one-time-code' } as const;
  return (
    <section class="block" aria-labelledby="totp-heading">
      <h2 id="totp-heading">{words.authenticator}</h2>
      {!totp.isActive && !pending && (
        <>
          <p class="muted">{words.authenticatorOff}</p>
          <form method="post" action="/app/security/totp">
            <Submit label={words.setUp} isQuiet />
          </form>
        </>
      )}
      {pending && (
        <>
          <p>{words.scan}</p>
          <QrCode label={words.qrCode} {...pending.qrCode} />
          <p class="small">
            {words.orType} <code class="key">{pending.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
          <form method="post" action="/app/security/totp/confirm">
            <Input {...code} inputmode="numeric" />
            <Submit label={words.confirmCode} />
          </form>
        </>
      )}
      {totp.isActive && (
        <>
          <p>{words.authenticatorOn}</p>
          <p class="muted">{interpolate(words.codesLeft, { n: totp.recoveryCodesLeft })}</p>
          <form method="post" action="/app/security/totp/remove">
            <Input {...code} hint="codeHint" inputmode="text" />
            <div class="actions row">
              <button class="button is-quiet" formaction="/app/security/recovery-codes">
                {words.newCodes}
              </button>
              <button class="button is-quiet is-danger">{words.removeAuthenticator}</button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}

/** Dark on light in any scheme: readers of these know no other. */
function QrCode({
  label,
  size,
  path,
}: {
  readonly label: string;
  readonly size: number;
  readonly path: string;
}) {
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function Sessions({ model, words }: PartProps) {
  return (
    <section class="block" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{words.sessions}</h2>
      <ul class="rows">
        {model.sessions.map((session) => (
          <li key={session.uuid}>
            <span>
              <strong>{session.device}</strong>
              {session.isCurrent && ` (${words.thisSession})`}
              <span class="line muted small">
                {session.address} · {interpolate(words.lastSeen, { time: session.lastSeen })}
              </span>
            </span>
            {!session.isCurrent && (
              <form method="post" action={`/app/security/sessions/${session.uuid}/end`}>
                <button
                  class="button is-quiet"
                  aria-label={interpolate(words.endNamed, { device: session.device })}
                >
                  {words.endSession}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action="/app/security/sessions/end">
        <KeepChoices words={words} access={model.access} />
        <Submit label={words.signOutElsewhere} isQuiet />
      </form>
    </section>
  );
}

/** Shown once. */
export function buildCodesDocument(model: CodesModel): string {
  const words = getAccountWords(model.site.locale.tag);
  return buildAccountDocument(
    model,
    words.codesHeading,
    [words.codesHint],
    <>
      <ol class="codes">
        {model.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p class="centred">
        <a class="button" href="/app/security">
          {words.codesKept}
        </a>
      </p>
    </>,
  );
}
