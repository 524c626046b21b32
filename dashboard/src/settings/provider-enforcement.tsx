import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { buildQuery, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { Section } from './parts.tsx';
import type { Provider } from './provider-state.tsx';

const text = words.settings.singleSignOn;

interface Props {
  readonly provider: Provider;
}

/** Whether people of its domains have to sign in here, and the one owner who doesn't. */
export function Enforcement({ provider }: Props) {
  const { uuid, isEnforced, isEnabled } = provider;
  const [isAsked, setIsAsked] = useState(false);
  const stop = useChange('updateIdentityProvider', words.shell.saved);
  return (
    <Section title={text.enforcement} hint={text.enforcementHint}>
      {isEnforced && <Exempt provider={provider} />}
      <div className="row wrap">
        {isEnforced && (
          <Button
            label={text.stopEnforcing}
            isBusy={stop.isPending}
            onClick={() => stop.mutate({ params: { uuid }, body: { isEnforced: false } })}
          />
        )}
        <Button
          label={isEnforced ? text.changeExempt : text.enforce}
          whyNot={isEnabled ? undefined : text.enableFirst}
          onClick={() => setIsAsked(true)}
        />
      </div>
      {isAsked && <EnforceDialog provider={provider} onClose={() => setIsAsked(false)} />}
    </Section>
  );
}

function Exempt({ provider: { breakGlassUserUuid: uuid } }: Props) {
  const user = useQuery({
    ...buildQuery('readUser', { params: { uuid: uuid ?? '' } }),
    enabled: uuid !== null,
  });
  const name = uuid === null ? undefined : user.data?.name;
  return <p className="note warn">{name ? interpolate(text.exemptIs, { name }) : text.exemptAreOwners}</p>;
}

function EnforceDialog({ provider, onClose }: Props & { readonly onClose: () => void }) {
  const { uuid, breakGlassUserUuid, isEnforced } = provider;
  const { uuid: me } = useSession();
  const update = useChange('updateIdentityProvider', words.shell.saved);
  const send = (values: FormData): void =>
    update.mutate(
      {
        params: { uuid },
        body: {
          isEnforced: true,
          breakGlassUserUuid: String(values.get('breakGlassUserUuid') ?? '') || null,
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={isEnforced ? text.changeExempt : text.enforceTitle} onClose={onClose}>
      <p className="note warn">{text.enforceWarning}</p>
      <Form errors={getFieldErrors(update.error)} onSubmit={send}>
        <UserField
          label={text.exempt}
          name="breakGlassUserUuid"
          by="uuid"
          value={breakGlassUserUuid ?? me}
          isOffered={({ isActive, role }) => isActive && role === 'owner'}
          help={text.exemptHint}
        />
        <DialogActions onClose={onClose}>
          <Button
            label={isEnforced ? words.shell.save : text.enforce}
            kind="main"
            isSubmit
            isBusy={update.isPending}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
