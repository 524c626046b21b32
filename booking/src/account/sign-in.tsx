import { interpolate } from '../locale.ts';
import { getAccountWords } from './language.ts';
import type { FormPageModel, InvitationModel, OutcomeModel, SignInModel, StepModel } from './model.ts';
import {
  buildAccountDocument,
  Input,
  KeepChoices,
  LinkLine,
  PasskeyButton,
  formatPageText,
  SingleSignOn,
  Submit,
} from './parts.tsx';

/** How people come in. Every page is a form that works by itself; the script adds passkeys. */

export function buildSignInDocument(model: SignInModel): string {
  const { site, ways, email } = model;
  const words = getAccountWords(site.locale.tag);
  return buildAccountDocument(
    model,
    words.signInTo,
    [],
    <>
      {ways.passwords && (
        <form method="post" action="/app/sign-in">
          <Input
            words={words}
            name="email"
            label="email"
            type="email"
            autocomplete="username"
            value={email}
            isFirst={ways.byDomain || email === ''}
          />
          {!ways.byDomain && (
            <Input
              words={words}
              name="password"
              label="password"
              type="password"
              autocomplete="current-password"
              isFirst={email !== ''}
            />
          )}
          <Submit label={ways.byDomain ? words.continue : words.signIn} />
        </form>
      )}
      {ways.passwords && ways.byDomain && <LinkLine href="/app?password=1" label={words.usePassword} />}
      {ways.passwords && !ways.byDomain && <LinkLine href="/app/password-reset" label={words.forgot} />}
      {ways.passwords && <PasskeyButton words={words} label="withPasskey" act="sign-in" />}
      {ways.singleSignOn && <SingleSignOn words={words} href="/auth/oidc/start" isQuiet={ways.passwords} />}
      {ways.signUp && <LinkLine before={words.noAccount} href="/app/sign-up" label={words.signUp} />}
    </>,
  );
}

export function buildStepDocument(model: StepModel): string {
  const { site, workspaces, methods, errors, challenge } = model;
  const words = getAccountWords(site.locale.tag);
  const [first] = workspaces;
  if (methods.length === 0) {
    return buildAccountDocument(
      model,
      words.chooseWorkspace,
      [words.chooseWorkspaceHint],
      <form method="post" action="/app/sign-in/step" class="choices">
        {workspaces.map(({ uuid, name }) => (
          <button key={uuid} class="button is-quiet" name="workspace" value={uuid}>
            {name}
          </button>
        ))}
      </form>,
    );
  }
  const hasCode = methods.includes('totp');
  return buildAccountDocument(
    model,
    words.secondStep,
    [hasCode ? words.secondStepHint : words.secondStepPasskey],
    <>
      {hasCode && (
        <form method="post" action="/app/sign-in/step">
          <input type="hidden" name="workspace" value={first?.uuid} />
          <Input
            words={words}
            errors={errors}
            name="code"
            label="code"
            hint="codeHint"
            autocomplete="one-time-code"
            inputmode="text"
            isFirst
          />
          <Submit label={words.continue} />
        </form>
      )}
      {methods.includes('passkey') && (
        <PasskeyButton words={words} label="withPasskey" act="step" token={challenge} isQuiet={hasCode} />
      )}
      {!hasCode && (
        <noscript>
          <p class="notice">{words.needsScript}</p>
        </noscript>
      )}
      <LinkLine href="/app?again=1" label={words.startOver} />
    </>,
  );
}

export function buildFormPageDocument(model: FormPageModel): string {
  const { site, kind, email, errors, values } = model;
  const words = getAccountWords(site.locale.tag);
  const shared = { words, errors };
  const pages = {
    askReset: () =>
      buildAccountDocument(
        model,
        words.resetHeading,
        [words.resetHint],
        <>
          <form method="post" action="/app/password-reset">
            <Input
              {...shared}
              name="email"
              label="email"
              type="email"
              autocomplete="username"
              value={email}
              isFirst
            />
            <Submit label={words.sendLink} />
          </form>
          <LinkLine href="/app" label={words.backToSignIn} />
        </>,
      ),
    setPassword: () =>
      buildAccountDocument(
        model,
        words.resetHeading,
        [],
        <form method="post" action={site.path}>
          <NewPassword {...shared} />
          {model.access && <KeepChoices words={words} access={model.access} />}
          <Submit label={words.setPassword} />
        </form>,
      ),
    signUp: () =>
      buildAccountDocument(
        model,
        words.signUpHeading,
        [words.signUpHint],
        <>
          <form method="post" action="/app/sign-up">
            {values['region'] && <input type="hidden" name="region" value={values['region']} />}
            <Input
              {...shared}
              name="organization"
              label="organization"
              autocomplete="organization"
              value={values['organization']}
              isFirst
            />
            <Input {...shared} name="name" label="yourName" autocomplete="name" value={values['name']} />
            <Input
              {...shared}
              name="email"
              label="email"
              type="email"
              autocomplete="username"
              value={email}
            />
            <Submit label={words.signUp} />
          </form>
          <LinkLine before={words.haveAccount} href="/app" label={words.signIn} />
        </>,
      ),
    confirmSignUp: () =>
      buildAccountDocument(
        model,
        words.confirmHeading,
        [interpolate(words.confirmHint, { email })],
        <form method="post" action={site.path}>
          <input type="hidden" name="email" value={email} autocomplete="username" />
          <NewPassword {...shared} />
          <Submit label={words.confirm} />
        </form>,
      ),
  };
  return pages[kind]();
}

export function buildInvitationDocument(model: InvitationModel): string {
  const { site, organization, inviter, email, ways, errors, values, token } = model;
  const words = getAccountWords(site.locale.tag);
  return buildAccountDocument(
    model,
    interpolate(words.invitedTo, { organization }),
    [
      ...(inviter === null ? [] : [interpolate(words.invitedBy, { inviter })]),
      interpolate(words.invitedAs, { email }),
    ],
    <>
      {ways.passwords && (
        <form method="post" action={site.path} id="accept">
          <input type="hidden" name="email" value={email} autocomplete="username" />
          <Input
            words={words}
            errors={errors}
            name="name"
            label="yourName"
            autocomplete="name"
            value={values['name']}
            isFirst
          />
          <NewPassword words={words} errors={errors} />
          <Submit label={words.accept} />
        </form>
      )}
      {ways.passwords && <PasskeyButton words={words} label="acceptWithPasskey" act="accept" token={token} />}
      {ways.singleSignOn !== null && (
        <SingleSignOn words={words} href={ways.singleSignOn} isQuiet={ways.passwords} />
      )}
      <p class="muted small">{words.otherAccountHint}</p>
    </>,
  );
}

function NewPassword(props: Pick<Parameters<typeof Input>[0], 'words' | 'errors'>) {
  return (
    <Input
      {...props}
      name="password"
      label="newPassword"
      type="password"
      autocomplete="new-password"
      hint="passwordHint"
    />
  );
}

export function buildOutcomeDocument(model: OutcomeModel): string {
  const words = getAccountWords(model.site.locale.tag);
  return buildAccountDocument(
    model,
    formatPageText(words, model.heading),
    [formatPageText(words, model.hint)],
    model.link && <LinkLine href={model.link.href} label={words[model.link.label]} />,
  );
}
