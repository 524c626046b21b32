import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Form, SelectField } from '../kit/field.tsx';
import { Heading } from '../kit/heading.tsx';
import { Empty } from '../kit/states.tsx';
import { api, fieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { ImportProgress } from './import-progress.tsx';
import { columnsIn, guessKey, importKeys, uniqueAttributes } from './import.rules.ts';
import { useObject, usePermissions } from './objects.ts';
import type { CrmObject } from './rules.ts';

/** A file becomes records: its columns are assigned, it is tried without writing, and then imported. */
export function ImportPage() {
  const { objectSlug } = useParams({ from: '/records/$objectSlug/import' });
  const object = useObject(objectSlug);
  if (!object) return <Empty title={words.records.noObject} hint={words.records.noObjectHint} />;
  return (
    <>
      <header className="bar">
        <Link className="crumb" to="/records/$objectSlug" params={{ objectSlug }}>
          {object.pluralName} /
        </Link>
        <Heading text={words.records.import} />
      </header>
      <div className="body">
        <Steps object={object} />
      </div>
    </>
  );
}

interface Chosen {
  readonly file: File;
  readonly isCsv: boolean;
  readonly columns: readonly string[];
}

const headerBytes = 64 * 1024;

function Steps({ object }: { readonly object: CrmObject }) {
  const { run } = useSearch({ from: '/records/$objectSlug/import' });
  const navigate = useNavigate({ from: '/records/$objectSlug/import' });
  const { mayWrite, whyNot } = usePermissions(object);
  const [chosen, setChosen] = useState<Chosen>();
  const isDry = useRef(true);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
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
          ...(chosen.isCsv && { mapping: JSON.stringify(mappingOf(mapping)) }),
        },
        body: chosen.file,
        contentType: chosen.isCsv ? 'text/csv' : 'application/x-ndjson',
      });
    },
    onSuccess: ({ id }) => void navigate({ to: '.', search: { run: id } }),
  });
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return setChosen(undefined);
    const isCsv = !/\.(?:nd)?jsonl?$/i.test(file.name);
    const columns = isCsv ? columnsIn(await file.slice(0, headerBytes).text()) : [];
    setMapping(Object.fromEntries(columns.map((column) => [column, guessKey(object, column)])));
    return setChosen({ file, isCsv, columns });
  };
  return (
    <div className="import col gap4">
      <div className="field">
        <label htmlFor="import-file">{words.records.file}</label>
        <input
          id="import-file"
          type="file"
          className="input file"
          accept=".csv,.tsv,.txt,.ndjson,.jsonl"
          disabled={!mayWrite}
          aria-describedby="import-help"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <p className="help" id="import-help">
          {mayWrite ? words.records.fileHint : whyNot}
        </p>
      </div>
      {chosen && (
        <Form
          errors={fieldErrors(send.error)}
          onSubmit={(values) => send.mutate({ isDry: isDry.current, values })}
        >
          {chosen.isCsv && (
            <Mapping
              object={object}
              columns={chosen.columns}
              mapping={mapping}
              onChange={(column, key) => setMapping((old) => ({ ...old, [column]: key }))}
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
                ...uniqueAttributes(object).map(({ key, label }) => ({ value: key, label })),
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
    </div>
  );
}

/** A column without an attribute is ignored. */
function mappingOf(mapping: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(mapping).map(([column, key]) => [column, key || null]));
}

interface MappingProps {
  readonly object: CrmObject;
  readonly columns: readonly string[];
  readonly mapping: Readonly<Record<string, string>>;
  readonly onChange: (column: string, key: string) => void;
}

function Mapping({ object, columns, mapping, onChange }: MappingProps) {
  const choices = [
    { value: '', label: words.records.ignore },
    ...importKeys(object).map(({ key, label }) => ({ value: key, label })),
  ];
  return (
    <fieldset className="card mapping">
      <legend className="lbl">{words.records.mapping}</legend>
      {columns.map((column) => (
        <SelectField
          key={column}
          label={column}
          name={`mapping.${column}`}
          value={mapping[column] ?? ''}
          choices={choices}
          onChange={(key) => onChange(column, key)}
        />
      ))}
    </fieldset>
  );
}
