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

interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly onChoose: () => void;
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
  /** Where the views can be put in order. */
  readonly sorting?: { readonly setList: (list: HTMLElement | null) => void; readonly status: ReactNode };
  /** Beside the menu of the view. */
  readonly aside?: ReactNode;
  /** What else the menu offers. */
  readonly choices?: readonly MenuChoice[];
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

export function ViewBar({ children, view, isChanged, sorting, aside, ...more }: ViewBarProps) {
  return (
    <div className="tools views">
      <nav className="tabs" aria-label={words.views.title} ref={sorting?.setList}>
        {children}
      </nav>
      {sorting?.status}
      <span className="grow" />
      {aside}
      {view && <ViewMenu key={view.id} view={view} {...more} />}
      {isChanged && <Saving view={view} {...more} />}
    </div>
  );
}

type PartProps = Omit<ViewBarProps, 'children' | 'isChanged' | 'sorting' | 'aside'>;

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

function ViewMenu(props: PartProps & { readonly view: SavedView }) {
  const { view, mayManage, store, choices = [], onShow } = props;
  const remove = useMutation({
    mutationFn: store.remove,
    onSuccess: () => {
      showToast(words.views.wasDeleted);
      onShow(undefined);
    },
  });
  const [isRenaming, setIsRenaming] = useState(false);
  const mayChange = view.isOwn || mayManage;
  const all: readonly MenuChoice[] = [
    { id: 'rename', label: words.views.rename, onChoose: () => setIsRenaming(true) },
    ...choices,
    { id: 'remove', label: words.views.remove, onChoose: () => remove.mutate(view.id) },
  ];
  return (
    <>
      {view.isShared && <span className="tiny faint">{words.views.shared}</span>}
      <PickerButton
        label={words.views.thisView}
        isShort
        className="btn quiet small square"
        isDisabled={!mayChange}
        {...(!mayChange && { title: words.views.notOwner })}
        choices={all}
        onChoose={(id) => all.find((choice) => choice.id === id)?.onChoose()}
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
