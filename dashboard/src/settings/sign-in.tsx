import { interpolate } from '@daybook/booking/locale';
import { createPasskey } from '@daybook/booking/passkey';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api, getFieldErrors, buildQuery, queryClient, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { Authenticator } from './authenticator.tsx';
import { Page, Save, Section } from './parts.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

const text = words.settings.signIn;

/** How the reader proves who they are, and where they are signed in. */
export function SignIn() {
  const { features } = useSession();
  return (
    <Page title={words.settings.pages.signIn}>
      {features.passwords ? (
        <>
          <Password />
          <Authenticator />
          <Passkeys />
        </>
      ) : (
        <p className="note info">{text.elsewhere}</p>
      )}
      <Sessions />
    </Page>
  );
}

function Password() {
  const { email } = useSession();
  const change = useChange('changePassword', text.passwordChanged);
  const send = (values: FormData): void => {
    const currentPassword = String(values.get('currentPassword') ?? '');
    const password = String(values.get('password') ?? '');
    change.mutate({ body: { password, ...(currentPassword && { currentPassword }) } });
  };
  return (
    <Section title={text.password} hint={text.passwordHint}>
      <Form
        key={change.submittedAt * Number(change.isSuccess)}
        errors={getFieldErrors(change.error)}
        onSubmit={send}
      >
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <div className="two">
          <TextField
            label={text.currentPassword}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            help={text.currentPasswordHint}
          />
          <TextField
            label={text.newPassword}
            name="password"
            type="password"
            autoComplete="new-password"
            help={text.newPasswordHint}
          />
        </div>
        <Save isPending={change.isPending} label={text.changePassword} />
      </Form>
    </Section>
  );
}

function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(buildQuery('listPasskeys'));
  const remove = useChange('removePasskey', text.passkeyRemoved);
  const add = useMutation({
    mutationFn: async (name: string): Promise<boolean> => {
      const options = await api.challengePasskey();
      // Closing the browser's dialog ends here, too.
      const credential = await createPasskey(options).catch(() => undefined);
      if (credential) await api.addPasskey({ body: { credential, ...(name && { name }) } });
      return credential !== undefined;
    },
    onSuccess: (isAdded) => {
      showToast(isAdded ? text.passkeyAdded : text.passkeyFailed, { isError: !isAdded });
      return queryClient.invalidateQueries({ queryKey: ['Second factor'] });
    },
  });
  return (
    <Section title={text.passkeys} hint={text.passkeysHint} isList>
      <ul className="rows">
        {passkeys.map(({ uuid, name, lastUsedAt, createdAt }) => (
          <li key={uuid}>
            <span className="grow">
              <b>{name}</b>
              <span className="help">
                {lastUsedAt
                  ? interpolate(text.lastUsed, { time: formatMoment(lastUsedAt) })
                  : interpolate(text.addedAt, { time: formatMoment(createdAt) })}
              </span>
            </span>
            <button
              type="button"
              className="btn quiet small bad"
              aria-label={interpolate(text.removePasskey, { name })}
              disabled={remove.isPending}
              onClick={() => remove.mutate({ params: { uuid } })}
            >
              {words.settings.remove}
            </button>
          </li>
        ))}
      </ul>
      <div className="setting">
        <Form
          key={passkeys.length}
          errors={getFieldErrors(add.error)}
          onSubmit={(values) => add.mutate(String(values.get('name') ?? '').trim())}
        >
          <TextField label={text.passkeyName} name="name" maxLength={60} help={text.passkeyNameHint} />
          <div className="row end">
            <button type="submit" className="btn" disabled={add.isPending}>
              {text.addPasskey}
            </button>
          </div>
        </Form>
      </div>
    </Section>
  );
}

function Sessions() {
  const { data } = useSuspenseQuery(buildQuery('listSessions', { query: { count: 50 } }));
  const end = useChange('endSession', text.sessionEnded);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Section
      title={text.sessions}
      hint={text.sessionsHint}
      isList
      action={
        <button type="button" className="btn small" onClick={() => setIsAsked(true)}>
          {text.endOthers}
        </button>
      }
    >
      <ul className="rows">
        {data.items.map(({ uuid, device, address, method, isCurrent, lastSeenAt }) => (
          <li key={uuid}>
            <span className="grow">
              <b>{device}</b>{' '}
              {isCurrent && (
                <span className="tag" data-color="green">
                  {text.thisSession}
                </span>
              )}
              <span className="help">
                {[
                  address,
                  text.methods[method],
                  interpolate(text.lastSeen, { time: formatMoment(lastSeenAt) }),
                ].join(' · ')}
              </span>
            </span>
            {!isCurrent && (
              <button
                type="button"
                className="btn quiet small"
                aria-label={interpolate(text.endNamed, { device })}
                disabled={end.isPending}
                onClick={() => end.mutate({ params: { uuid } })}
              >
                {text.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isAsked && <EndOthers onClose={() => setIsAsked(false)} />}
    </Section>
  );
}

function EndOthers({ onClose }: { readonly onClose: () => void }) {
  const { email, uuid } = useSession();
  // Only owners and admins create tokens for others, and only they may read this.
  const mayManage = useCanManage();
  const access = useQuery({ ...buildQuery('readUserAccess', { params: { uuid } }), enabled: mayManage });
  const own = useQuery({ ...buildQuery('listTokens', { query: { count: 100 } }), enabled: !mayManage });
  const { data: passkeys } = useQuery(buildQuery('listPasskeys'));
  const { data: apps } = useQuery(buildQuery('listConnectedApps', { query: { count: 100 } }));
  const tokens = access.data?.tokens ?? own.data?.items;
  const end = useChange('endOtherSessions', text.othersEnded, ['Tokens', 'Apps', 'Second factor']);
  if (!tokens || !passkeys || !apps) return null;
  const connectedApps = apps.items.map(({ uuid: id, app: { name } }) => ({ uuid: id, name }));
  return (
    <SignOutDialog
      title={text.endOthersTitle}
      action={text.endOthers}
      access={{ email, tokens, connectedApps, passkeys, keepsPasskeys: false }}
      isBusy={end.isPending}
      onConfirm={(keep) => end.mutate({ body: { keep } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
