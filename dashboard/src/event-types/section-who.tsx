import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { Checkbox, RadioGroup } from '../kit/choice.tsx';
import { SelectField } from '../kit/field.tsx';
import { Face } from '../kit/face.tsx';
import { UserField } from '../kit/user-field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { useDraft } from './draft.ts';
import { updateAt, removeAt, type Draft } from './rules.ts';
import { LimitField, NumberField, Section } from './section.tsx';

const { pages } = words;
const types = ['ONE_ON_ONE', 'GROUP', 'ROUND_ROBIN', 'COLLECTIVE'] as const;

/** The kind of the page, its seats, and who is met. */
export function WhoSection() {
  const { draft, set, settings } = useDraft();
  const { profile } = settings;
  return (
    <Section name="who">
      <p className="row">
        <span className="muted">{pages.owner}</span>
        {[profile.firstName, profile.lastName].filter(Boolean).join(' ')}
      </p>
      <RadioGroup
        label={pages.type}
        name="type"
        value={draft.type}
        onChange={(type) => set('type', type)}
        choices={types.map((type) => ({
          value: type,
          label: pages.types[type],
          help: pages.typeHints[type],
        }))}
      />
      {draft.type === 'GROUP' && (
        <NumberField
          label={pages.seats}
          name="maxActiveInvitees"
          help={pages.seatsHint}
          value={draft.maxActiveInvitees}
          onChange={(seats) => set('maxActiveInvitees', seats)}
        />
      )}
      <fieldset className="group">
        <legend className="lbl">{pages.hosts}</legend>
        {draft.hosts.map((host, index) => (
          <HostFields key={host.email} host={host} index={index} />
        ))}
        <AddHost />
      </fieldset>
      {draft.type === 'ROUND_ROBIN' && <Sharing />}
    </Section>
  );
}

const balances = ['bookings', 'minutes'] as const;

/** Of a round robin: who chooses the host, and what is shared out. */
function Sharing() {
  const { draft, set } = useDraft();
  return (
    <>
      <Checkbox
        label={pages.inviteePicksHost}
        isOn={draft.inviteePicksHost}
        onChange={(isOn) => set('inviteePicksHost', isOn)}
      />
      <Checkbox
        label={pages.ownerFirst}
        isOn={draft.ownerFirst}
        onChange={(isOn) => set('ownerFirst', isOn)}
      />
      <RadioGroup
        label={pages.balance}
        name="balance"
        value={draft.balance}
        onChange={(balance) => set('balance', balance)}
        choices={balances.map((value) => ({ value, label: pages.balances[value] }))}
      />
    </>
  );
}

function HostFields({ host, index }: { readonly host: Draft['hosts'][number]; readonly index: number }) {
  const { draft, set } = useDraft();
  const change = (more: Partial<typeof host>): void => set('hosts', updateAt(draft.hosts, index, more));
  const isShared = draft.type === 'ROUND_ROBIN';
  return (
    <div className="box col gap3">
      <div className="row">
        <Face name={host.name} />
        <span className="grow cut">
          {host.name} <span className="muted small">{host.email}</span>
        </span>
        {draft.hosts.length > 1 && (
          <Button
            label={interpolate(pages.removeHost, { name: host.name })}
            icon="close"
            kind="quiet"
            isSmall
            isSquare
            onClick={() => set('hosts', removeAt(draft.hosts, index))}
          />
        )}
      </div>
      <input type="hidden" name={`hosts.${index}.email`} value={host.email} />
      {isShared && (
        <div className="four">
          <NumberField
            label={pages.weight}
            name={`hosts.${index}.weight`}
            value={host.weight}
            onChange={(weight) => change({ weight })}
          />
          <NumberField
            label={pages.priority}
            name={`hosts.${index}.priority`}
            value={host.priority}
            onChange={(priority) => change({ priority })}
          />
          <LimitField
            label={pages.perDay}
            name={`hosts.${index}.dailyLimit`}
            value={host.dailyLimit}
            onChange={(dailyLimit) => change({ dailyLimit })}
          />
          <LimitField
            label={pages.perWeek}
            name={`hosts.${index}.weeklyLimit`}
            value={host.weeklyLimit}
            onChange={(weeklyLimit) => change({ weeklyLimit })}
          />
        </div>
      )}
      {draft.hosts.length > 1 && (
        <HostHours
          email={host.email}
          name={`hosts.${index}.scheduleUuid`}
          value={host.scheduleUuid}
          onChange={(scheduleUuid) => change({ scheduleUuid })}
        />
      )}
    </div>
  );
}

interface HostHoursProps {
  readonly email: string;
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (scheduleUuid: string | null) => void;
}

/** Nothing for those who may not read the schedules of this host. */
function HostHours({ email, name, value, onChange }: HostHoursProps) {
  const { data } = useQuery({
    ...buildQuery('listSchedules', { query: { email, count: 100 } }),
    retry: false,
  });
  const schedules = data?.items ?? [];
  if (schedules.length < 2 && value === null) return null;
  return (
    <SelectField
      label={pages.hostHours}
      name={name}
      value={value ?? ''}
      onChange={(next) => onChange(next || null)}
      choices={[
        { value: '', label: pages.hostHoursUsual },
        ...schedules.map(({ uuid, title }) => ({ value: uuid, label: title })),
      ]}
    />
  );
}

/** Owners and admins choose among everyone, others may add themselves. */
function AddHost() {
  const { draft, set } = useDraft();
  const session = useSession();
  const mayManage = useCanManage();
  const isHost = ({ email }: { readonly email: string }): boolean =>
    draft.hosts.some((host) => host.email === email);
  const { data } = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const isAlone = mayManage && data?.items.every((user) => !user.isActive || isHost(user));
  if (isAlone || (!mayManage && isHost(session))) return null;
  const add = (email: string, name = ''): void => {
    const host = {
      email,
      name,
      weight: 1,
      priority: 0,
      dailyLimit: null,
      weeklyLimit: null,
      scheduleUuid: null,
    };
    set('hosts', [...draft.hosts, host]);
  };
  return (
    <UserField
      label={pages.addHost}
      name="addHost"
      by="email"
      value=""
      isOffered={(user) => user.isActive && !isHost(user) && (mayManage || user.email === session.email)}
      onChange={(email, user) => add(email, user?.name)}
    />
  );
}
