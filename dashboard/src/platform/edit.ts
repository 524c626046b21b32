import { ApiError, getEtag, type Input, type Operation, type Result } from '@daybook/client';
import { useLayoutEffect, useRef } from 'react';
import { EditConflict, mergeEdit, type Versions } from './edit-rules.ts';
import { call, queryClient, useChange } from './query.ts';

/** Saving what others can edit at the same time: docs/decisions/0182-forms-ask-before-overwriting.md. */

type Body<O extends Operation> = Input<O> extends { readonly body: infer B extends object } ? B : object;

export interface EditOptions<O extends Operation, Shown extends object> {
  /** What the form shows; left out for something new, which nothing is sent for. */
  readonly shown: Shown | undefined;
  /** Reads it from the server, with its version if it has one. */
  readonly read: () => Promise<Shown>;
  readonly done?: string;
  readonly others?: readonly string[];
  /** Resets what the form keeps outside of its fields. */
  readonly onTheirs?: (theirs: Shown) => void;
  /** For requests whose fields aren't those of what is read. */
  readonly merge?: (versions: Versions<Shown>, body: Body<O>) => Body<O>;
}

/** For `Form`: it tells when someone begins to edit, and asks what to do about a conflict. */
export interface Edit {
  readonly id: string | undefined;
  readonly conflict: EditConflict | undefined;
  /** In milliseconds, once all that is typed is saved; 0 before. */
  readonly savedAt: number;
  readonly touch: () => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => Promise<void>;
  readonly close: () => void;
}

const maxAttempts = 3;

/**
 * As `useChange`, for a form: reads again what is edited before it is sent, sends the version as `If-Match`, and refuses with an
 * `EditConflict` instead of overwriting what someone else has saved since the editing began.
 */
export function useEdit<O extends Operation, Shown extends object>(
  operation: O,
  { shown: given, read, done, others, onTheirs, merge = mergeEdit }: EditOptions<O, Shown>,
) {
  const shown = given ?? ({} as Shown);
  const begun = useRef(shown);
  const latest = useRef(shown);
  const isTouched = useRef(false);
  const isTouchedSinceSent = useRef(false);
  const found = useRef(shown);
  const sent = useRef<Parameters<typeof mutate>>(undefined);
  useLayoutEffect(() => {
    latest.current = shown;
    if (!isTouched.current) begun.current = shown;
  }, [given]);
  const begin = (): void => {
    isTouched.current = false;
    begun.current = latest.current;
  };
  /** For a form that was edited while it was saved: only what others save from here on is theirs. */
  const beginAtSaved = async (): Promise<void> => {
    begun.current = await read();
  };
  const send = async (input: Input<O>): Promise<Result<O>> => {
    for (let attempt = 1; ; attempt += 1) {
      const theirs = await read();
      found.current = theirs;
      const { body, headers } = input as { readonly body: Body<O>; readonly headers?: object };
      const merged = merge({ begun: begun.current, theirs }, body);
      const etag = getEtag(theirs);
      const guarded = { ...input, body: merged, ...(etag && { headers: { ...headers, 'if-match': etag } }) };
      try {
        return await call(operation)(guarded);
      } catch (error) {
        const isOutdated = error instanceof ApiError && error.status === 409 && etag !== undefined;
        if (!isOutdated || attempt === maxAttempts) throw error;
      }
    }
  };
  const { mutate, reset, ...change } = useChange(operation, done, others, send);
  const edit: Edit = {
    id: (shown as { readonly uuid?: string }).uuid,
    conflict: change.error instanceof EditConflict ? change.error : undefined,
    savedAt: change.isSuccess && !isTouchedSinceSent.current ? change.submittedAt : 0,
    touch: () => {
      isTouched.current = true;
      isTouchedSinceSent.current = true;
    },
    keepMine: () => {
      begun.current = found.current;
      if (sent.current) save(...sent.current);
    },
    takeTheirs: async () => {
      isTouched.current = false;
      begun.current = found.current;
      await queryClient.invalidateQueries();
      reset();
      onTheirs?.(found.current);
    },
    close: reset,
  };
  const save: typeof mutate = (input, callbacks = {}) => {
    sent.current = [input, callbacks];
    isTouchedSinceSent.current = false;
    mutate(input, {
      ...callbacks,
      onSuccess: (result) => {
        if (isTouchedSinceSent.current) void beginAtSaved();
        else begin();
        return callbacks.onSuccess?.(result);
      },
    });
  };
  const discard = (): void => {
    begin();
    reset();
  };
  return { ...change, mutate: save, reset: discard, edit };
}
