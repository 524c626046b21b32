import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Icon, type IconName } from '../kit/icon.tsx';
import { buildQuery } from '../platform/query.ts';
import { startOfDay, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';

export interface Area {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  /** After `G`. */
  readonly letter?: string;
}

/** In the order of a day's work. With More, the rail has nine entries at most. */
const areas: readonly Area[] = [
  { to: '/', icon: 'home', label: words.areas.home, letter: 'h' },
  { to: '/events', icon: 'events', label: words.areas.events, letter: 'e' },
  { to: '/pages', icon: 'pages', label: words.areas.pages, letter: 'p' },
  { to: '/availability', icon: 'clock', label: words.areas.availability, letter: 'a' },
  { to: '/records', icon: 'guests', label: words.areas.records, letter: 'r' },
  { to: '/tasks', icon: 'check', label: words.areas.tasks, letter: 't' },
  { to: '/forms', icon: 'forms', label: words.areas.forms, letter: 'f' },
  { to: '/calls', icon: 'calls', label: words.areas.calls, letter: 'c' },
];

/** Used now and then: under More. */
const rareAreas: readonly Area[] = [
  { to: '/polls', icon: 'polls', label: words.areas.polls, letter: 'o' },
  { to: '/workflows', icon: 'merge', label: words.areas.workflows, letter: 'w' },
  { to: '/insights', icon: 'insights', label: words.areas.insights, letter: 'i' },
  { to: '/developers', icon: 'developers', label: words.areas.developers, letter: 'd' },
];

/** In the menu of the workspace. */
const settings: readonly Area[] = [
  { to: '/notifications', icon: 'bell', label: words.reach.notifications, letter: 'n' },
  { to: '/settings', icon: 'settings', label: words.areas.settings, letter: 's' },
  { to: '/settings/people', icon: 'person', label: words.areas.people },
  { to: '/settings/teams', icon: 'guests', label: words.areas.teams },
];

const onPhones = ['/', '/events', '/availability', '/records'];

/** Those that have an address. */
export function useAreas() {
  const { routesByPath } = useRouter();
  const exists = ({ to }: Area): boolean => to in routesByPath || `${to}/` in routesByPath;
  const main = areas.filter(exists);
  const rare = rareAreas.filter(exists);
  return {
    main,
    rare,
    settings: settings.filter(exists),
    onPhones: main.filter(({ to }) => onPhones.includes(to)),
    underMore: [...main.filter(({ to }) => !onPhones.includes(to)), ...rare, ...settings.filter(exists)],
  };
}

/** What is to be said about an area, by its address. */
export type AreaCounts = ReadonlyMap<string, string>;

interface AreaLinksProps {
  readonly areas: readonly Area[];
  readonly counts?: AreaCounts;
}

export function AreaLinks({ areas: shown, counts }: AreaLinksProps) {
  return shown.map(({ to, icon, label }) => {
    const count = counts?.get(to);
    return (
      <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
        <Icon name={icon} />
        <span className="cut">{label}</span>
        {count && <span className="count">{count}</span>}
      </Link>
    );
  });
}

/** The events of today, and webhooks that do not get through. */
export function useAreaCounts(): AreaCounts {
  const day = getToday();
  const range = { minStartTime: startOfDay(day), maxStartTime: startOfDay(day + 1) };
  const events = useQuery(
    buildQuery('listScheduledEvents', { query: { status: 'confirmed', ...range, count: 1 } }),
  ).data?.total;
  const failing = useQuery(buildQuery('readAttention')).data?.filter(({ kind }) =>
    kind.startsWith('webhook'),
  );
  return new Map([
    ...(events ? [['/events', interpolate(words.shell.today, { n: events })] as const] : []),
    ...(failing?.length
      ? [['/developers', interpolate(words.shell.failing, { n: failing.length })] as const]
      : []),
  ]);
}
