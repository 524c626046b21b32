import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { RadioGroup } from '../kit/choice.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { buildQuery, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ConnectionFields, readConnection } from './connection-fields.tsx';
import type { Provider } from './provider-state.tsx';

const text = words.settings.singleSignOn;
const kinds = ['saml', 'oidc'] as const;

/** First the protocol, then what the provider says about itself. What it needs of us follows on the page of the connection. */
export function NewProvider({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const domains = useQuery(buildQuery('listDomains', { query: { count: 50 } })).data?.items ?? [];
  const create = useChange('createIdentityProvider', text.wasConnected, ['Domains']);
  const [kind, setKind] = useState<Provider['kind']>('saml');
  const [step, setStep] = useState(1);
  // What was entered stays while the protocol is looked at again.
  const [wasReached, setWasReached] = useState(false);
  const goOn = (): void => {
    setStep(2);
    setWasReached(true);
  };
  const send = (values: FormData): void => {
    const free = domains.filter(
      ({ purpose, identityProviderUuid }) => purpose === 'sign_in' && !identityProviderUuid,
    );
    create.mutate(
      {
        body: {
          kind,
          name: String(values.get('name') ?? '').trim(),
          domains: free.map(({ name }) => name),
          ...readConnection(kind, values),
        },
      },
      {
        onSuccess: ({ uuid }) => void navigate({ to: '/settings/single-sign-on/$uuid', params: { uuid } }),
      },
    );
  };
  return (
    <Dialog title={text.connect} onClose={onClose}>
      <Form errors={getFieldErrors(create.error)} onSubmit={(values) => (step === 1 ? goOn() : send(values))}>
        <p className="help">{interpolate(text.step, { n: String(step), total: '2' })}</p>
        {step === 1 && (
          <RadioGroup
            label={text.kind}
            name="kind"
            value={kind}
            onChange={setKind}
            choices={kinds.map((value) => ({ value, label: text.kinds[value], help: text.kindHints[value] }))}
          />
        )}
        {(step === 2 || wasReached) && (
          <div hidden={step === 1}>
            <div className="col gap4">
              <TextField label={text.name} name="name" maxLength={60} help={text.nameHint} autoFocus />
              <ConnectionFields kind={kind} />
            </div>
          </div>
        )}
        <DialogActions
          onClose={onClose}
          aside={step === 2 && <Button label={text.back} onClick={() => setStep(1)} />}
        >
          <Button
            label={step === 1 ? text.next : text.connect}
            kind="main"
            isSubmit
            isBusy={create.isPending}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
