import { interpolate } from '@daybook/booking/locale';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../platform/query.ts';
import { getNow } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { downloadFile } from './download.ts';
import { exportLines } from './export-lines.ts';

const text = words.settings.data;
const linesPerUpdate = 50;

/** All that the API lists, as one file. The browser collects it, so that it needs no place on the server. */
export function WorkspaceExport() {
  const [count, setCount] = useState(0);
  const stop = useRef<AbortController>(undefined);
  const run = useMutation({
    mutationFn: async () => {
      const { signal } = (stop.current = new AbortController());
      const parts: string[] = [];
      setCount(0);
      for await (const line of exportLines(api, signal)) {
        parts.push(`${JSON.stringify(line)}\n`);
        if (parts.length % linesPerUpdate === 0) setCount(parts.length);
        if (signal.aborted) return;
      }
      setCount(parts.length);
      const date = new Date(getNow()).toISOString().slice(0, 10);
      downloadFile(`daybook-${date}.ndjson`, parts, 'application/x-ndjson');
    },
  });
  return (
    <div className="setting row wrap">
      <span className="grow">
        <b>{text.everything}</b>
        <span className="help" role="status">
          {run.isPending || run.isSuccess
            ? interpolate(run.isPending ? text.collected : text.collectedAll, { n: count })
            : text.everythingHint}
        </span>
      </span>
      {run.isPending ? (
        <button type="button" className="btn" onClick={() => stop.current?.abort()}>
          {words.shell.cancel}
        </button>
      ) : (
        <button type="button" className="btn main" onClick={() => run.mutate()}>
          {text.exportEverything}
        </button>
      )}
    </div>
  );
}
