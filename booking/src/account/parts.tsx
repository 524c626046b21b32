import type { ComponentChildren } from 'preact';
import { buildDocument } from '../document.tsx';
import { interpolate } from '../locale.ts';
import type { Site } from '../model.ts';
import { getAccountWords } from './language.ts';
import type { AccessModel, FieldErrors, PageText, TextKey } from './model.ts';
import type { AccountWords } from './words/words.ts';

interface AccountPageModel {
  readonly site: Site;
  readonly script: string | null;
  readonly notice: (PageText & { readonly isError: boolean }) | null;
}

/** A page around its content: heading, what there is to say first, and the rest. */
export function buildAccountDocument(
  { site, script, notice }: AccountPageModel,
  heading: string,
  lead: readonly string[],
  content: ComponentChildren,
): string {
  const words = getAccountWords(site.locale.tag);
  return buildDocument(
    site,
    // In a frame, the product around it has the name.
    { title: site.frame === null ? `${heading} · Daybook` : heading, module: script ?? undefined },
    <div class="account">
      <header class="outcome">
        <h1>{heading}</h1>
        {lead.map((line) => (
          <p key={line} class="muted">
            {line}
          </p>
        ))}
      </header>
      {notice && (
        <div class={`notice ${notice.isError ? '' : 'is-good'}`} role={notice.isError ? 'alert' : 'status'}>
          {formatPageText(words, notice)}
        </div>
      )}
      {content}
    </div>,
  );
}

export function formatPageText(words: AccountWords, { text, values = {} }: PageText): string {
  return interpolate(words[text], values);
}

interface InputProps {
  readonly words: AccountWords;
  readonly errors?: FieldErrors;
  readonly name: string;
  readonly label: TextKey;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly hint?: TextKey;
  readonly value?: string | undefined;
  readonly inputmode?: 'numeric' | 'email' | 'text';
  readonly isFirst?: boolean;
}

export function Input(props: InputProps) {
  const { words, errors = {}, name, label, type = 'text', hint, value } = props;
  const id = name;
  const error = errors[name];
  const attributes = {
    id,
    name,
    type,
    required: true,
    maxlength: type === 'password' ? 200 : 254,
    minlength: props.autocomplete === 'new-password' ? 8 : undefined,
    autocomplete: props.autocomplete,
    inputmode: props.inputmode,
    'aria-describedby': `${hint ? `${id}-hint ` : ''}${id}-error`,
    'aria-invalid': error ? 'true' : undefined,
    autofocus: error || props.isFirst ? true : undefined,
  } as object;
  return (
    <div class="field">
      <label for={id}>{words[label]}</label>
      <input {...attributes} defaultValue={value} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {words[hint]}
        </p>
      )}
      <p class="error" id={`${id}-error`}>
        {error ? formatPageText(words, error) : ''}
      </p>
    </div>
  );
}

/** Which API tokens, connected apps and passkeys stay; nothing is chosen at first. */
export function KeepChoices({
  words,
  access: { tokens, connectedApps, passkeys, keepsPasskeys },
}: {
  readonly words: AccountWords;
  readonly access: AccessModel;
}) {
  const choices = [
    ...tokens.map((token) => ({ ...token, label: words.keepToken })),
    ...connectedApps.map((app) => ({ ...app, label: words.keepApp })),
    ...(keepsPasskeys ? [] : passkeys.map((passkey) => ({ ...passkey, label: words.keepPasskey }))),
  ];
  if (choices.length === 0) return null;
  return (
    <fieldset class="field">
      <legend>{words.keepHeading}</legend>
      <p class="hint">{words.keepHint}</p>
      {choices.map(({ uuid, name, isKept, label }) => (
        <label key={uuid} class="choice">
          <input type="checkbox" name="keep" value={uuid} defaultChecked={isKept} />{' '}
          {interpolate(label, { name })}
        </label>
      ))}
    </fieldset>
  );
}

export function Submit({
  label,
  isQuiet = false,
  isDanger = false,
}: {
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly isDanger?: boolean;
}) {
  return (
    <div class="actions">
      <button class={`button${isQuiet ? ' is-quiet' : ''}${isDanger ? ' is-danger' : ''}`}>{label}</button>
    </div>
  );
}

/**
 * A button for the script alone: it is there once the script is, and says by its attributes what to ask for, where to send
 * it, and what to say when it fails.
 */
export function PasskeyButton({
  words,
  label,
  act,
  isQuiet = true,
  token,
}: {
  readonly words: AccountWords;
  readonly label: TextKey;
  readonly act: 'sign-in' | 'step' | 'add' | 'accept';
  readonly isQuiet?: boolean;
  readonly token?: string;
}) {
  return (
    <div class="passkey">
      <button
        type="button"
        class={`button${isQuiet ? ' is-quiet' : ''}`}
        data-passkey={act}
        data-token={token}
        data-failed={words.passkeyFailed}
        hidden
      >
        {words[label]}
      </button>
      <p class="error" role="alert" data-passkey-error />
    </div>
  );
}

export function SingleSignOn({
  words,
  href,
  isQuiet,
}: {
  words: AccountWords;
  href: string;
  isQuiet: boolean;
}) {
  return (
    <p class="centred">
      <a class={`button${isQuiet ? ' is-quiet' : ''}`} href={href}>
        {words.withSingleSignOn}
      </a>
    </p>
  );
}

export function LinkLine({
  href,
  label,
  before,
}: {
  readonly href: string;
  readonly label: string;
  readonly before?: string;
}) {
  return (
    <p class="centred small">
      {before && `${before} `}
      <a href={href}>{label}</a>
    </p>
  );
}
