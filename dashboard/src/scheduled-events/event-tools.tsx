import { locationTypes } from '@daybook/contract/locations.data';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Filters, type FilterField } from '../kit/filters.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { useAddress } from '../platform/address.ts';
import { buildQuery } from '../platform/query.ts';
import { formatZone, ownZone } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage } from '../shell/session.ts';
import { useListableTeams } from '../shell/use-teams.ts';
import { TeamFilter } from '../shell/team-filter.tsx';
import { formatPlace } from './place.ts';
import { updateSearch, type EventSearch } from './rules.ts';

const { events } = words;

interface EventToolsProps {
  readonly search: EventSearch;
}

/** Whose events, of which time, and everything that the API can filter by. */
export function EventTools({ search }: EventToolsProps) {
  const set = useAddress<EventSearch>();
  const fields = useFields();
  return (
    <div className="tools">
      <TeamFilter {...search} />
      {!search.view && <Periods search={search} />}
      <SearchBox label={events.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
      <Filters fields={fields} search={search} />
      <Link className="btn quiet small" to="/polls">
        {events.polls}
      </Link>
      <span className="grow" />
      <span className="muted small">{formatZone(ownZone)}</span>
    </div>
  );
}

const periods = [
  { when: undefined, label: events.upcoming },
  { when: 'past', label: events.past },
  { when: 'cancelled', label: events.cancelled },
  { when: 'all', label: events.all },
] as const;

function Periods({ search }: EventToolsProps) {
  return (
    <nav className="tabs" aria-label={events.period}>
      {periods.map(({ when, label }) => (
        <Link
          key={label}
          to="/events"
          search={updateSearch(({ when: _, from: __, to: ___, status: ____, ...rest }) => ({
            ...rest,
            ...(when && { when }),
          }))}
          activeOptions={{ exact: true }}
          activeProps={{}}
          inactiveProps={{}}
          aria-current={search.when === when && !search.from && !search.to ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function useFields(): readonly FilterField[] {
  const mayManage = useCanManage();
  const users =
    useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage }).data?.items ??
    [];
  const teams = useListableTeams();
  const pages =
    useQuery(buildQuery('listEventTypes', { query: { count: 100, ...(mayManage && { scope: 'all' }) } })).data
      ?.items ?? [];
  const all: readonly FilterField[] = [
    {
      id: 'team',
      label: events.team,
      icon: 'guests',
      kind: 'pick',
      choices: teams.map(({ slug, title }) => ({ value: slug, label: title })),
    },
    {
      id: 'page',
      label: events.page,
      icon: 'pages',
      kind: 'pick',
      choices: pages.map(({ uuid, title }) => ({ value: uuid, label: title })),
    },
    { id: 'invitee', label: events.invitee, icon: 'person', kind: 'email' },
    {
      id: 'status',
      label: events.status,
      icon: 'check',
      kind: 'choice',
      choices: [
        { value: 'cancelled', label: events.cancelled },
        { value: 'confirmed', label: events.confirmed },
        { value: 'all', label: events.any },
      ],
    },
    { id: 'from', label: events.from, icon: 'events', kind: 'date' },
    { id: 'to', label: events.to, icon: 'events', kind: 'date' },
    {
      id: 'location',
      label: events.where,
      icon: 'place',
      kind: 'choice',
      choices: locationTypes.map((type) => ({ value: type, label: formatPlace(type) })),
    },
    {
      id: 'showed',
      label: events.showedUp,
      icon: 'person',
      kind: 'choice',
      choices: [
        { value: 'no', label: events.no },
        { value: 'yes', label: events.yes },
      ],
    },
    {
      id: 'sort',
      label: events.order,
      icon: 'down',
      kind: 'choice',
      choices: [
        { value: 'desc', label: events.latestFirst },
        { value: 'asc', label: events.earliestFirst },
      ],
    },
    {
      id: 'host',
      label: events.host,
      icon: 'person',
      kind: 'pick',
      choices: users.map(({ email, name }) => ({ value: email, label: name })),
    },
    {
      id: 'with',
      label: events.together,
      icon: 'guests',
      kind: 'pick',
      choices: users.map(({ slug, name }) => ({ value: slug, label: name })),
    },
  ];
  const forAdmins = ['host', 'with'];
  return all.filter(
    ({ id }) => (mayManage || !forAdmins.includes(id)) && (id !== 'team' || teams.length > 0),
  );
}
