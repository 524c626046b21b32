import { interpolate, pluralize } from '@daybook/booking/locale';
import type { Plural } from '@daybook/booking/words/words';
import { useState } from 'react';
import { formatError } from '../platform/error-text.ts';
import { queryClient } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { runForEach, type BulkResult } from './bulk.rules.ts';
import { showToast } from './toasts.tsx';

/** What is done to each of many items. */
export interface BulkJob<Item> {
  readonly items: readonly Item[];
  readonly send: (item: Item) => Promise<unknown>;
  /** What was done, by how many. */
  readonly done: Plural;
  /** Takes it back for one item, where the API can. */
  readonly undo?: ((item: Item) => Promise<unknown>) | undefined;
}

export interface BulkReport<Item> extends BulkResult<Item> {
  readonly job: BulkJob<Item>;
}

/** Runs a job, says how far it is, and keeps the report while something has failed. `tags` are those of the reference that change. */
export function useBulk<Item>(tags: readonly string[], onDone: (failed: readonly Item[]) => void) {
  const [progress, setProgress] = useState<string>();
  const [report, setReport] = useState<BulkReport<Item>>();
  const run = async (job: BulkJob<Item>): Promise<void> => {
    const total = job.items.length;
    const show = (n: number): void => setProgress(interpolate(words.bulk.running, { n, total }));
    show(0);
    const result = await runForEach(job.items, job.send, show);
    setProgress(undefined);
    setReport(result.failed.length > 0 ? { ...result, job } : undefined);
    onDone(result.failed.map(({ item }) => item));
    if (result.done.length > 0) sayDone(job, result.done, tags);
    await renew(tags);
  };
  return { run, progress, report, closeReport: () => setReport(undefined) };
}

function sayDone<Item>({ done, undo }: BulkJob<Item>, items: readonly Item[], tags: readonly string[]): void {
  const takeBack = async (): Promise<void> => {
    dismiss();
    if (!undo) return;
    const [first] = (await runForEach(items, undo)).failed;
    showToast(first ? formatError(first.error) : words.kit.wasUndone, { isError: first !== undefined });
    await renew(tags);
  };
  const dismiss = showToast(pluralize(start.words, done, items.length), {
    ...(undo && { undo: () => void takeBack() }),
  });
}

async function renew(tags: readonly string[]): Promise<void> {
  await Promise.all(tags.map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })));
}
