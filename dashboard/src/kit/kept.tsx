import { Fragment, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';

interface KeptProps {
  /** What changes with each version of what is edited. */
  readonly version: string;
  readonly children: ReactNode;
}

/**
 * Begins anew with each version, so that fields show what others have saved; but not while something in it is typed or wrong, or a
 * live update would take what is typed.
 */
export function ResetOnVersion({ version, children }: KeptProps) {
  const element = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const [shown, setShown] = useState(version);
  useLayoutEffect(() => {
    const isWrong = element.current?.querySelector('[aria-invalid="true"]') != null;
    if (!isTouched.current && !isWrong) setShown(version);
  }, [version]);
  const touch = (): void => {
    isTouched.current = true;
  };
  return (
    <div
      ref={element}
      className="kept"
      onInput={touch}
      onClick={(event: MouseEvent) => {
        if ((event.target as Element).closest('button[type="button"]')) touch();
      }}
      onSubmit={() => {
        isTouched.current = false;
      }}
    >
      <Fragment key={shown}>{children}</Fragment>
    </div>
  );
}
