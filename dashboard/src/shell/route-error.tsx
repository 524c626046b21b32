import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../kit/states.tsx';

/** In place of a route that failed; the rest of the dashboard stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <div className="body">
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
    </div>
  );
}
