import { ApiError } from '@daybook/client';
import { interpolate } from '@daybook/booking/locale';
import { useCallback, useState } from 'react';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { showToast } from '../kit/toasts.tsx';
import { formatError, isMissing } from '../platform/error-text.ts';
import { words } from '../platform/words/words.ts';
import { readRecord, showValues } from './data.ts';
import { getRecordTitle, useUsers } from './objects.ts';
import { recordApi } from './record-api.ts';
import { isSameValue, toWireValues, type Attribute, type CrmObject, type CrmRecord } from './rules.ts';
import { formatValue } from './value-text.ts';
import { formatRefusal } from './value.rules.ts';

/** Saves one value of a record, shows it at once, and offers to undo it. */

/** Somebody else has changed the same value since it was shown. */
interface Conflict {
  readonly record: CrmRecord;
  readonly attribute: Attribute;
  readonly theirs: unknown;
  readonly mine: unknown;
}

/** The record is as it was when the editing began. The caller shows the refusal at the field. */
export type Save = (
  record: CrmRecord,
  attribute: Attribute,
  value: unknown,
  onRefused?: (sentence: string) => void,
) => Promise<void>;

export function useSave(object: CrmObject) {
  const users = useUsers();
  const [conflict, setConflict] = useState<Conflict>();
  const save = useCallback<Save>(
    async function save(record, attribute, value, onRefused = sayRefused) {
      const { key, label } = attribute;
      const before = record.values[key];
      if (isSameValue(before, value)) return;
      showValues(object, record.id, { [key]: value });
      try {
        const theirs = await write(object, record, key, value);
        if (theirs) {
          showValues(object, record.id, { [key]: theirs.value });
          setConflict({ record, attribute, theirs: theirs.value, mine: value });
          return;
        }
      } catch (error) {
        showValues(object, record.id, { [key]: before });
        const say = isMissing(error) ? sayRefused : onRefused;
        say(formatRefusal(attribute, formatError(error)));
        return;
      }
      const changed = { ...record, values: { ...record.values, [key]: value } };
      const text = formatValue(attribute, value, users);
      const said = interpolate(text ? words.records.isNow : words.records.isEmptyNow, {
        label,
        title: getRecordTitle(object, record),
        value: text,
      });
      const take = showToast(said, {
        undo: () => {
          take();
          void save(changed, attribute, before);
        },
      });
    },
    [object, users],
  );
  const close = (): void => setConflict(undefined);
  const dialog = conflict && (
    <ConflictDialog
      conflict={conflict}
      onClose={close}
      onKeepMine={() => {
        close();
        const { record, attribute, theirs, mine } = conflict;
        void save({ ...record, values: { ...record.values, [attribute.key]: theirs } }, attribute, mine);
      }}
    />
  );
  return { save, dialog };
}

const attempts = 3;

/** Writes if the value is still the one that was shown; another value of the record may have changed. */
async function write(
  object: CrmObject,
  { id, values }: CrmRecord,
  key: string,
  value: unknown,
): Promise<{ readonly value: unknown } | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { record, etag } = await readRecord(object, id);
    const theirs = record.values[key];
    if (!isSameValue(theirs, values[key])) return { value: theirs };
    try {
      await recordApi(object.slug).update(id, toWireValues(object, { [key]: value }), etag);
      return undefined;
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === 409 && attempt < attempts;
      if (!isOutdated) throw error;
    }
  }
}

function sayRefused(sentence: string): void {
  showToast(sentence, { isError: true });
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onClose: () => void;
  readonly onKeepMine: () => void;
}

function ConflictDialog({ conflict, onClose, onKeepMine }: ConflictDialogProps) {
  const users = useUsers();
  const { attribute, theirs, mine } = conflict;
  const shown = (value: unknown): string => formatValue(attribute, value, users) || words.records.empty;
  return (
    <Dialog title={interpolate(words.records.conflict, { label: attribute.label })} onClose={onClose}>
      <p className="muted">{words.records.conflictHint}</p>
      <dl className="facts">
        <dt>{words.records.theirs}</dt>
        <dd>{shown(theirs)}</dd>
        <dt>{words.records.mine}</dt>
        <dd>{shown(mine)}</dd>
      </dl>
      <DialogActions onClose={onClose} cancel={words.records.keepTheirs}>
        <button type="button" className="btn main" onClick={onKeepMine}>
          {words.records.saveMine}
        </button>
      </DialogActions>
    </Dialog>
  );
}
