import { callProviders } from '@daybook/contract/providers.data';
import type { Input } from '@daybook/client';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PageField } from '../event-types/page-field.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { Form, SelectField, Switch, TextField } from '../kit/field.tsx';
import { Panel } from '../kit/panel.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { useEdit, type Edit } from '../platform/edit.ts';
import { api, getFieldErrors, buildQuery, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { CallMe } from './call-me.tsx';
import { HoursFields } from './hours-fields.tsx';
import { parseTypedHours, formatHourTexts, type Agent } from './rules.ts';
import { VoiceFields, type Speech } from './voice-fields.tsx';

export function AgentPanel() {
  const { uuid } = useParams({ from: '/calls/agents/$uuid' });
  return uuid === 'new' ? <NewAgent /> : <EditAgent key={uuid} uuid={uuid} />;
}

function NewAgent() {
  const navigate = useNavigate();
  const create = useChange('createAgent', words.shell.saved);
  return (
    <Panel title={words.calls.newAgent} closeTo="/calls/agents" isWide>
      <AgentForm
        errors={getFieldErrors(create.error)}
        isBusy={create.isPending}
        label={words.calls.makeAgent}
        onSend={(body) =>
          create.mutate(
            { body },
            { onSuccess: ({ uuid }) => void navigate({ to: '/calls/agents/$uuid', params: { uuid } }) },
          )
        }
      />
    </Panel>
  );
}

function EditAgent({ uuid }: { readonly uuid: string }) {
  const { data: agent } = useSuspenseQuery(buildQuery('readAgent', { params: { uuid } }));
  const update = useEdit('updateAgent', {
    shown: agent,
    read: () => api.readAgent({ params: { uuid } }),
    done: words.shell.saved,
  });
  useEffect(() => () => document.getElementById(`agent-${uuid}`)?.focus(), [uuid]);
  return (
    <Panel title={agent.name} closeTo="/calls/agents" isWide>
      <ResetOnVersion version={agent.updatedAt}>
        <AgentForm
          agent={agent}
          errors={getFieldErrors(update.error)}
          edit={update.edit}
          isBusy={update.isPending}
          label={words.shell.save}
          onSend={(body) => update.mutate({ params: { uuid }, body })}
        />
      </ResetOnVersion>
      <CallMe agent={agent} />
      <Remove uuid={uuid} />
    </Panel>
  );
}

type Values = Input<'createAgent'>['body'];

interface AgentFormProps {
  readonly agent?: Agent;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly edit?: Edit;
  readonly isBusy: boolean;
  readonly label: string;
  readonly onSend: (values: Values) => void;
}

function AgentForm({ agent, errors, edit, isBusy, label, onSend }: AgentFormProps) {
  const mayManage = useCanManage();
  const [hours, setHours] = useState(() => formatHourTexts(agent?.callingHours ?? null));
  const [isPublished, setIsPublished] = useState(agent?.isPublished ?? true);
  const [isEnabled, setIsEnabled] = useState(agent?.isEnabled ?? true);
  const [provider, setProvider] = useState<string>(agent?.provider ?? 'simulator');
  const [recordCalls, setRecordCalls] = useState(agent?.recordCalls ?? false);
  const [page, setPage] = useState(agent?.eventTypeUuid ?? '');
  const [speech, setSpeech] = useState<Speech>({
    language: agent?.language ?? 'en',
    voice: agent?.voice ?? 'slt',
  });
  const callingHours = parseTypedHours(hours);
  const delay = agent && agent.retryDelays === null ? agent.retryDelayMinutes : null;
  // An agent that talks by itself needs to know in which voice, and what to offer.
  const talks = provider === 'sip';
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    if (callingHours === undefined) return;
    onSend({
      name: text('name'),
      firstMessage: text('firstMessage') || null,
      prompt: text('prompt') || null,
      ...(talks && { voicemailMessage: text('voicemailMessage') || null, recordCalls }),
      phoneNumber: text('phoneNumber').replaceAll(/[\s()/.-]/g, '') || null,
      provider: provider as Agent['provider'],
      eventTypeUuid: page || null,
      ...speech,
      maxAttempts: Number(text('maxAttempts')),
      // One delay for all outcomes replaces those by outcome, so it is sent by who typed it.
      ...(!['', String(delay)].includes(text('retryDelayMinutes')) && {
        retryDelayMinutes: Number(text('retryDelayMinutes')),
      }),
      isPublished,
      isEnabled,
      callingHours,
    });
  };
  return (
    <Form errors={errors} {...(edit && { edit })} onSubmit={send}>
      <TextField label={words.calls.name} name="name" value={agent?.name ?? ''} maxLength={200} />
      <TextField
        label={words.calls.firstMessage}
        name="firstMessage"
        value={agent?.firstMessage ?? ''}
        rows={2}
        maxLength={2000}
        {...(talks && { help: words.calls.firstMessageHint })}
      />
      <TextField
        label={words.calls.prompt}
        name="prompt"
        value={agent?.prompt ?? ''}
        rows={8}
        maxLength={20_000}
        help={words.calls.promptHint}
      />
      {talks && (
        <TextField
          label={words.calls.voicemailMessage}
          name="voicemailMessage"
          value={agent?.voicemailMessage ?? ''}
          rows={2}
          maxLength={2000}
          help={words.calls.voicemailHint}
        />
      )}
      <div className="two">
        <TextField
          label={words.calls.callsFrom}
          name="phoneNumber"
          type="tel"
          value={agent?.phoneNumber ?? ''}
          placeholder="+49"
        />
        <SelectField
          label={words.calls.provider}
          name="provider"
          value={provider}
          onChange={setProvider}
          choices={callProviders.map((value) => ({ value, label: words.calls.providers[value] }))}
        />
        {talks && (
          <>
            <BookedPage page={page} onChange={setPage} />
            <VoiceFields speech={speech} onChange={setSpeech} />
          </>
        )}
        <TextField
          label={words.calls.maxAttempts}
          name="maxAttempts"
          value={String(agent?.maxAttempts ?? 3)}
          inputMode="numeric"
        />
        <DurationField
          label={words.calls.retryDelay}
          name="retryDelayMinutes"
          value={delay}
          help={words.calls.retryDelayHint}
        />
      </div>
      {talks && (
        <div className="row wrap">
          <Switch label={words.calls.recordCalls} isOn={recordCalls} onChange={setRecordCalls} />
          <span className="help">{words.calls.recordHint}</span>
        </div>
      )}
      <HoursFields hours={hours} onChange={setHours} />
      <div className="row wrap">
        <Switch label={words.calls.isPublished} isOn={isPublished} onChange={setIsPublished} />
        <Switch label={words.calls.isEnabled} isOn={isEnabled} onChange={setIsEnabled} />
        <span className="help">{words.calls.enabledHint}</span>
      </div>
      <div className="row end">
        {!mayManage && <span className="muted small">{words.calls.adminsOnly}</span>}
        <button
          type="submit"
          className="btn main"
          disabled={isBusy || !mayManage || callingHours === undefined}
        >
          {label}
        </button>
      </div>
    </Form>
  );
}

