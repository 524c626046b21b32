import { ApiError, tagOf, type Client, type Input, type Operation, type Result } from '@daybook/client';
import { createBareClient } from '@daybook/client/core';
import { MutationCache, QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import { toast, undoable } from '../kit/toasts.tsx';
import { signInAgain } from './signed-out.ts';
import { start } from './start.ts';
import { words } from './words/words.ts';

/** The way to the API: its operations as queries and changes, cached by the tag of the reference. */

export const api: Client = createBareClient({ signInAgain });

const maxRetries = 2;

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: sayWhy }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < maxRetries && !(error instanceof ApiError && error.status < 500),
    },
    // Without a connection a change is refused at once: it is not sent later, when nobody expects it.
    mutations: { networkMode: 'always' },
  },
});

queryClient.setQueryData(['Session', 'readSession', {}], start.session);

/** Forms show 422 at their fields. */
function sayWhy(error: Error): void {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return;
  toast(error instanceof ApiError ? error.message : words.errors.noConnection, { isError: true });
}

type Call<O extends Operation> = (input: Input<O>) => Promise<Result<O>>;

const call = <O extends Operation>(operation: O): Call<O> => api[operation] as unknown as Call<O>;

export function query<O extends Operation>(operation: O, input = {} as Input<O>) {
  return queryOptions({
    queryKey: [tagOf(operation), operation, input] as const,
    queryFn: ({ signal }) => call(operation)({ ...input, signal }),
  });
}

interface Callbacks<O extends Operation> {
  readonly onSuccess?: (result: Result<O>) => unknown;
  readonly onError?: (error: Error) => unknown;
  readonly onSettled?: () => unknown;
}

/**
 * Sends a change, says that it is done, and reads again what has its tag, or one of the others. Reading again may remove the
 * component that sent it; the callbacks of `mutate` are called all the same.
 */
export function useChange<O extends Operation>(operation: O, done?: string, others: readonly string[] = []) {
  const { mutateAsync, ...change } = useMutation<Result<O>, Error, Input<O>>({
    mutationFn: call(operation),
    onSuccess: () => {
      if (done) toast(done);
      return Promise.all(
        [tagOf(operation), ...others].map((tag) => queryClient.invalidateQueries({ queryKey: [tag] })),
      );
    },
  });
  const mutate = (input: Input<O>, { onSuccess, onError, onSettled }: Callbacks<O> = {}): void =>
    void mutateAsync(input)
      .then(onSuccess, onError ?? (() => undefined))
      .finally(onSettled);
  return { ...change, mutate };
}

/**
 * As `useChange`, for what the API can not take back: it is said to be done, and sent when nobody has undone it for a while.
 * `useIsHeld(key)` tells whether it waits.
 */
export function useUndoable<O extends Operation>(operation: O, done: string) {
  return (input: Input<O>, key?: string): void =>
    undoable(
      done,
      ({ keepalive }) =>
        call(operation)({ ...input, keepalive })
          .then(() => queryClient.invalidateQueries({ queryKey: [tagOf(operation)] }))
          .catch(sayWhy),
      { ...(key && { key }) },
    );
}

const noErrors = {};

/** What is wrong with each field, by its dotted path, after a change was refused. */
export function fieldErrors(error: Error | null): Readonly<Record<string, readonly string[]>> {
  return error instanceof ApiError ? error.fields : noErrors;
}
