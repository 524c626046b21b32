import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RadioGroup } from '../kit/choice.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Form, Switch, TextField } from '../kit/field.tsx';
import { ZoneField } from '../kit/zone-field.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { formatDay, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { Conferencing } from './conferencing.tsx';
import { Guarded, inSession, Page, Save, Section, useWhyNot, useOrganizationEdit } from './parts.tsx';
import { Payments } from './payments.tsx';
import { splitWords, type Organization } from './rules.ts';

const text = words.settings.workspace;

/** The workspace itself: its name, its zone, and what is switched on in it. */
export function Workspace() {
  const { data: organization } = useSuspenseQuery(buildQuery('readOrganization'));
  const why = useWhyNot('updateOrganization');
  return (
    <Page title={words.settings.pages.workspace}>
      <Guarded why={why}>
        <ResetOnVersion version={organization.updatedAt}>
          <General organization={organization} />
        </ResetOnVersion>
        <Crm organization={organization} />
        <CalendarAnswers organization={organization} />
        <Conferencing organization={organization} />
        <Payments />
        <ResetOnVersion version={String(organization.embedOrigins)}>
          <Embedding organization={organization} />
        </ResetOnVersion>
        <ResetOnVersion version={String(organization.blockedAddresses)}>
          <Blocked organization={organization} />
        </ResetOnVersion>
      </Guarded>
      <About organization={organization} />
    </Page>
  );
}

interface Props {
  readonly organization: Organization;
}

function General({ organization }: Props) {
  const update = useOrganizationEdit(organization);
  const send = (values: FormData): void => {
    const body = {
      name: String(values.get('name') ?? '').trim(),
      timezone: String(values.get('timezone') ?? ''),
    };
    update.mutate({ body });
  };
  return (
    <Section title={text.general}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <TextField
          label={text.name}
          name="name"
          value={organization.name}
          maxLength={100}
          help={text.nameHint}
        />
        <ZoneField
          label={words.settings.zone}
          name="timezone"
          value={organization.timezone}
          help={text.zoneHint}
        />
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

function Crm({ organization }: Props) {
  const update = useChange('updateOrganization', words.shell.saved, inSession);
  return (
    <Section title={text.crm} hint={text.crmHint}>
      <Switch
        label={text.crmOn}
        isOn={update.isPending ? update.variables.body.crmEnabled === true : organization.crmEnabled}
        onChange={(crmEnabled) => update.mutate({ body: { crmEnabled } })}
      />
    </Section>
  );
}

function CalendarAnswers({ organization }: Props) {
  const update = useChange('updateOrganization', words.shell.saved, inSession);
  return (
    <Section title={text.calendarAnswers} hint={text.calendarAnswersHint}>
      <Switch
        label={text.requireCalendarAnswer}
        isOn={
          update.isPending
            ? update.variables.body.requireCalendarAnswer === true
            : organization.requireCalendarAnswer
        }
        onChange={(requireCalendarAnswer) => update.mutate({ body: { requireCalendarAnswer } })}
      />
    </Section>
  );
}

/** Which sites may show the booking pages in a frame. */
type EmbedKind = 'any' | 'none' | 'some';

function getEmbedKind({ embedOrigins }: Organization): EmbedKind {
  if (embedOrigins === null) return 'any';
  return embedOrigins.length === 0 ? 'none' : 'some';
}

function Embedding({ organization }: Props) {
  const { embedOrigins } = organization;
  const update = useOrganizationEdit(organization, (theirs) => setKind(getEmbedKind(theirs)));
  const [kind, setKind] = useState(() => getEmbedKind(organization));
  const send = (values: FormData): void => {
    const listed = kind === 'some' ? splitWords(String(values.get('embedOrigins') ?? '')) : [];
    update.mutate({ body: { embedOrigins: kind === 'any' ? null : listed } });
  };
  return (
    <Section title={text.embedding} hint={text.embeddingHint}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <RadioGroup
          label={text.embedFrom}
          name="embedKind"
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'any', label: text.embedAny },
            { value: 'some', label: text.embedSome },
            { value: 'none', label: text.embedNone },
          ]}
        />
        {kind === 'some' && (
          <TextField
            label={text.sites}
            name="embedOrigins"
            value={(embedOrigins ?? []).join('\n')}
            rows={4}
            help={text.sitesHint}
          />
        )}
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

/** Whose bookings are refused. */
function Blocked({ organization }: Props) {
  const { blockedAddresses } = organization;
  const update = useOrganizationEdit(organization);
  const send = (values: FormData): void =>
    update.mutate({ body: { blockedAddresses: splitWords(String(values.get('blockedAddresses') ?? '')) } });
  return (
    <Section title={text.blocked} hint={text.blockedHint}>
      <Form errors={getFieldErrors(update.error)} edit={update.edit} onSubmit={send}>
        <TextField
          label={text.blocked}
          name="blockedAddresses"
          value={blockedAddresses.join('\n')}
          rows={4}
        />
        <Save isPending={update.isPending} />
      </Form>
    </Section>
  );
}

function About({ organization: { uuid, createdAt, subscription } }: Props) {
  return (
    <Section title={text.about}>
      <dl className="facts">
        <dt>{text.plan}</dt>
        <dd>
          {subscription.plan}
          <span className="tag" data-color={subscription.status === 'active' ? 'green' : 'gray'}>
            {text.plans[subscription.status]}
          </span>
        </dd>
        <dt>{text.since}</dt>
        <dd>{formatDay(toWallTime(createdAt).day)}</dd>
        <dt>{words.settings.id}</dt>
        <dd>
          <code className="mono">{uuid}</code>
          <CopyButton text={uuid} label={words.errors.copyId} isSquare />
        </dd>
      </dl>
    </Section>
  );
}
