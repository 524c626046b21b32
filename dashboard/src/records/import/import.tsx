import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { DropZone } from '../../kit/drop-zone.tsx';
import { Form, SelectField } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PageBar } from '../../kit/page-bar.tsx';
import { Empty } from '../../kit/states.tsx';
import { api, getFieldErrors } from '../../platform/query.ts';
import { words } from '../../platform/words/words.ts';
import { importedFiles, takeDroppedFile } from './dropped-file.ts';
import { ImportProgress } from './progress.tsx';
import {
  parseColumns,
  findFileFault,
  guessKeys,
  listImportKeys,
  listRepeatedPlaces,
  listUniqueAttributes,
  type FileFault,
} from './rules.ts';
import { useObject, usePermissions } from '../objects.ts';
import type { CrmObject } from '../rules.ts';

/** A file becomes records: its columns are assigned, it is tried without writing, and then imported. */
export function ImportPage() {
  const { objectSlug } = useParams({ from: '/records/$objectSlug/import' });
  const object = useObject(objectSlug);
  if (!object)
    return <Empty icon="person" title={words.records.noObject} hint={words.records.noObjectHint} />;
  return (
    <>
      <PageBar
        title={words.records.import}
        back={
          <Link className="crumb" to="/records/$objectSlug" params={{ objectSlug }}>
            {object.pluralName}
          </Link>
        }
      />
      <div className="body">
        <Steps object={object} />
      </div>
    </>
  );
}

interface ImportFile {
  readonly file: File;
  readonly isCsv: boolean;
  readonly columns: readonly string[];
}

const headerBytes = 64 * 1024;

function Steps({ object }: { readonly object: CrmObject }) {
  const { run } = useSearch({ from: '/records/$objectSlug/import' });
  const navigate = useNavigate({ from: '/records/$objectSlug/import' });
  const { mayWrite, whyNot } = usePermissions(object);
  const [chosen, setChosen] = useState<ImportFile>();
  const isDry = useRef(true);
  const [fault, setFault] = useState<FileFault>();
  /** The key for each column, empty for those that are ignored. */
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<Errors>({});
  const send = useMutation({
    mutationFn: ({ isDry: dryRun, values }: { isDry: boolean; values: FormData }) => {
      if (!chosen) throw new TypeError('There is no file.');
      const text = (name: string): string | undefined => String(values.get(name) ?? '') || undefined;
      return api.createImport({
        params: { objectSlug: object.slug },
        query: {
          dryRun,
          matchingAttribute: text('matchingAttribute'),
          decimal: text('decimal') as '.' | ',' | undefined,
          dateOrder: text('dateOrder') as 'dmy' | 'mdy' | undefined,
          ...(chosen.isCsv && { mapping: JSON.stringify(keys.map((key) => key || null)) }),
        },
        body: chosen.file,
        contentType: chosen.isCsv ? 'text/csv' : 'application/x-ndjson',
      });
    },
    onSuccess: ({ id }) => void navigate({ to: '.', search: { run: id } }),
  });
  const choose = async (file: File | undefined): Promise<void> => {
    setChosen(undefined);
    setFault(undefined);
    if (!file) return;
    const isCsv = !/\.(?:nd)?jsonl?$/i.test(file.name);
    const text = await beginningOf(file);
    const found = findFileFault(text, isCsv);
    if (found) return setFault(found);
    const columns = isCsv ? parseColumns(text) : [];
    setKeys(guessKeys(object, columns));
    setWrong({});
    send.reset();
    return setChosen({ file, isCsv, columns });
  };
  useEffect(() => {
    const file = takeDroppedFile();
    if (file) void choose(file);
  }, []);
  const submit = (values: FormData): void => {
    const found = chosen?.isCsv ? mappingErrors(object, keys) : {};
    setWrong(found);
    if (Object.keys(found).length === 0) send.mutate({ isDry: isDry.current, values });
  };
  return (
    <DropZone
      className="import col gap4"
      label={words.direct.dropImport}
      accept={importedFiles}
      wrongType={words.direct.notImport}
      isSingle
      whyNot={mayWrite ? undefined : whyNot}
      onFiles={([file]) => void choose(file)}
    >
      <div className="file-drop">
        <Icon name="pages" />
        <b dir="auto">{chosen?.file.name ?? words.direct.dropImport}</b>
        <p className="help" id="import-help">
          {mayWrite ? words.records.fileHint : whyNot}
        </p>
        <label className={chosen ? 'btn' : 'btn main'} aria-disabled={!mayWrite || undefined}>
          {words.records.chooseFile}
          <input
            type="file"
            className="hidden"
            aria-label={words.records.chooseFile}
            accept={importedFiles}
            disabled={!mayWrite}
            aria-invalid={fault ? true : undefined}
            aria-describedby="import-help"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        {fault && (
          <p className="wrong" role="alert">
            {words.records.fileFaults[fault]}
          </p>
        )}
      </div>
      {chosen && (
        <Form errors={Object.keys(wrong).length > 0 ? wrong : getFieldErrors(send.error)} onSubmit={submit}>
          {chosen.isCsv && (
            <Mapping
              object={object}
              columns={chosen.columns}
              keys={keys}
              onChange={(place, key) => setKeys(keys.with(place, key))}
            />
          )}
          <div className="three">
            <SelectField
              label={words.records.matchBy}
              name="matchingAttribute"
              help={words.records.matchHint}
              choices={[
                { value: '', label: words.records.matchNone },
                { value: 'id', label: 'id' },
                ...listUniqueAttributes(object).map(({ key, label }) => ({ value: key, label })),
              ]}
            />
            <SelectField
              label={words.records.decimal}
              name="decimal"
              choices={[
                { value: '', label: words.records.detected },
                { value: '.', label: '1,234.56' },
                { value: ',', label: '1.234,56' },
              ]}
            />
            <SelectField
              label={words.records.dateOrder}
              name="dateOrder"
              choices={[
                { value: '', label: words.records.detected },
                { value: 'dmy', label: '31.12.2026' },
                { value: 'mdy', label: '12/31/2026' },
              ]}
            />
          </div>
          <div className="row end">
            <button
              type="submit"
              className="btn"
              disabled={send.isPending}
              onClick={() => {
                isDry.current = true;
              }}
            >
              {words.records.dryRun}
            </button>
            <button
              type="submit"
              className="btn main"
              disabled={send.isPending}
              onClick={() => {
                isDry.current = false;
              }}
            >
              {words.records.importNow}
            </button>
          </div>
        </Form>
      )}
      {run && <ImportProgress key={run} object={object} id={run} />}
    </DropZone>
  );
}

