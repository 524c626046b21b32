import { interpolate } from '@daybook/booking/locale';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DeleteDialog } from '../kit/delete-button.tsx';
import { MenuButton } from '../kit/menu.tsx';
import { useChange } from '../platform/query.ts';
import { forgetPage } from '../platform/recent.ts';
import { words } from '../platform/words/words.ts';
import { buildCopy, getPath, type Settings } from './rules.ts';

const { pages } = words;

/** Open, copy, delete. */
export function PageMenu({ settings }: { readonly settings: Settings }) {
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const create = useChange('createEventType', pages.wasMade);
  const duplicate = (): void =>
    create.mutate(
      { body: buildCopy(settings, interpolate(pages.copyOf, { title: settings.title })) },
      { onSuccess: ({ uuid }) => void navigate({ to: '/pages/$uuid', params: { uuid } }) },
    );
  return (
    <>
      <MenuButton
        label={pages.more}
        isSquare
        actions={[
          {
            id: 'open',
            label: pages.openPage,
            icon: 'open',
            onAction: () => void window.open(getPath(settings.schedulingUrl), '_blank', 'noreferrer'),
          },
          { id: 'copy', label: pages.duplicate, icon: 'copy', onAction: duplicate },
          {
            id: 'remove',
            label: pages.remove,
            icon: 'close',
            isDanger: true,
            onAction: () => setIsRemoving(true),
          },
        ]}
      />
      {isRemoving && (
        <DeleteDialog
          operation="deleteEventType"
          input={{ params: { uuid: settings.uuid } }}
          label={pages.remove}
          title={interpolate(pages.removeTitle, { title: settings.title })}
          hint={pages.removeHint}
          done={pages.wasRemoved}
          onDeleted={() => {
            forgetPage(settings.uuid);
            void navigate({ to: '/pages' });
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}
