import { runKeys } from '../platform/commands.ts';
import { words } from '../platform/words/words.ts';
import { Icon } from './icon.tsx';

/** To what stands before and after in the list beside, as its keys do. */
export function Steps() {
  return (
    <>
      <Step keys="k" label={words.lists.previous} icon="up" />
      <Step keys="j" label={words.lists.next} icon="down" />
    </>
  );
}

interface StepProps {
  readonly keys: string;
  readonly label: string;
  readonly icon: 'up' | 'down';
}

function Step({ keys, label, icon }: StepProps) {
  return (
    <button
      type="button"
      className="btn quiet small square"
      aria-label={label}
      title={`${label} (${keys.toUpperCase()})`}
      onClick={() => runKeys(keys)}
    >
      <Icon name={icon} />
    </button>
  );
}
