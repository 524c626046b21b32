import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem, Skeleton } from '../../kit/states.tsx';
import { formatNumber } from '../../platform/numbers.ts';
import { buildQuery, useChange } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { useCanManage } from '../../shell/session.ts';
import { refreshRecords } from '../data.ts';
import { DuplicatesNote } from './duplicates-note.tsx';
import { isRunning, computeProgress, type CrmImport } from './rules.ts';
import { findAttribute, type CrmObject } from '../rules.ts';
import { formatRefusal } from '../value.rules.ts';

const everyMs = 700;
const hasWritten: readonly CrmImport['status'][] = ['completed', 'cancelled', 'undone'];

interface ImportProgressProps {
  readonly object: CrmObject;
  readonly id: string;
}

/** How far an import is, and what came of it. It runs on when nobody looks. */
export function ImportProgress({ object, id }: ImportProgressProps) {
  const { data, error, refetch } = useQuery({
    ...buildQuery('readImport', { params: { importId: id } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? everyMs : false),
  });
  const status = data?.status;
  useEffect(() => {
    if (status && hasWritten.includes(status)) void refreshRecords();
  }, [status]);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  const kind = data.dryRun ? words.records.dryRunStates : words.records.importStates;
  return (
    <section className="card" aria-label={words.records.result}>
      <header>
        <h2 className="grow">
          <span role="status">{kind[data.status]}</span>
        </h2>
        {(data.status === 'pending' || data.status === 'running') && <Cancel id={id} />}
        {canUndo(data) && <Undo id={id} />}
      </header>
      <div className="pad col gap3">
        {isRunning(data) && (
          <progress
            className="progress"
            value={computeProgress(data)}
            max={1}
            aria-label={kind[data.status]}
          />
        )}
        {data.message && <p className="note bad">{data.message}</p>}
        <Counts done={data} />
        <WrongRows done={data} object={object} />
        {data.status === 'completed' && !data.dryRun && <DuplicatesNote object={object} />}
        {data.status === 'completed' && !data.dryRun && (
          <p>
            <Link
              className="btn"
              to="/records/$objectSlug"
              params={{ objectSlug: object.slug }}
              search={{ view: 'all' }}
            >
              {interpolate(words.records.toRecords, { name: object.pluralName })}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

function Counts({ done }: { readonly done: CrmImport }) {
  const counts = [
    [words.records.rows, done.rowsTotal],
    [words.records.created, done.created],
    [words.records.updated, done.updated],
    [words.records.failed, done.failed],
    ...(done.partial > 0 ? ([[words.records.partial, done.partial]] as const) : []),
    ...(done.kept > 0 ? ([[words.records.kept, done.kept]] as const) : []),
  ] as const;
  return (
    <dl className="meet">
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface WrongRowsProps {
  readonly done: CrmImport;
  readonly object: CrmObject;
}

/** The first hundred; the API has them all. */
function WrongRows({ done, object }: WrongRowsProps) {
  if (done.errors.length === 0) return null;
  return (
    <table className="wrong-rows">
      <caption className="lbl">{words.records.wrongRows}</caption>
      <thead>
        <tr>
          <th scope="col">{words.records.row}</th>
          <th scope="col">{words.records.why}</th>
        </tr>
      </thead>
      <tbody>
        {done.errors.map(({ row, status, message, errors = {} }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              {Object.entries(errors).map(([key, sentences]) => (
                <p key={key}>
                  {sentences.map((sentence) => formatRefusal(named(object, key), sentence)).join(' ')}
                </p>
              ))}
              {Object.keys(errors).length === 0 &&
                formatRefusal(named(object, message.split(' ', 1)[0] ?? ''), message)}
              {status === 'partial' && !done.dryRun && <p className="muted">{words.records.restImported}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a sentence is about, as the reader knows it. */
function named(object: CrmObject, key: string): { readonly key: string; readonly label: string } {
  return { key, label: findAttribute(object, key)?.label ?? key };
}

/** An import that wrote nothing can't be undone. */
function canUndo({ status, dryRun, created, updated }: CrmImport): boolean {
  if (dryRun) return false;
  return status === 'completed' || (status === 'cancelled' && created + updated > 0);
}

function Cancel({ id }: { readonly id: string }) {
  const cancel = useChange('cancelImport');
  return (
    <button
      type="button"
      className="btn small"
      disabled={cancel.isPending}
      title={words.records.cancelImportHint}
      onClick={() => cancel.mutate({ params: { importId: id } })}
    >
      {words.records.cancelImport}
    </button>
  );
}

function Undo({ id }: { readonly id: string }) {
  const mayManage = useCanManage();
  const undo = useChange('undoImport');
  return (
    <button
      type="button"
      className="btn small"
      disabled={!mayManage || undo.isPending}
      title={mayManage ? words.records.undoImportHint : words.records.onlyAdmins}
      onClick={() => undo.mutate({ params: { importId: id } })}
    >
      {words.records.undoImport}
    </button>
  );
}
