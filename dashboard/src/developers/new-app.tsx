import type { Input } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form, SelectField } from '../kit/field.tsx';
import { Panel } from '../kit/panel.tsx';
import { useChange, useErrorsWith } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { AppFields, readAppFields, useScopeChoice } from './app-fields.tsx';
import { appKinds, type AppKind } from './rules.ts';
import { SecretDialog } from './secret-dialog.tsx';

const text = words.apps;

/** An app is registered; its secret, if it has one, is shown once. */
export function NewApp() {
  const navigate = useNavigate();
  const create = useChange('createApp');
  const [kind, setKind] = useState<AppKind>('web');
  const { choice, setChoice, scopes } = useScopeChoice();
  const errors = useErrorsWith(create.error, 'scopes', words.tokens.chooseScope);
  const close = (uuid: string): void =>
    void navigate({ to: '/developers/apps/$uuid', params: { uuid }, search: true });
  const send = (values: FormData): void => {
    const body: Input<'createApp'>['body'] = {
      ...readAppFields(values),
      scopes: [...scopes],
      isConfidential: kind !== 'native',
      grantTypes: [kind === 'service' ? 'client_credentials' : 'authorization_code'],
      serviceRole: values.get('serviceRole') === 'admin' ? 'admin' : 'user',
    };
    create.mutate(
      { body },
      { onSuccess: ({ resource, clientSecret }) => clientSecret === null && close(resource.uuid) },
    );
  };
  const made = create.data;
  return (
    <Panel title={text.create} closeTo="/developers/apps">
      <Form errors={errors} onSubmit={send}>
        <KindFields kind={kind} onChange={setKind} />
        <AppFields hasRedirects={kind !== 'service'} choice={choice} onChoose={setChoice} />
        <div className="row end">
          <button type="submit" className="btn main" disabled={create.isPending}>
            {text.make}
          </button>
        </div>
      </Form>
      {made && made.clientSecret !== null && (
        <SecretDialog
          title={interpolate(text.secret, { name: made.resource.name })}
          secret={made.clientSecret}
          onClose={() => close(made.resource.uuid)}
        />
      )}
    </Panel>
  );
}

/** Only owners and admins make users, so only they make the user of an app. */
function KindFields({
  kind,
  onChange,
}: {
  readonly kind: AppKind;
  readonly onChange: (kind: AppKind) => void;
}) {
  const mayManage = useCanManage();
  const offered = appKinds.filter((one) => mayManage || one !== 'service');
  return (
    <>
      <SelectField
        label={text.kind}
        name="grantTypes"
        value={kind}
        onChange={(value) => onChange(value as AppKind)}
        choices={offered.map((value) => ({ value, label: text.kinds[value] }))}
      />
      {kind === 'service' && (
        <SelectField
          label={text.serviceRole}
          name="serviceRole"
          help={text.serviceHint}
          value="user"
          choices={[
            { value: 'user', label: words.shell.roles.user },
            { value: 'admin', label: words.shell.roles.admin },
          ]}
        />
      )}
    </>
  );
}
