import { parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { locationTypes } from '@daybook/contract/locations.data';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DateField } from '../kit/date-field.tsx';
import { SelectField, Switch, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { formatShortDate } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { formatPlace } from './place.ts';
import { updateSearch, filterNames, type EventSearch, type FilterName } from './rules.ts';

const any = { value: '', label: words.events.any };

/** Everything that the API can filter by; each change is in the address at once. */
export function EventFilters({ search }: { readonly search: EventSearch }) {
  const navigate = useNavigate({ from: '/events' });
  const mayManage = useCanManage();
  const { users, teams, pages } = useChoices();
  const set =
    (name: keyof EventSearch) =>
    (value: string): void =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...rest }: EventSearch) => ({ ...rest, ...(value && { [name]: value }) }),
        replace: true,
      });
  return (
    <div className="filters">
      <SelectField
        label={words.events.status}
        name="status"
        value={search.status ?? ''}
        onChange={set('status')}
        choices={[
          any,
          { value: 'confirmed', label: words.events.confirmed },
          { value: 'cancelled', label: words.events.cancelled },
        ]}
      />
      <DateField label={words.events.from} name="from" value={search.from ?? ''} onChange={set('from')} />
      <DateField label={words.events.to} name="to" value={search.to ?? ''} onChange={set('to')} />
      <InviteeField value={search.invitee ?? ''} onCommit={set('invitee')} />
      <SelectField
        label={words.events.order}
        name="sort"
        value={search.sort ?? ''}
        onChange={set('sort')}
        choices={[
          { value: '', label: words.events.orderUsual },
          { value: 'asc', label: words.events.earliestFirst },
          { value: 'desc', label: words.events.latestFirst },
        ]}
      />
      <SelectField
        label={words.events.page}
        name="page"
        value={search.page ?? ''}
        onChange={set('page')}
        choices={[any, ...pages.map(({ uuid, title }) => ({ value: uuid, label: title }))]}
      />
      <SelectField
        label={words.events.where}
        name="location"
        value={search.location ?? ''}
        onChange={set('location')}
        choices={[any, ...locationTypes.map((type) => ({ value: type, label: formatPlace(type) }))]}
      />
      <SelectField
        label={words.events.showedUp}
        name="showed"
        value={search.showed ?? ''}
        onChange={set('showed')}
        choices={[any, { value: 'yes', label: words.events.yes }, { value: 'no', label: words.events.no }]}
      />
      {mayManage && (
        <>
          <SelectField
            label={words.events.host}
            name="host"
            value={search.host ?? ''}
            onChange={set('host')}
            choices={[any, ...users.map(({ email, name }) => ({ value: email, label: name }))]}
          />
          <SelectField
            label={words.events.together}
            name="with"
            value={search.with ?? ''}
            onChange={set('with')}
            choices={[any, ...users.map(({ slug, name }) => ({ value: slug, label: name }))]}
          />
          <SelectField
            label={words.events.team}
            name="team"
            value={search.team ?? ''}
            onChange={set('team')}
            choices={[any, ...teams.map(({ slug, title }) => ({ value: slug, label: title }))]}
          />
          <Switch
            label={words.events.everyone}
            isOn={search.scope === 'all'}
            onChange={(isOn) => set('scope')(isOn ? 'all' : '')}
          />
        </>
      )}
    </div>
  );
}

function useChoices() {
  const mayManage = useCanManage();
  const users = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const teams = useQuery({ ...buildQuery('listTeams', { query: { count: 100 } }), enabled: mayManage });
  const pages = useQuery(
    buildQuery('listEventTypes', { query: { count: 100, ...(mayManage && { scope: 'all' }) } }),
  );
  return {
    users: users.data?.items ?? [],
    teams: teams.data?.items ?? [],
    pages: pages.data?.items ?? [],
  };
}

/** What is set, each with a way to remove it. */
export function FilterChips({ search }: { readonly search: EventSearch }) {
  const { users, teams, pages } = useChoices();
  const { events } = words;
  const texts: Record<FilterName, readonly [label: string, value: (set: string) => string | undefined]> = {
    status: [events.status, (set) => (set === 'confirmed' ? events.confirmed : events.cancelled)],
    from: [events.from, dateText],
    to: [events.to, dateText],
    invitee: [events.invitee, (set) => set],
    sort: [events.order, (set) => (set === 'asc' ? events.earliestFirst : events.latestFirst)],
    page: [events.page, (set) => pages.find(({ uuid }) => uuid === set)?.title],
    location: [events.where, () => search.location && formatPlace(search.location)],
    showed: [events.showedUp, (set) => (set === 'yes' ? events.yes : events.no)],
    host: [events.host, (set) => users.find(({ email }) => email === set)?.name],
    with: [events.together, (set) => users.find(({ slug }) => slug === set)?.name],
    team: [events.team, (set) => teams.find(({ slug }) => slug === set)?.title],
    scope: [events.everyone, () => events.yes],
  };
  return filterNames(search).map((name) => {
    const [label, value] = texts[name];
    const set = search[name] ?? '';
    return (
      <span key={name} className="chip" role="group" aria-label={label}>
        <span className="op">{label}</span>
        <span>{value(set) ?? set}</span>
        <Link
          to="/events"
          search={updateSearch(({ [name]: _, ...rest }) => rest)}
          aria-label={interpolate(words.lists.removeFilter, { label })}
        >
          <Icon name="close" />
        </Link>
      </span>
    );
  });
}

const dateText = (date: string): string => formatShortDate(parseDay(date));

interface InviteeFieldProps {
  readonly value: string;
  readonly onCommit: (value: string) => void;
}

/** Takes effect when it is left or confirmed: half an address is none. */
function InviteeField({ value, onCommit }: InviteeFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (): void => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <form
      noValidate
      onBlur={commit}
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <TextField label={words.events.invitee} name="invitee" type="email" value={text} onChange={setText} />
    </form>
  );
}
