import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './icon.tsx';

export interface MenuAction {
  readonly label: string;
  readonly onAction: () => void;
  /** Why it can't be done now. It is shown all the same. */
  readonly whyNot?: string | undefined;
  readonly isBad?: boolean;
}

interface MenuButtonProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/** Three dots that open what else can be done. */
export function MenuButton({ label, actions }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <Button className="btn quiet small square" aria-label={label}>
        <Icon name="more" />
      </Button>
      <Popover className="pop menu" placement="bottom end">
        <Menu
          aria-label={label}
          disabledKeys={actions.filter((each) => each.whyNot).map((each) => each.label)}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              id={action.label}
              className={`opt${action.isBad ? ' bad' : ''}`}
              textValue={action.label}
              onAction={action.onAction}
            >
              <span>
                {action.label}
                {action.whyNot && <span className="why">{action.whyNot}</span>}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
