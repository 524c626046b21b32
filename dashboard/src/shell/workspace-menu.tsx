import { useRouter, useRouterState } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../kit/icon.tsx';
import { Keys } from '../kit/keys.tsx';
import { words } from '../platform/words/words.ts';
import { useAreas, type Area, type AreaCounts } from './areas.tsx';
import { useSession } from './session.ts';

/** The workspace's name, behind which settings, people and teams are. */
export function WorkspaceMenu() {
  const { workspace } = useSession();
  const { settings } = useAreas();
  return (
    <MenuTrigger>
      <Button className="space" aria-label={`${words.shell.workspace}: ${workspace.name}`}>
        <WorkspaceName name={workspace.name} />
        <Icon name="down" />
      </Button>
      <AreaMenu label={words.shell.workspace} areas={settings}>
        <MenuItem className="opt" href="/app?again=1">
          {words.shell.otherWorkspace}
        </MenuItem>
      </AreaMenu>
    </MenuTrigger>
  );
}

export function WorkspaceName({ name }: { readonly name: string }) {
  return (
    <>
      <span className="mark" aria-hidden="true">
        {[...name][0]}
      </span>
      <span className="grow cut">{name}</span>
    </>
  );
}

interface MoreMenuProps {
  readonly areas: readonly Area[];
  readonly counts?: AreaCounts;
}

/** What has no place of its own in the rail, or at the foot of a phone. It says which of them is open. */
export function MoreMenu({ areas, counts }: MoreMenuProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const open = areas.find(({ to }) => `${path}/`.startsWith(`${to}/`));
  const count = areas.map(({ to }) => counts?.get(to)).find(Boolean);
  const { more } = words.shell;
  return (
    <MenuTrigger>
      <Button {...(open && { 'aria-current': 'true', 'aria-label': `${open.label} (${more})` })}>
        <Icon name={open?.icon ?? 'lines'} />
        <span className="cut">{open?.label ?? more}</span>
        {count && <span className="count bad">{count}</span>}
      </Button>
      <AreaMenu label={more} areas={areas} counts={counts} />
    </MenuTrigger>
  );
}

interface AreaMenuProps {
  readonly label: string;
  readonly areas: readonly Area[];
  readonly counts?: AreaCounts | undefined;
  readonly children?: React.ReactNode;
}

function AreaMenu({ label, areas, counts, children }: AreaMenuProps) {
  const router = useRouter();
  return (
    <Popover className="pop menu">
      <Menu aria-label={label}>
        {areas.map(({ to, icon, label: name, letter }) => (
          <MenuItem
            key={to}
            id={to}
            className="opt"
            textValue={name}
            onAction={() => void router.navigate({ to })}
          >
            <Icon name={icon} />
            <span className="grow">{name}</span>
            {counts?.get(to) && (
              <span className="tag" data-color="red">
                {counts.get(to)}
              </span>
            )}
            {letter && <Keys keys={`g ${letter}`} />}
          </MenuItem>
        ))}
        {children}
      </Menu>
    </Popover>
  );
}
