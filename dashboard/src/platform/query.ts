import { ApiError, getTag, type Client, type Input, type Operation, type Result } from '@daybook/client';
import { createBareClient } from '@daybook/client/core';
import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  type Query,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { showToast, runUndoable } from '../kit/toasts.tsx';
import { EditConflict } from './edit-rules.ts';
import { formatError, isMissing } from './error-text.ts';
import { requestSignIn } from './sign-in-request.ts';
import { start } from './start.ts';

/** The way to the API: its operations as queries and changes, cached by the tag of the reference. */

const { embed } = start;

export const api: Client = createBareClient(
  embed
    ? { token: embed.token, signInAgain: async () => reportEnd(embed.origins) }
    : { signInAgain: requestSignIn },
);

/** Nobody signs in within a frame: the page around it is asked for a new link. */
function reportEnd(origins: readonly string[]): false {
  for (const origin of origins) parent.postMessage({ daybook: 'expired' }, origin);
  return false;
}

const maxRetries = 2;

const queryCache = new QueryCache({ onError: dropMissing });

export const queryClient = new QueryClient({
  queryCache,
  mutationCache: new MutationCache({ onError: sayWhy }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A page that was open is shown at once when it is opened again, and read anew meanwhile.
      gcTime: 30 * 60_000,
      retry: (count, error) => count < maxRetries && !(error instanceof ApiError && error.status < 500),
    },
    // Without a connection a change is refused at once: it is not sent later, when nobody expects it.
    mutations: { networkMode: 'always' },
  },
});

// By default a change is shown as pending one task later: until then a checkbox that was clicked would jump back.
notifyManager.setScheduler(queueMicrotask);

queryClient.setQueryData(['Session', 'readSession', {}], start.session);

/** What was deleted meanwhile is not shown any longer: its page says so. When it is opened again, it is read again. */
function dropMissing(error: Error, found: Query<unknown, unknown>): void {
  // What was never there is not dropped: its page would ask for it again and again.
  if (!isMissing(error) || found.state.data === undefined) return;
  if (found.isActive()) found.setState({ data: undefined });
  else queryCache.remove(found);
}

/** Forms show 422 at their fields, and ask what to do about an edit conflict. */
function sayWhy(error: Error): void {
  if (error instanceof EditConflict) return;
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return;
  showToast(formatError(error), { isError: true });
}

export type Call<O extends Operation> = (input: Input<O>) => Promise<Result<O>>;

export const call = <O extends Operation>(operation: O): Call<O> => api[operation] as unknown as Call<O>;

export function buildQuery<O extends Operation>(operation: O, input = {} as Input<O>) {
  return queryOptions({
    queryKey: [getTag(operation), operation, input] as const,
    queryFn: ({ signal }) => call(operation)({ ...input, signal }),
  });
}

/** Reads before it is shown what a page will ask for. */
export function prefetchQuery<O extends Operation>(operation: O, input = {} as Input<O>): void {
  void queryClient.prefetchQuery(buildQuery(operation, input));
}

interface Callbacks<O extends Operation> {
  readonly onSuccess?: (result: Result<O>) => unknown;
  readonly onError?: (error: Error) => unknown;
  readonly onSettled?: () => unknown;
}

/**
 * Sends a change, says that it is done, and reads again what has its tag, or one of the others. Reading again may remove the
 * component that sent it; the callbacks of `mutate` are called all the same. After a deletion they are called at once, so that
 * its page can be left before it is missing.
 */
export function useChange<O extends Operation>(
  operation: O,
  done?: string,
  others: readonly string[] = [],
  send: Call<O> = call(operation),
) {
  const { mutateAsync, ...change } = useMutation<Result<O>, Error, Input<O>>({
    mutationFn: send,
    onSuccess: () => {
      if (done) showToast(done);
      const isRead = Promise.all(
        [getTag(operation), ...others].map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })),
      );
      return operation.startsWith('delete') ? undefined : isRead;
    },
  });
  const mutate = (input: Input<O>, { onSuccess, onError, onSettled }: Callbacks<O> = {}): void =>
    void mutateAsync(input)
      .then(onSuccess, onError ?? (() => undefined))
      .finally(onSettled);
  return { ...change, mutate };
}

/**
 * As `useChange`, for what the API can't take back: it is said to be done, and sent when nobody has undone it for a while.
 * `useIsHeld(key)` tells whether it waits.
 */
export function useUndoable<O extends Operation>(operation: O, done: string) {
  return (input: Input<O>, key?: string): void =>
    runUndoable(
      done,
      ({ keepalive }) =>
        call(operation)({ ...input, keepalive })
          .then(() => queryClient.invalidateQueries({ queryKey: [getTag(operation)] }))
          .catch(sayWhy),
      key === undefined ? [] : [key],
    );
}

const noErrors: Errors = {};

type Errors = Readonly<Record<string, readonly string[]>>;

/** What is wrong with each field, by its dotted path, after a change was refused. */
export function getFieldErrors(error: Error | null): Errors {
  return error instanceof ApiError ? error.fields : noErrors;
}

/** The same, with a sentence of the page's own for a field that nobody types into as the API reads it. */
export function useErrorsWith(error: Error | null, field: string, sentence: string): Errors {
  return useMemo(() => {
    const errors = getFieldErrors(error);
    return errors[field] ? { ...errors, [field]: [sentence] } : errors;
  }, [error, field, sentence]);
}
