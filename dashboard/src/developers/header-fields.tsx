import { interpolate } from '@daybook/booking/locale';
import { useState } from 'react';
import { TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';

/** Headers of a webhook: their values are never shown, so they are replaced as a whole. */
export function HeaderFields({ names }: { readonly names: readonly string[] }) {
  const [isChanged, setIsChanged] = useState(names.length === 0);
  const [rows, setRows] = useState<readonly number[]>([]);
  return (
    <div className="col gap3">
      <div>
        <span className="lbl">{words.webhooks.headers}</span>
        <p className="help">
          {!isChanged && `${interpolate(words.webhooks.headersSet, { names: names.join(', ') })} `}
          {words.webhooks.headersHint}
        </p>
      </div>
      {isChanged && <input type="hidden" name="headers-changed" value={rows.length + names.length} />}
      {rows.map((row) => (
        <div key={row} className="pair">
          <TextField label={words.webhooks.headerName} name={`header-name-${row}`} maxLength={64} />
          <TextField label={words.webhooks.headerValue} name={`header-value-${row}`} maxLength={1000} />
          <button
            type="button"
            className="btn quiet square"
            aria-label={words.webhooks.removeHeader}
            onClick={() => setRows(rows.filter((other) => other !== row))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn small self-start"
        onClick={() => {
          setIsChanged(true);
          setRows([...rows, (rows.at(-1) ?? 0) + 1]);
        }}
      >
        {isChanged ? words.webhooks.addHeader : words.webhooks.changeHeaders}
      </button>
    </div>
  );
}

/** What was entered; nothing if the headers stay as they are. */
export function readHeaderFields(values: FormData): { headers?: Record<string, string> | null } {
  if (!values.has('headers-changed') || values.get('headers-changed') === '0') return {};
  const headers: Record<string, string> = {};
  for (const [field, name] of values) {
    const row = /^header-name-(\d+)$/.exec(field)?.[1];
    if (row && String(name).trim())
      headers[String(name).trim()] = String(values.get(`header-value-${row}`) ?? '');
  }
  return { headers: Object.keys(headers).length === 0 ? null : headers };
}
