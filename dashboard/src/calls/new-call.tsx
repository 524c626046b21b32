import { interpolate } from '@daybook/booking/locale';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DateTimeField } from '../kit/date-time-field.tsx';
import { Form, SelectField, TextField } from '../kit/field.tsx';
import { Panel } from '../kit/panel.tsx';
import { ZoneField } from '../kit/zone-field.tsx';
import { buildQuery, useChange, useErrorsWith } from '../platform/query.ts';
import { toInstantAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { formatScheduledTime, type Call } from './rules.ts';

/** Queues a call; one that was made before gives its details to the new one. */
export function NewCall() {
  const { like, name = '', phone = '', email = '' } = useSearch({ from: '/calls/new' });
  const [agentUuid = '', id = ''] = (like ?? '').split('/');
  const before = useQuery({
    ...buildQuery('readOutboundCall', { params: { agentUuid, id } }),
    enabled: like !== undefined,
  });
  if (like && before.isPending) return null;
  return (
    <Panel title={words.calls.place} closeTo="/calls" closeSearch={{}}>
      <CallForm
        key={before.data?.id}
        before={before.data}
        person={before.data ?? { fullName: name, phoneNumber: phone, email }}
      />
    </Panel>
  );
}

interface CallFormProps {
  readonly before: Call | undefined;
  readonly person: { readonly fullName: string; readonly phoneNumber: string; readonly email: string | null };
}

function CallForm({ before, person }: CallFormProps) {
  const navigate = useNavigate();
  const { data: agents } = useSuspenseQuery(buildQuery('listAgents', { query: { count: 100 } }));
  const create = useChange('createOutboundCall', words.calls.wasPlaced);
  const errors = useErrorsWith(create.error, 'scheduledTime', words.calls.isPast);
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    const typed = text('scheduledTime');
    const when = typed ? toInstantAt(typed.slice(0, 10), typed.slice(11, 16)) : null;
    create.mutate(
      {
        params: { agentUuid: text('agent') },
        body: {
          fullName: text('fullName'),
          phoneNumber: text('phoneNumber').replaceAll(/[\s()/.-]/g, ''),
          email: text('email'),
          timeZone: text('timeZone') || null,
          additionalData: text('additionalData') || null,
          scheduledTime: when && formatScheduledTime(when),
        },
      },
      {
        onSuccess: (call) =>
          void navigate({
            to: '/calls/$agentUuid/$id',
            params: { agentUuid: call.agentId, id: call.id },
            search: {},
          }),
      },
    );
  };
  return (
    <Form errors={errors} onSubmit={send}>
      <SelectField
        label={words.calls.agent}
        name="agent"
        value={before?.agentId ?? agents.items.find(isActive)?.uuid ?? ''}
        choices={agents.items.map((agent) => ({
          value: agent.uuid,
          label: isActive(agent) ? agent.name : interpolate(words.calls.notActive, { name: agent.name }),
        }))}
      />
      <TextField label={words.calls.name} name="fullName" value={person.fullName} maxLength={200} />
      <TextField
        label={words.calls.phone}
        name="phoneNumber"
        type="tel"
        value={person.phoneNumber}
        help={words.calls.phoneHint}
      />
      <TextField label={words.calls.email} name="email" type="email" value={person.email ?? ''} />
      <TextField
        label={words.calls.data}
        name="additionalData"
        value={before?.additionalData ?? ''}
        rows={3}
        maxLength={10_000}
      />
      <DateTimeField label={words.calls.when} name="scheduledTime" help={words.calls.whenHint} />
      <ZoneField
        label={words.calls.zone}
        name="timeZone"
        none={words.calls.byNumber}
        value={before?.timeZone ?? ''}
        help={words.calls.zoneHint}
      />
      <div className="row end">
        <button type="submit" className="btn main" disabled={create.isPending || agents.items.length === 0}>
          {words.calls.placeNow}
        </button>
      </div>
    </Form>
  );
}

const isActive = ({ isPublished, isEnabled }: { isPublished: boolean; isEnabled: boolean }): boolean =>
  isPublished && isEnabled;