interface BookedPageProps {
  readonly page: string;
  readonly onChange: (page: string) => void;
}

function BookedPage({ page, onChange }: BookedPageProps) {
  const { data } = useQuery({
    ...buildQuery('readEventTypeSettings', { params: { uuid: page } }),
    enabled: page !== '',
  });
  const isRefused =
    data !== undefined &&
    (data.requiresConfirmation ||
      (data.paymentProvider !== 'manual' && Number(data.price ?? 0) > 0) ||
      data.inviteeQuestions.some(({ isActive, isRequired }) => isActive && isRequired));
  return (
    <PageField
      label={words.calls.page}
      name="eventTypeUuid"
      help={isRefused ? words.calls.pageNotByPhone : words.calls.pageHint}
      none={words.calls.noPage}
      value={page}
      onChange={onChange}
    />
  );
}

function Remove({ uuid }: { readonly uuid: string }) {
  const navigate = useNavigate();
  const mayManage = useCanManage();
  return (
    <div>
      <DeleteButton
        operation="deleteAgent"
        input={{ params: { uuid } }}
        label={words.calls.removeAgent}
        title={words.calls.removeAgentTitle}
        hint={words.calls.removeAgentHint}
        done={words.calls.agentWasRemoved}
        whyNot={mayManage ? undefined : words.calls.adminsOnly}
        onDeleted={() => void navigate({ to: '/calls/agents' })}
      />
    </div>
  );
}
