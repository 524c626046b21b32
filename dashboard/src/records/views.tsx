import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { PickerButton } from '../kit/picker.tsx';
import { moveTo } from '../kit/sortable.rules.ts';
import { useOrder, useSortable, type Sortable } from '../kit/sortable.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Star } from '../shell/star.tsx';
import { rememberView } from './last-opened.ts';
import { usePermissions } from './objects.ts';
import { buildViewsQuery } from './objects-query.ts';
import { recordApi } from './record-api.ts';
import type { CrmObject } from './rules.ts';
import { isChanged, toViewBody, type Settings, type View } from './search.rules.ts';
import { NewView, refreshViews, RenameView } from './view-dialogs.tsx';

/** Saved views: what they are is said, and nothing is saved unless somebody says for whom. */

export function useViews({ slug }: CrmObject): readonly View[] | undefined {
  const { data, error } = useQuery(buildViewsQuery(slug));
  // Without its views a list is still a list.
  return error ? [] : data;
}

interface ViewsProps {
  readonly object: CrmObject;
  readonly views: readonly View[];
  readonly view: View | undefined;
  readonly saved: Settings;
  readonly shown: Settings;
  /** Shows a view as it is saved. */
  readonly onShow: (view: string) => void;
}

export function Views({ object, views, view, saved, shown, onShow }: ViewsProps) {
  const isOther = isChanged(saved, shown);
  const { slug } = object;
  useEffect(() => rememberView(slug, view?.id ?? 'all'), [slug, view?.id]);
  const { mayManage } = usePermissions(object);
  const { shown: ordered, setIds } = useOrder(views, ({ id }) => id);
  const place = useMutation({ mutationFn: api.updateView, onSettled: () => refreshViews(slug) });
  const move = (from: number, to: number): void => {
    const order = moveTo(ordered, from, to);
    const moved = order[to];
    if (!moved) return;
    if (!moved.isOwn && !mayManage) return void showToast(words.records.notViewOwner);
    setIds(order.map(({ id }) => id));
    place.mutate(
      { params: { objectSlug: slug, viewId: moved.id }, body: { after: order[to - 1]?.id ?? null } },
      { onSettled: () => setIds(undefined) },
    );
  };
  const sort = useSortable({
    items: ordered.map(({ id, name }) => ({ id, name })),
    isRow: true,
    onMove: move,
  });
  const at = ordered.findIndex(({ id }) => id === view?.id);
  return (
    <div className="tools views">
      <nav className="tabs" aria-label={words.records.views} ref={sort.setList}>
        <ViewLink object={object} id="all" name={words.records.all} isCurrent={!view} icon="table" />
        {ordered.map((each, index) => (
          <ViewLink
            key={each.id}
            sorted={sort.getItem(index)}
            object={object}
            id={each.id}
            name={each.name}
            isCurrent={each.id === view?.id}
            icon={each.kind === 'board' ? 'board' : 'table'}
          />
        ))}
      </nav>
      {sort.status}
      <span className="grow" />
      {view && <Star kind="view" objectSlug={slug} id={view.id} />}
      {view && (
        <ViewMenu
          object={object}
          view={view}
          onEarlier={at > 0 ? () => move(at, at - 1) : undefined}
          onLater={at < ordered.length - 1 ? () => move(at, at + 1) : undefined}
        />
      )}
      {isOther && <Saving object={object} view={view} shown={shown} onShow={onShow} />}
    </div>
  );
}

interface ViewLinkProps {
  readonly object: CrmObject;
  readonly id: string;
  readonly name: string;
  readonly icon: 'table' | 'board';
  readonly isCurrent: boolean;
  /** What moves it among the others. */
  readonly sorted?: ReturnType<Sortable['getItem']>;
}

function ViewLink({ object, id, name, icon, isCurrent, sorted }: ViewLinkProps) {
  return (
    <Link
      to="/records/$objectSlug"
      params={{ objectSlug: object.slug }}
      search={{ view: id }}
      activeProps={{}}
      aria-current={isCurrent ? 'true' : undefined}
      draggable={false}
      {...sorted}
    >
      <Icon name={icon} />
      {name}
    </Link>
  );
}

interface SavingProps {
  readonly object: CrmObject;
  readonly view: View | undefined;
  readonly shown: Settings;
  readonly onShow: (view: string) => void;
}

function Saving({ object, view, shown, onShow }: SavingProps) {
  const { mayManage } = usePermissions(object);
  // These buttons are gone as soon as the view is read again.
  const update = useMutation({
    mutationFn: api.updateView,
    onSuccess: async ({ id }) => {
      showToast(words.records.viewSaved);
      await refreshViews(object.slug);
      onShow(id);
    },
  });
  /** Whether a name is asked for, and for whom the new view is. */
  const [asked, setAsked] = useState<{ readonly isShared: boolean }>();
  const save = (isShared: boolean): void => {
    const mayUpdate =
      view && (isShared ? view.isOwn || (view.isShared && mayManage) : view.isOwn && !view.isShared);
    if (!view || !mayUpdate) return setAsked({ isShared });
    return update.mutate({
      params: { objectSlug: object.slug, viewId: view.id },
      body: { ...toViewBody(shown), isShared },
    });
  };
  return (
    <>
      <span className="tiny faint" role="status">
        {words.records.changedNotSaved}
      </span>
      <button type="button" className="btn small" onClick={() => save(false)}>
        {words.records.saveForMe}
      </button>
      <button type="button" className="btn small" onClick={() => save(true)}>
        {words.records.saveForAll}
      </button>
      <button type="button" className="btn quiet small" onClick={() => onShow(view?.id ?? 'all')}>
        {words.records.reset}
      </button>
      {asked && (
        <NewView
          object={object}
          shown={shown}
          isShared={asked.isShared}
          onClose={() => setAsked(undefined)}
          onSaved={(id) => {
            setAsked(undefined);
            onShow(id);
          }}
        />
      )}
    </>
  );
}

interface ViewMenuProps {
  readonly object: CrmObject;
  readonly view: View;
  /** Missing at the ends. */
  readonly onEarlier: (() => void) | undefined;
  readonly onLater: (() => void) | undefined;
}

function ViewMenu({ object, view, onEarlier, onLater }: ViewMenuProps) {
  const { mayManage } = usePermissions(object);
  // Once it is gone, so is this menu: the list shows all records again by itself.
  const remove = useChange('deleteView', words.records.viewDeleted, [recordApi(object.slug).tag]);
  const [isRenaming, setIsRenaming] = useState(false);
  const mayChange = view.isOwn || mayManage;
  const params = { objectSlug: object.slug, viewId: view.id };
  const act: Readonly<Record<string, (() => void) | undefined>> = {
    earlier: onEarlier,
    later: onLater,
    rename: () => setIsRenaming(true),
    remove: () => remove.mutate({ params }),
  };
  return (
    <>
      {view.isShared && <span className="tiny faint">{words.records.shared}</span>}
      <PickerButton
        label={words.records.thisView}
        isShort
        className="btn quiet small square"
        isDisabled={!mayChange}
        {...(!mayChange && { title: words.records.notViewOwner })}
        choices={[
          { id: 'rename', label: words.records.renameView },
          ...(onEarlier ? [{ id: 'earlier', label: words.direct.earlier }] : []),
          ...(onLater ? [{ id: 'later', label: words.direct.later }] : []),
          { id: 'remove', label: words.records.deleteView },
        ]}
        onChoose={(id) => act[id]?.()}
      >
        <Icon name="more" />
      </PickerButton>
      {isRenaming && <RenameView object={object} view={view} onClose={() => setIsRenaming(false)} />}
    </>
  );
}
