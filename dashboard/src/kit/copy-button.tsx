import { words } from '../platform/words/words.ts';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toasts.tsx';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Shows the icon alone. */
  readonly isSquare?: boolean;
  readonly onCopy?: () => void;
}

export function CopyButton({ text, label, icon = 'copy', isSquare = false, onCopy }: CopyButtonProps) {
  const copy = async (): Promise<void> => {
    onCopy?.();
    try {
      await navigator.clipboard.writeText(text);
      showToast(words.shell.copied);
    } catch {
      // Browsers refuse it on pages without TLS.
      showToast(text);
    }
  };
  return (
    <button
      type="button"
      className={`btn small${isSquare ? ' quiet square' : ''}`}
      aria-label={isSquare ? label : undefined}
      title={isSquare ? label : undefined}
      onClick={() => void copy()}
    >
      <Icon name={icon} />
      {!isSquare && label}
    </button>
  );
}