/** No byte of a character is cut off: it would look like one that is no UTF-8. */
async function beginningOf(file: File): Promise<string> {
  const bytes = await file.slice(0, headerBytes).arrayBuffer();
  return new TextDecoder().decode(bytes, { stream: file.size > headerBytes });
}

type Errors = Readonly<Record<string, readonly string[]>>;

function mappingErrors(object: CrmObject, keys: readonly string[]): Errors {
  if (keys.every((key) => key === '')) return { 'mapping.0': [words.records.nothingMapped] };
  const labelOf = (place: number): string =>
    listImportKeys(object).find(({ key }) => key === keys[place])?.label ?? '';
  return Object.fromEntries(
    listRepeatedPlaces(keys).map((place) => [
      `mapping.${place}`,
      [interpolate(words.records.mappedTwice, { label: labelOf(place) })],
    ]),
  );
}

interface MappingProps {
  readonly object: CrmObject;
  readonly columns: readonly string[];
  readonly keys: readonly string[];
  readonly onChange: (place: number, key: string) => void;
}

/** Columns are known by their places: several may have the same name. */
function Mapping({ object, columns, keys, onChange }: MappingProps) {
  const choices = [
    { value: '', label: words.records.ignore },
    ...listImportKeys(object).map(({ key, label }) => ({ value: key, label })),
  ];
  return (
    <fieldset className="card mapping">
      <legend className="lbl">{words.records.mapping}</legend>
      {columns.map((column, place) => (
        <SelectField
          key={place}
          label={column || interpolate(words.records.unnamedColumn, { n: place + 1 })}
          name={`mapping.${place}`}
          value={keys[place] ?? ''}
          choices={choices}
          onChange={(key) => onChange(place, key)}
        />
      ))}
    </fieldset>
  );
}
