import { words } from '../platform/words/words.ts';
import type { BulkAction } from './bulk-actions.tsx';

interface SwitchOptions<Item> {
  readonly isActive: (item: Item) => boolean;
  readonly activate: (item: Item, isActive: boolean) => Promise<unknown>;
  readonly remove: (item: Item) => Promise<unknown>;
  /** What deleting leads to. */
  readonly removeHint: string;
  readonly whyNot?: string | undefined;
}

/** For things that can be on or off: turns them on, off, or deletes them. */
export function buildSwitchActions<Item>(options: SwitchOptions<Item>): readonly BulkAction<Item>[] {
  const { isActive, activate, remove, removeHint, whyNot } = options;
  const { bulk } = words;
  const undo = (item: Item): Promise<unknown> => activate(item, isActive(item));
  return [
    {
      id: 'on',
      label: bulk.turnOn,
      icon: 'play',
      done: bulk.wereUpdated,
      send: (item) => activate(item, true),
      undo,
      whyNot,
    },
    {
      id: 'off',
      label: bulk.turnOff,
      icon: 'close',
      done: bulk.wereUpdated,
      send: (item) => activate(item, false),
      undo,
      whyNot,
    },
    {
      id: 'remove',
      label: bulk.remove,
      icon: 'trash',
      isDanger: true,
      done: bulk.wereDeleted,
      send: remove,
      confirm: { title: bulk.removeTitle, hint: removeHint },
      whyNot,
    },
  ];
}
