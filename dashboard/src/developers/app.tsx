import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Form } from '../kit/field.tsx';
import { Panel } from '../kit/panel.tsx';
import { Picture } from '../settings/picture.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, buildQuery, useChange, useErrorsWith } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { AppFields, readAppFields, useScopeChoice } from './app-fields.tsx';
import { getAppKind, type App } from './rules.ts';
import { SecretDialog } from './secret-dialog.tsx';

const text = words.apps;

/** One app beside the list: what it is, its secret, and its end. */
export function AppPanel() {
  const { uuid } = useParams({ from: '/developers/apps/$uuid' });
  const { data: app } = useSuspenseQuery(buildQuery('readApp', { params: { uuid } }));
  return (
    <Panel title={app.name} closeTo="/developers/apps">
      <Facts app={app} />
      <Logo app={app} />
      <EditForm key={uuid} app={app} />
      <Acts app={app} />
    </Panel>
  );
}

function Facts({ app }: { readonly app: App }) {
  return (
    <dl className="facts">
      <dt>{text.clientId}</dt>
      <dd>
        <code className="mono">{app.clientId}</code>
        <CopyButton text={app.clientId} label={text.copy} isSquare />
      </dd>
      <dt>{text.kind}</dt>
      <dd>
        {text.kinds[getAppKind(app)]}
        <span className="tag" data-color={app.isApproved ? 'green' : 'gray'}>
          {app.isApproved ? text.approved : text.notApproved}
        </span>
      </dd>
      {app.serviceUser && (
        <>
          <dt>{text.serviceRole}</dt>
          <dd>{words.shell.roles[app.serviceUser.role]}</dd>
        </>
      )}
    </dl>
  );
}

function Logo({ app: { uuid, name, logoUrl } }: { readonly app: App }) {
  const params = { uuid };
  const set = useChange('setAppLogo', words.shell.saved);
  const remove = useChange('deleteAppLogo', words.shell.saved);
  return (
    <Picture
      label={text.logo}
      url={logoUrl}
      name={name}
      isSquare
      error={set.error}
      isPending={set.isPending || remove.isPending}
      onChoose={(file) => set.mutate({ params, body: file, contentType: file.type })}
      onDelete={() => remove.mutate({ params })}
    />
  );
}

function EditForm({ app }: { readonly app: App }) {
  const params = { uuid: app.uuid };
  const { choice, setChoice, scopes } = useScopeChoice(app.scopes);
  const change = useEdit('updateApp', {
    shown: app,
    read: () => api.readApp({ params }),
    done: words.shell.saved,
  });
  const errors = useErrorsWith(change.error, 'scopes', words.tokens.chooseScope);
  const hasRedirects = app.grantTypes.includes('authorization_code');
  const send = (values: FormData): void => {
    const { redirectUris, ...fields } = readAppFields(values);
    change.mutate({
      params,
      body: { ...fields, ...(hasRedirects && { redirectUris }), scopes: [...scopes] },
    });
  };
  return (
    <Form errors={errors} edit={change.edit} onSubmit={send}>
      <AppFields app={app} hasRedirects={hasRedirects} choice={choice} onChoose={setChoice} />
      <div className="row end">
        <button type="submit" className="btn main" disabled={change.isPending}>
          {words.shell.save}
        </button>
      </div>
    </Form>
  );
}

function Acts({ app: { uuid, name, isConfidential } }: { readonly app: App }) {
  const navigate = useNavigate();
  const [isRotating, setIsRotating] = useState(false);
  return (
    <div className="row wrap">
      {isConfidential && (
        <button type="button" className="btn" onClick={() => setIsRotating(true)}>
          {text.rotate}
        </button>
      )}
      <DeleteButton
        operation="deleteApp"
        input={{ params: { uuid } }}
        label={text.remove}
        title={interpolate(text.removeTitle, { name })}
        hint={text.removeHint}
        done={text.wasDeleted}
        onDeleted={() => void navigate({ to: '/developers/apps', search: true })}
      />
      {isRotating && <Rotate uuid={uuid} name={name} onClose={() => setIsRotating(false)} />}
    </div>
  );
}

interface RotateProps {
  readonly uuid: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Rotate({ uuid, name, onClose }: RotateProps) {
  const rotate = useChange('rotateAppSecret');
  if (rotate.data) {
    const { clientSecret } = rotate.data;
    return (
      <SecretDialog title={interpolate(text.secret, { name })} secret={clientSecret} onClose={onClose} />
    );
  }
  return (
    <ConfirmDialog
      title={interpolate(text.rotateTitle, { name })}
      action={text.rotate}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { uuid } })}
      onClose={onClose}
    >
      {text.rotateHint}
    </ConfirmDialog>
  );
}
