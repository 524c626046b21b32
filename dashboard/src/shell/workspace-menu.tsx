import { useRouter } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../kit/icon.tsx';
import { Keys } from '../kit/keys.tsx';
import { words } from '../platform/words/words.ts';
import { useAreas, type Area } from './areas.tsx';
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

/** What has no place of its own at the foot of a phone. */
export function MoreMenu() {
  const { underMore } = useAreas();
  return (
    <MenuTrigger>
      <Button>
        <Icon name="lines" />
        {words.shell.more}
      </Button>
      <AreaMenu label={words.shell.more} areas={underMore} />
    </MenuTrigger>
  );
}

interface AreaMenuProps {
  readonly label: string;
  readonly areas: readonly Area[];
  readonly children?: React.ReactNode;
}

function AreaMenu({ label, areas, children }: AreaMenuProps) {
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
            {letter && <Keys keys={`g ${letter}`} />}
          </MenuItem>
        ))}
        {children}
      </Menu>
    </Popover>
  );
}
