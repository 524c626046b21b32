import { useId, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toasts.tsx';

interface ButtonProps {
  readonly label: string;
  readonly onClick?: () => void;
  readonly icon?: IconName;
  readonly kind?: 'main' | 'quiet' | 'danger' | 'bad' | 'quiet bad';
  readonly isSmall?: boolean;
  /** Shows the icon alone. */
  readonly isSquare?: boolean;
  /** Waits for an answer: it can't be pressed again. */
  readonly isBusy?: boolean;
  /** Sends the form around it. */
  readonly isSubmit?: boolean;
  /** Why it can't be used now. It stays in reach of the keyboard, and says so. */
  readonly whyNot?: string | undefined;
  readonly children?: ReactNode;
}

export function Button({
  label,
  onClick,
  icon,
  kind,
  isSmall,
  isSquare,
  isBusy,
  isSubmit,
  whyNot,
  children,
}: ButtonProps) {
  const id = useId();
  const classes = ['btn', kind, isSmall && 'small', isSquare && 'square'].filter(Boolean).join(' ');
  return (
    <>
      <button
        type={isSubmit && !whyNot ? 'submit' : 'button'}
        className={classes}
        aria-label={isSquare ? label : undefined}
        title={whyNot ?? (isSquare ? label : undefined)}
        aria-disabled={whyNot ? true : undefined}
        aria-describedby={whyNot ? id : undefined}
        disabled={isBusy}
        onClick={whyNot ? () => showToast(whyNot) : onClick}
      >
        {icon && <Icon name={icon} />}
        {!isSquare && label}
        {children}
      </button>
      {whyNot && (
        <span id={id} hidden>
          {whyNot}
        </span>
      )}
    </>
  );
}
