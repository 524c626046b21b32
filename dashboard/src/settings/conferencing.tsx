import { interpolate } from '@daybook/booking/locale';
import { conferencingKinds } from '@daybook/contract/providers.data';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { RadioGroup } from '../kit/choice.tsx';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Save, Section, useOrganizationEdit } from './parts.tsx';
import type { Organization } from './rules.ts';

const text = words.settings.conferencing;

type Conferencing = Organization['conferencing'];
type Kind = Conferencing['kind'];

interface Props {
  readonly organization: Organization;
}

/** How video calls get their link. Secrets are taken, and never shown. */
export function Conferencing({ organization }: Props) {
  const { conferencing } = organization;
  return (
    <>
      <VideoCalls key={`${conferencing.kind} ${conferencing.zoom === null}`} organization={organization} />
      <Zoom key={conferencing.zoom?.clientId} organization={organization} />
    </>
  );
}

function VideoCalls({ organization }: Props) {
  const { conferencing } = organization;
  const update = useOrganizationEdit(organization, (theirs) => setKind(theirs.conferencing.kind));
  const [kind, setKind] = useState<Kind>(conferencing.kind);
  const { urlTemplate, defaultUrlTemplate, jitsi } = conferencing;
  const send = (values: FormData): void => {
    const get = (name: string): string => String(values.get(`conferencing.${name}`) ?? '').trim();
    const secret = get('jitsi.secret');
    const changes = {
      ...(kind === 'template' && { urlTemplate: get('urlTemplate') || null }),
      ...(kind === 'jitsi' && {
        jitsi: { url: get('jitsi.url'), appId: get('jitsi.appId'), ...(secret && { secret }) },
      }),
    };
    update.mutate({ body: { conferencing: { kind, ...changes } } });
  };
  return (
    <Section title={text.title} hint={text.hint}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <RadioGroup
          label={text.kind}
          name="conferencing.kind"
          value={kind}
          onChange={setKind}
          choices={conferencingKinds.map((value) => {
            const isWithoutAccount = value === 'zoom' && conferencing.zoom === null;
            return {
              value,
              label: text.kinds[value],
              help: isWithoutAccount ? text.zoomMissing : text.hints[value],
              isDisabled: isWithoutAccount,
            };
          })}
        />
        {kind === 'template' && (
          <TextField
            label={text.urlTemplate}
            name="conferencing.urlTemplate"
            value={urlTemplate ?? ''}
            placeholder={defaultUrlTemplate}
            help={interpolate(text.urlTemplateHint, { room: '{room}', template: defaultUrlTemplate })}
          />
        )}
        {kind === 'jitsi' && (
          <>
            <TextField
              label={text.jitsiUrl}
              name="conferencing.jitsi.url"
              type="url"
              value={jitsi?.url ?? ''}
              placeholder="https://meet.example.org"
            />
            <div className="two">
              <TextField label={text.appId} name="conferencing.jitsi.appId" value={jitsi?.appId ?? ''} />
              <SecretField name="conferencing.jitsi.secret" label={text.secret} isStored={jitsi !== null} />
            </div>
          </>
        )}
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

function Zoom({ organization }: Props) {
  const { zoom, kind } = organization.conferencing;
  const update = useOrganizationEdit(organization);
  const send = (values: FormData): void => {
    const get = (name: string): string => String(values.get(`conferencing.zoom.${name}`) ?? '').trim();
    const clientSecret = get('clientSecret');
    const account = { accountId: get('accountId'), clientId: get('clientId'), user: get('user') || null };
    update.mutate({
      body: { conferencing: { zoom: { ...account, ...(clientSecret && { clientSecret }) } } },
    });
  };
  return (
    <Section
      title={text.zoom}
      hint={text.zoomHint}
      action={
        zoom && (
          <span className="tag" data-color="green">
            {text.isSet}
          </span>
        )
      }
    >
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <div className="two">
          <TextField
            label={text.accountId}
            name="conferencing.zoom.accountId"
            value={zoom?.accountId ?? ''}
            autoComplete="off"
          />
          <TextField
            label={text.clientId}
            name="conferencing.zoom.clientId"
            value={zoom?.clientId ?? ''}
            autoComplete="off"
          />
        </div>
        <div className="two">
          <SecretField
            name="conferencing.zoom.clientSecret"
            label={text.clientSecret}
            isStored={zoom !== null}
          />
          <TextField
            label={text.user}
            name="conferencing.zoom.user"
            value={zoom?.user ?? ''}
            help={text.userHint}
          />
        </div>
        <div className="row end">
          {zoom && (
            <Button
              label={text.removeZoom}
              kind="bad"
              whyNot={kind === 'zoom' ? text.zoomInUse : undefined}
              isBusy={update.isPending}
              onClick={() => update.mutate({ body: { conferencing: { zoom: null } } })}
            />
          )}
          <Button label={words.shell.save} kind="main" isSubmit isBusy={update.isPending} />
        </div>
      </Form>
    </Section>
  );
}

interface SecretFieldProps {
  readonly name: string;
  readonly label: string;
  readonly isStored: boolean;
}

function SecretField({ name, label, isStored }: SecretFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="off"
      {...(isStored && { help: text.secretStored })}
    />
  );
}
