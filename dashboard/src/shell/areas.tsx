import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';

/** The areas that there are, in the order of a day's work. */
const areas = [
  { to: '/', icon: 'home', label: words.areas.home },
  { to: '/events', icon: 'events', label: words.areas.events },
  { to: '/pages', icon: 'pages', label: words.areas.pages },
  { to: '/availability', icon: 'clock', label: words.areas.availability },
  { to: '/forms', icon: 'forms', label: words.areas.forms },
  { to: '/calls', icon: 'calls', label: words.areas.calls },
  { to: '/insights', icon: 'insights', label: words.areas.insights },
  { to: '/developers', icon: 'developers', label: words.areas.developers },
] as const satisfies readonly { to: string; icon: IconName; label: string }[];

export function Areas({ label }: { readonly label: string }) {
  return (
    <nav aria-label={label}>
      {areas.map(({ to, icon, label: name }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon name={icon} />
          {name}
        </Link>
      ))}
    </nav>
  );
}
