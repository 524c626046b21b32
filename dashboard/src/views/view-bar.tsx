import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';
import { PickerButton } from '../kit/picker.tsx';
import { showToast } from '../kit/toasts.tsx';
import { words } from '../platform/words/words.ts';
import { NameDialog } from './name-dialog.tsx';

/** Saved views of a list. Nothing is saved unless someone says for whom. */

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
}

/** How the views of a list are stored. */
export interface ViewStore {
  /** Saves what is shown as a new view. */
  readonly create: (name: string, isShared: boolean) => Promise<{ readonly id: string }>;
  /** Saves what is shown in a view that is there. */
  readonly update: (id: string, isShared: boolean) => Promise<unknown>;
  readonly rename: (id: string, name: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

interface ViewBarProps {
  /** The links to all items and to each view. */
  readonly children: ReactNode;
  readonly view: SavedView | undefined;
  /** What is shown differs from what is saved. */
  readonly isChanged: boolean;
  readonly mayManage: boolean;
  readonly store: ViewStore;
  /** Shows a view as it is saved; without one, all items. */
  readonly onShow: (id: string | undefined) => void;
}

export function ViewBar({ children, view, isChanged, ...more }: ViewBarProps) {
  return (
    <div className="tools views">
      <nav className="tabs" aria-label={words.views.title}>
        {children}
      </nav>
      <span className="grow" />
      {view && <ViewMenu key={view.id} view={view} {...more} />}
      {isChanged && <Saving view={view} {...more} />}
    </div>
  );
}

type PartProps = Omit<ViewBarProps, 'children' | 'isChanged'>;

function Saving({ view, mayManage, store, onShow }: PartProps) {
  const update = useMutation({
    mutationFn: ({ id, isShared }: { readonly id: string; readonly isShared: boolean }) =>
      store.update(id, isShared),
    onSuccess: (_, { id }) => {
      showToast(words.views.wasSaved);
      onShow(id);
    },
  });
  /** Whether a name is asked for, and for whom the new view is. */
  const [asked, setAsked] = useState<{ readonly isShared: boolean }>();
  const save = (isShared: boolean): void => {
    const mayUpdate =
      view && (isShared ? view.isOwn || (view.isShared && mayManage) : view.isOwn && !view.isShared);
    if (!view || !mayUpdate) setAsked({ isShared });
    else update.mutate({ id: view.id, isShared });
  };
  return (
    <>
      <span className="tiny faint" role="status">
        {words.views.changed}
      </span>
      <button type="button" className="btn small" onClick={() => save(false)}>
        {words.views.saveForMe}
      </button>
      <button type="button" className="btn small" onClick={() => save(true)}>
        {words.views.saveForAll}
      </button>
      <button type="button" className="btn quiet small" onClick={() => onShow(view?.id)}>
        {words.views.reset}
      </button>
      {asked && (
        <NameDialog
          title={asked.isShared ? words.views.newForAll : words.views.newForMe}
          name=""
          save={async (name) => onShow((await store.create(name, asked.isShared)).id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function ViewMenu({ view, mayManage, store, onShow }: PartProps & { readonly view: SavedView }) {
  const remove = useMutation({
    mutationFn: store.remove,
    onSuccess: () => {
      showToast(words.views.wasDeleted);
      onShow(undefined);
    },
  });
  const [isRenaming, setIsRenaming] = useState(false);
  const mayChange = view.isOwn || mayManage;
  const act: Readonly<Record<string, () => void>> = {
    rename: () => setIsRenaming(true),
    remove: () => remove.mutate(view.id),
  };
  return (
    <>
      {view.isShared && <span className="tiny faint">{words.views.shared}</span>}
      <PickerButton
        label={words.views.thisView}
        isShort
        className="btn quiet small square"
        isDisabled={!mayChange}
        {...(!mayChange && { title: words.views.notOwner })}
        choices={[
          { id: 'rename', label: words.views.rename },
          { id: 'remove', label: words.views.remove },
        ]}
        onChoose={(id) => act[id]?.()}
      >
        <Icon name="more" />
      </PickerButton>
      {isRenaming && (
        <NameDialog
          title={words.views.rename}
          name={view.name}
          save={(name) => store.rename(view.id, name)}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  );
}
