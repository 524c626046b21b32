import { useRouter } from '@tanstack/react-router';
import type { RefObject } from 'react';
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
  /** In a menu at a place: what opened it stays there. */
  readonly keepsOpen?: boolean;
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
        <Actions label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

interface MenuAtProps extends Pick<MenuButtonProps, 'label' | 'actions'> {
  readonly place: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** A list of actions that is open beside something on the page. */
export function MenuAt({ place, label, actions, onClose }: MenuAtProps) {
  return (
    <Popover
      className="pop menu"
      aria-label={label}
      triggerRef={place}
      isOpen
      placement="bottom start"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Actions label={label} actions={actions} onDone={({ keepsOpen }) => !keepsOpen && onClose()} />
    </Popover>
  );
}

interface ActionsProps extends Pick<MenuButtonProps, 'label' | 'actions'> {
  /** Only in a menu that nothing opens and closes by itself. */
  readonly onDone?: (action: MenuAction) => void;
}

function Actions({ label, actions, onDone }: ActionsProps) {
  const router = useRouter();
  const act = (action: MenuAction): void => {
    const { to, onAction, whyNot } = action;
    if (whyNot) showToast(whyNot);
    else if (to) void router.navigate({ to });
    else onAction?.();
    onDone?.(action);
  };
  return (
    <Menu aria-label={label} {...(onDone && { autoFocus: 'first' as const })}>
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
  );
}
