import { BulkActions } from '../kit/bulk-actions.tsx';
import type { ListSelection } from '../kit/list-selection.tsx';
import { buildSwitchActions } from '../kit/switch-actions.ts';
import { api } from '../platform/query.ts';
import { forgetPage } from '../platform/recent.ts';
import { words } from '../platform/words/words.ts';
import type { EventType } from './rules.ts';

interface PageBulkProps {
  readonly selection: ListSelection;
  readonly pages: readonly EventType[];
}

/** Turns the chosen pages on or off, or deletes them. */
export function PageBulk({ selection, pages }: PageBulkProps) {
  return (
    <BulkActions
      selection={selection}
      items={pages}
      id={({ uuid }) => uuid}
      name={({ title }) => title}
      tags={['Event types']}
      actions={buildSwitchActions<EventType>({
        isActive: ({ isActive }) => isActive,
        activate: ({ uuid }, isActive) => api.updateEventType({ params: { uuid }, body: { isActive } }),
        remove: ({ uuid }) => api.deleteEventType({ params: { uuid } }).then(() => forgetPage(uuid)),
        removeHint: words.bulk.removeHints.pages,
      })}
    />
  );
}
