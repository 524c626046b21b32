import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { Section } from '../settings/parts.tsx';
import { useAuthorize } from './authorize.ts';
import { servers, formatVariables, type Provider, type Server } from './rules.ts';

const text = words.calendars;

/** What can be connected, and what is missing where it can't. */
export function Providers({ user }: { readonly user: string | undefined }) {
  const { data: providers } = useSuspenseQuery(buildQuery('listCalendarProviders'));
  const authorize = useAuthorize();
  const [chosen, setChosen] = useState<Provider>();
  const close = (): void => setChosen(undefined);
  return (
    <Section title={text.connect} isList>
      <ul className="rows">
        {providers.filter(canBeginHere).map((provider) => (
          <li key={provider.provider} className="wrap">
            <span className="grow" style={{ minWidth: '60%' }}>
              <b>{provider.name}</b>
              <span className="help">
                {provider.isConfigured
                  ? text.hints[provider.provider]
                  : interpolate(text.notConfigured, { variables: formatVariables(provider.provider) })}
              </span>
            </span>
            <Button
              label={interpolate(text.connectNamed, { name: provider.name })}
              isSmall
              whyNot={
                provider.isConfigured
                  ? undefined
                  : interpolate(text.notConfigured, { variables: formatVariables(provider.provider) })
              }
              isBusy={authorize.isPending}
              onClick={() =>
                provider.kind === 'oauth' ? authorize.begin(provider.provider) : setChosen(provider)
              }
            />
          </li>
        ))}
      </ul>
      {chosen?.kind === 'password' && <CalDavDialog user={user} onClose={close} />}
      {chosen?.kind === 'url' && <IcsDialog user={user} onClose={close} />}
    </Section>
  );
}

/** Google and Microsoft don't let anyone sign in within a frame. */
const canBeginHere = ({ kind }: Provider): boolean => !start.embed || kind !== 'oauth';

interface DialogProps {
  readonly user: string | undefined;
  readonly onClose: () => void;
}

function CalDavDialog({ user, onClose }: DialogProps) {
  const connect = useChange('connectCalendar', text.connected);
  const [server, setServer] = useState<Server>('icloud');
  const [url, setUrl] = useState<string>(servers.icloud);
  const choose = (value: Server): void => {
    setServer(value);
    setUrl(servers[value]);
  };
  const send = (values: FormData): void => {
    const username = String(values.get('username') ?? '').trim();
    const password = String(values.get('password') ?? '');
    connect.mutate(
      {
        body: {
          provider: 'caldav',
          url,
          ...(username && { username }),
          ...(password && { password }),
          ...(user && { email: user }),
        },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title={interpolate(text.connectNamed, { name: 'CalDAV' })} onClose={onClose}>
      <Form errors={getFieldErrors(connect.error)} onSubmit={send}>
        <SelectField
          label={text.server}
          name="server"
          value={server}
          onChange={(value) => choose(value as Server)}
          choices={(Object.keys(servers) as Server[]).map((value) => ({ value, label: text.servers[value] }))}
          help={text.serverHints[server]}
        />
        <TextField label={text.url} name="url" type="url" value={url} onChange={setUrl} />
        <TextField label={text.username} name="username" autoComplete="off" />
        <TextField label={text.password} name="password" type="password" autoComplete="off" />
        <Actions isBusy={connect.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function IcsDialog({ user, onClose }: DialogProps) {
  const connect = useChange('connectCalendar', text.connected);
  const send = (values: FormData): void => {
    const url = String(values.get('url') ?? '').trim();
    connect.mutate({ body: { provider: 'ics', url, ...(user && { email: user }) } }, { onSuccess: onClose });
  };
  return (
    <Dialog title={interpolate(text.connectNamed, { name: 'ICS' })} onClose={onClose}>
      <Form errors={getFieldErrors(connect.error)} onSubmit={send}>
        <TextField label={text.url} name="url" type="url" help={text.icsHint} autoFocus />
        <Actions isBusy={connect.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function Actions({ isBusy, onClose }: { readonly isBusy: boolean; readonly onClose: () => void }) {
  return (
    <DialogActions onClose={onClose}>
      <Button label={isBusy ? text.trying : text.connectNow} kind="main" isSubmit isBusy={isBusy} />
    </DialogActions>
  );
}
