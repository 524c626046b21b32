import { signWithPasskey } from '@daybook/booking/passkey';
import type { Input, Result } from '@daybook/client';
import { createBareClient, type SignInReason } from '@daybook/client/core';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { finishSignIn } from '../platform/sign-in-request.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';

/** Its refusals are about what was typed, and do not lead here again. */
const signedOutApi = createBareClient();
const { email, uuid, workspace, features, signInPath } = start.session;

/** Over the page, which stays as it is. Who only has to prove that it is them may also leave it. */
export function SignInAgain({ reason }: { readonly reason: SignInReason }) {
  const isRecent = reason === 'recent';
  const signIn = useMutation({
    mutationFn: (password: string) =>
      signedOutApi.signIn({ body: { email, password, workspace: workspace.uuid } }),
    onSuccess: goOn,
  });
  const step = signIn.data && 'next' in signIn.data ? signIn.data.next : undefined;
  return (
    <Dialog title={words.signIn.title} {...(isRecent && { onClose: () => finishSignIn(false) })}>
      <p className="muted">{isRecent ? words.signIn.recent : words.signIn.hint}</p>
      {step?.methods.includes('totp') && <CodeForm challenge={step.challenge} />}
      {!step && features.passwords && (
        <Form
          errors={getFieldErrors(signIn.error)}
          onSubmit={(values) => signIn.mutate(String(values.get('password') ?? ''))}
        >
          <p>
            <b>{email}</b>
          </p>
          <TextField
            label={words.signIn.password}
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
          />
          <DialogActions {...(isRecent && { onClose: () => finishSignIn(false) })}>
            <Button label={words.signIn.submit} kind="main" isSubmit isBusy={signIn.isPending} />
          </DialogActions>
        </Form>
      )}
      {features.passkeys && <PasskeyButton />}
      {signInPath !== null && <SingleSignOn path={signInPath} />}
      {!isRecent && (
        <div>
          <Button label={words.signIn.otherWays} isSmall onClick={() => location.reload()} />
          <p className="help">{words.signIn.otherWaysHint}</p>
        </div>
      )}
    </Dialog>
  );
}

function PasskeyButton() {
  const prove = useMutation({
    mutationFn: async () => {
      const options = await signedOutApi.challengeSignIn();
      const credential = (await signWithPasskey(options)) as Input<'signInWithPasskey'>['body']['credential'];
      return signedOutApi.signInWithPasskey({ body: { credential } });
    },
    onSuccess: (done) => goOn({ done }),
  });
  return (
    <div>
      <Button label={words.signIn.withPasskey} isBusy={prove.isPending} onClick={() => prove.mutate()} />
      {prove.isError && <p className="wrong">{words.signIn.passkeyFailed}</p>}
    </div>
  );
}

/** In a tab of its own, so that this page stays. If nobody has signed in there, the request is refused once more. */
function SingleSignOn({ path }: { readonly path: string }) {
  return (
    <div>
      <div className="row wrap">
        <a className="btn" href={path} target="_blank" rel="noopener">
          {words.signIn.withSingleSignOn}
        </a>
        <Button label={words.signIn.goOn} onClick={() => finishSignIn()} />
      </div>
      <p className="help">{words.signIn.singleSignOnHint}</p>
    </div>
  );
}

function CodeForm({ challenge }: { readonly challenge: string }) {
  const send = useMutation({
    mutationFn: (code: string) => signedOutApi.continueSignIn({ body: { challenge, code } }),
    onSuccess: goOn,
  });
  return (
    <Form
      errors={getFieldErrors(send.error)}
      onSubmit={(values) => send.mutate(String(values.get('code') ?? '').trim())}
    >
      <TextField
        label={words.signIn.code}
        name="code"
        help={words.signIn.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
      />
      <DialogActions>
        <Button label={words.signIn.submit} kind="main" isSubmit isBusy={send.isPending} />
      </DialogActions>
    </Form>
  );
}

function goOn(result: Result<'signIn'>): void {
  if (!('done' in result)) return;
  if (result.done.uuid === uuid) finishSignIn();
  else location.reload();
}
