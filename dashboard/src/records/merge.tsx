import { interpolate } from '@daybook/booking/locale';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Problem, Skeleton } from '../kit/states.tsx';
import { showToast } from '../kit/toasts.tsx';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { buildRecordQuery, refreshRecords } from './data.ts';
import { getRecordTitle, useObjects, useUsers } from './objects.ts';
import { isEditable, isSameValue, listShownAttributes, type CrmObject, type CrmRecord } from './rules.ts';
import { isEmptyValue } from './value-text.ts';
import { Value } from './value.tsx';

interface MergeDialogProps {
  readonly object: CrmObject;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onMerged: (id: string) => void;
}

/** Two records become one: for each field that differs, somebody chooses. */
export function MergeDialog({ object, ids, onClose, onMerged }: MergeDialogProps) {
  const results = useQueries({ queries: ids.map((id) => buildRecordQuery(object, id)) });
  const error = results.find((result) => result.error)?.error;
  const [first, second] = results.map(({ data }) => data?.record);
  return (
    <Dialog title={words.records.mergeTitle} onClose={onClose}>
      {error && (
        <Problem
          error={error}
          onRetry={() => {
            for (const { refetch } of results) void refetch();
          }}
        />
      )}
      {!error && (!first || !second) && <Skeleton rows={3} />}
      {first && second && (
        <Choices object={object} first={first} second={second} onClose={onClose} onMerged={onMerged} />
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  readonly object: CrmObject;
  readonly first: CrmRecord;
  readonly second: CrmRecord;
  readonly onClose: () => void;
  readonly onMerged: (id: string) => void;
}

type Side = 'survivor' | 'merged';

function Choices({ object, first, second, onClose, onMerged }: ChoicesProps) {
  const [isSwapped, setIsSwapped] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const users = useUsers();
  const objects = useObjects();
  const [survivor, merged] = isSwapped ? [second, first] : [first, second];
  const differing = listShownAttributes(object).filter(
    (attribute) =>
      isEditable(object, attribute) &&
      !(attribute.isMultiple && attribute.type !== 'multiselect') &&
      !isSameValue(survivor.values[attribute.key], merged.values[attribute.key]),
  );
  /** What the survivor lacks is taken from the other, unless somebody says otherwise. */
  const sideOf = (key: string): Side =>
    chosen[key] ?? (isEmptyValue(survivor.values[key]) ? 'merged' : 'survivor');
  const merge = useMutation({
    mutationFn: () =>
      api.mergeRecords({
        params: { objectSlug: object.slug },
        body: { survivorId: survivor.id, mergedId: merged.id, values: chosen },
      }),
    onSuccess: async ({ id: mergeId }) => {
      const take = showToast(
        interpolate(words.records.wereMerged, { title: getRecordTitle(object, survivor) }),
        {
          undo: () => {
            take();
            void undo(mergeId);
          },
        },
      );
      onMerged(survivor.id);
      await refreshRecords();
    },
  });
  return (
    <>
      <p className="muted">{words.records.mergeHint}</p>
      <div className="row">
        <span className="grow">
          {interpolate(words.records.survives, { title: getRecordTitle(object, survivor) })}
        </span>
        <button type="button" className="btn small" onClick={() => setIsSwapped(!isSwapped)}>
          {words.records.swap}
        </button>
      </div>
      <div className="merge-choices col gap3">
        {differing.map((attribute) => (
          <fieldset key={attribute.key}>
            <legend className="lbl">{attribute.label}</legend>
            {(['survivor', 'merged'] as const).map((side) => {
              const { values } = side === 'survivor' ? survivor : merged;
              const value = values[attribute.key];
              return (
                <label key={side} className="row">
                  <input
                    type="radio"
                    name={attribute.key}
                    checked={sideOf(attribute.key) === side}
                    onChange={() => setChosen((old) => ({ ...old, [attribute.key]: side }))}
                  />
                  {isEmptyValue(value) && attribute.type !== 'checkbox' ? (
                    <span className="faint">{words.records.empty}</span>
                  ) : (
                    <Value
                      attribute={attribute}
                      value={value}
                      users={users}
                      related={objects.find(({ slug }) => slug === attribute.relatedObjectSlug)}
                    />
                  )}
                </label>
              );
            })}
          </fieldset>
        ))}
        {differing.length === 0 && <p>{words.records.noDifference}</p>}
      </div>
      <DialogActions onClose={onClose}>
        <button type="button" className="btn main" disabled={merge.isPending} onClick={() => merge.mutate()}>
          {words.records.merge}
        </button>
      </DialogActions>
    </>
  );
}

async function undo(mergeId: string): Promise<void> {
  try {
    await api.undoMerge({ params: { mergeId } });
    showToast(words.records.mergeUndone);
    await refreshRecords();
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), { isError: true });
  }
}
