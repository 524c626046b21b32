import { interpolate, pluralize } from '@daybook/booking/locale';
import type { Plural } from '@daybook/booking/words/words';
import { useEffect, useRef, useState } from 'react';
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
  /** It was said before, because it could be undone until now. */
  readonly isSaid?: true;
}

export interface BulkReport<Item> extends BulkResult<Item> {
  readonly job: BulkJob<Item>;
}

/** Runs a job, says how far it is, and keeps the report while something has failed. `tags` are those of the reference that change. */
export function useBulk<Item>(tags: readonly string[], onDone: (failed: readonly Item[]) => void) {
  const [progress, setProgress] = useState<string>();
  const [report, setReport] = useState<BulkReport<Item>>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const run = async (job: BulkJob<Item>): Promise<void> => {
    const total = job.items.length;
    const show = (n: number): void => setProgress(interpolate(words.bulk.running, { n, total }));
    show(0);
    const result = await runForEach(job.items, job.send, show);
    setProgress(undefined);
    setReport(result.failed.length > 0 ? { ...result, job } : undefined);
    onDone(result.failed.map(({ item }) => item));
    if (result.done.length > 0 && !job.isSaid) sayDone(job, result.done, tags);
    // Nobody sees the report of a list that was left meanwhile.
    if (!isShown.current) sayFailed(result);
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

function sayFailed({ failed }: BulkResult<unknown>): void {
  const [first] = failed;
  if (!first) return;
  const count = pluralize(start.words, words.bulk.failed, failed.length);
  showToast(`${count} ${formatError(first.error)}`, { isError: true });
}

async function renew(tags: readonly string[]): Promise<void> {
  await Promise.all(tags.map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })));
}
