import { interpolate } from '@daybook/booking/locale';
import type { Result } from '@daybook/client';
import { oauthCalendars } from '@daybook/contract/providers.data';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, Switch, TextField } from '../kit/field.tsx';
import { showToast } from '../kit/toasts.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatMoment } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Section } from '../settings/parts.tsx';
import { useAuthorize } from './authorize.ts';
import type { Connection } from './rules.ts';

const text = words.calendars;

const colors = { ok: 'green', needs_sign_in: 'amber', failing: 'red' } as const;

/** An account with its state, and the calendars of it that are read. */
export function ConnectionCard({ connection }: { readonly connection: Connection }) {
  const { uuid, account, state, syncedAt } = connection;
  const name = `${useProviderName(connection.provider)} · ${account}`;
  const sync = useChange('syncCalendarConnection');
  const sayOutcome = (outcome: Result<'syncCalendarConnection'>): void => {
    const isRead = outcome.connection.state === 'ok';
    showToast(isRead ? text.synced : text.notRead, { isError: !isRead });
  };
  return (
    <Section
      title={name}
      hint={syncedAt ? interpolate(text.syncedAt, { time: formatMoment(syncedAt) }) : text.notSynced}
      action={
        <span className="tag" data-color={colors[state]}>
          {text.states[state]}
        </span>
      }
    >
      <Trouble connection={connection} />
      <CalendarChoices connection={connection} />
      <div className="row wrap end">
        <Button
          label={sync.isPending ? text.syncing : text.sync}
          icon="again"
          isBusy={sync.isPending}
          onClick={() => sync.mutate({ params: { uuid } }, { onSuccess: sayOutcome })}
        />
        <DeleteButton
          operation="disconnectCalendar"
          input={{ params: { uuid } }}
          label={text.disconnect}
          title={interpolate(text.disconnectTitle, { name })}
          hint={<p>{text.disconnectHint}</p>}
          done={text.disconnected}
        />
      </div>
    </Section>
  );
}

function useProviderName(provider: string): string {
  const { data = [] } = useQuery(buildQuery('listCalendarProviders'));
  return data.find((each) => each.provider === provider)?.name ?? provider;
}

/** What went wrong, and what the reader can do about it. */
function Trouble({ connection }: { readonly connection: Connection }) {
  const { state, error, failingSince, provider, access } = connection;
  const authorize = useAuthorize();
  if (state === 'ok') return null;
  const isAccount = oauthCalendars.some((each) => each === provider);
  // What to do is a button beside the sentence, except for the address of a file.
  const hasButton = state === 'needs_sign_in' && provider !== 'ics';
  return (
    <div className="note bad" role="status">
      <span className="grow">
        <b>{error}</b> {!hasButton && text.todo[state]}{' '}
        {failingSince && interpolate(text.failingSince, { time: formatMoment(failingSince) })}
      </span>
      {hasButton && isAccount && (
        <Button
          label={words.settings.signInAgain}
          isSmall
          isBusy={authorize.isPending}
          onClick={() => authorize.begin(provider, access)}
        />
      )}
      {provider === 'caldav' && <NewPassword connection={connection} />}
    </div>
  );
}

function NewPassword({ connection: { uuid, account } }: { readonly connection: Connection }) {
  const [isOpen, setIsOpen] = useState(false);
  const update = useChange('updateCalendarConnection', words.shell.saved);
  const close = (): void => setIsOpen(false);
  const send = (values: FormData): void => {
    const password = String(values.get('password') ?? '');
    update.mutate({ params: { uuid }, body: { password } }, { onSuccess: close });
  };
  return (
    <>
      <Button label={text.newPassword} isSmall onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Dialog title={interpolate(text.newPasswordOf, { account })} onClose={close}>
          <Form errors={getFieldErrors(update.error)} onSubmit={send}>
            <TextField label={text.password} name="password" type="password" autoComplete="off" autoFocus />
            <DialogActions onClose={close}>
              <Button
                label={update.isPending ? text.trying : words.shell.save}
                kind="main"
                isSubmit
                isBusy={update.isPending}
              />
            </DialogActions>
          </Form>
        </Dialog>
      )}
    </>
  );
}

function CalendarChoices({ connection }: { readonly connection: Connection }) {
  const { uuid, calendars, countsTentative } = connection;
  const update = useChange('updateCalendarConnection', words.shell.saved);
  return (
    <fieldset className="field">
      <legend className="lbl">{text.read}</legend>
      {calendars.map(({ id, name, blocksTime }) => (
        <Checkbox
          key={id}
          label={name}
          isOn={chosen(update, id) ?? blocksTime}
          isDisabled={update.isPending}
          onChange={(isOn) =>
            update.mutate({ params: { uuid }, body: { calendars: [{ id, blocksTime: isOn }] } })
          }
        />
      ))}
      {calendars.map(
        ({ id, name, warning }) =>
          warning && (
            <p key={id} className="note warn">
              {name}: {warning}
            </p>
          ),
      )}
      <p className="help">{text.readHint}</p>
      <Switch
        label={text.tentative}
        isOn={(update.isPending ? update.variables.body.countsTentative : undefined) ?? countsTentative}
        onChange={(isOn) => update.mutate({ params: { uuid }, body: { countsTentative: isOn } })}
      />
    </fieldset>
  );
}

/** While a change is on its way, what it will be. */
function chosen(
  { isPending, variables }: ReturnType<typeof useChange<'updateCalendarConnection'>>,
  id: string,
): boolean | undefined {
  return isPending ? variables.body.calendars?.find((each) => each.id === id)?.blocksTime : undefined;
}
