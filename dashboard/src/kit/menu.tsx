import { useRouter } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toasts.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** An address below `/app`, or what to do. */
  readonly to?: string;
  readonly onAction?: () => void;
  readonly isDanger?: boolean;
  readonly isChosen?: boolean;
  /** Why it can't be done now. It stays in the list, and says so. */
  readonly whyNot?: string | undefined;
}

interface MenuButtonProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly icon?: IconName;
  /** Shows the icon alone. */
  readonly isSquare?: boolean;
  readonly className?: string;
}

/** A button that opens a list of actions. */
export function MenuButton({
  label,
  actions,
  icon = 'more',
  isSquare = false,
  className = 'btn quiet small',
}: MenuButtonProps) {
  const router = useRouter();
  const act = ({ to, onAction, whyNot }: MenuAction): void => {
    if (whyNot) showToast(whyNot);
    else if (to) void router.navigate({ to });
    else onAction?.();
  };
  return (
    <MenuTrigger>
      <Button
        className={`${className}${isSquare ? ' square' : ''}`}
        {...(isSquare && { 'aria-label': label })}
      >
        {isSquare ? <Icon name={icon} /> : label}
        {!isSquare && <Icon name="down" />}
      </Button>
      <Popover className="pop menu">
        <Menu aria-label={label}>
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              className={`opt${action.isDanger ? ' is-bad' : ''}${action.whyNot ? ' is-off' : ''}`}
              textValue={action.label}
              onAction={() => act(action)}
            >
              {action.icon && <Icon name={action.icon} />}
              <span className="grow">
                {action.label}
                {action.whyNot && <span className="why">{action.whyNot}</span>}
              </span>
              {action.isChosen && <Icon name="check" />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
