import { ApiError } from '@daybook/client';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '../kit/states.tsx';
import { findListPath } from '../platform/address.ts';
import { isMissing } from '../platform/error-text.ts';
import { queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { AreaBar } from './pending-page.tsx';

/** In place of a route that failed; the rest of the dashboard stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  // What could not be read is asked for again when it is opened again.
  useEffect(() => dropFailed, []);
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  // What failed without a connection is tried again as soon as there is one.
  useEffect(() => {
    if (error instanceof ApiError) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  });
  return (
    <>
      <AreaBar />
      <div className="body">
        <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={retry}>
          {isMissing(error) && <BackToList />}
        </Problem>
      </div>
    </>
  );
}

function dropFailed(): void {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' });
}

function BackToList() {
  const { routesByPath, state } = useRouter();
  const match = state.matches.at(-1);
  const path = match && findListPath(match.fullPath, Object.keys(routesByPath));
  if (!path) return null;
  return (
    <p>
      <Link className="btn small" to={path as '.'} params={match.params as never} search={true as never}>
        {words.errors.back}
      </Link>
    </p>
  );
}
