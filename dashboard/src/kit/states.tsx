import { ApiError } from '@daybook/client';
import type { ReactNode } from 'react';
import { formatError, isMissing } from '../platform/error-text.ts';
import { useIsOnline } from '../platform/use-online.ts';
import { words } from '../platform/words/words.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** What stands where the content will be, could be or can't be. */

/**
 * Rows of the true height. Invisible for a moment, so that what is quick does not flicker. Without a connection it says so: what
 * is read, and the script of an area, wait for one.
 */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  if (!useIsOnline()) {
    return (
      <div className="body">
        <p className="note warn" role="status">
          {words.errors.offline}
        </p>
      </div>
    );
  }
  return (
    <div className="skeleton" role="status" aria-label={words.shell.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="ghost" />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** One sentence: what will be here, or why there is nothing. */
  readonly hint: string;
  /** One action. */
  readonly children?: ReactNode;
}

/** In place of what is not there: a picture, what it will be, and the way to the first one. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <p>
        <b>{title}</b>
      </p>
      <p className="muted">{hint}</p>
      {children}
    </div>
  );
}

interface ProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** What else can be done. */
  readonly children?: ReactNode;
}

/** What happened, what to do, and the id by which the server's log has it. What is missing stays missing, so it is not tried again. */
export function Problem({ error, onRetry, children }: ProblemProps) {
  const errorId = error instanceof ApiError && !isMissing(error) ? error.errorId : undefined;
  return (
    <div className="problem note bad" role="alert">
      <Icon name="warning" />
      <div className="grow col gap3">
        <p>
          <b>{words.errors.notShown}</b> {formatError(error)}
        </p>
        {errorId && (
          <p className="small">
            {words.errors.id} <code>{errorId}</code> <CopyButton text={errorId} label={words.errors.copyId} />
          </p>
        )}
        {!isMissing(error) && (
          <p>
            <button type="button" className="btn small" onClick={onRetry}>
              {words.errors.retry}
            </button>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
