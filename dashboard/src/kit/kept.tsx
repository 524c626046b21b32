import {
  createContext,
  Fragment,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';

/** For the form inside: begins it anew, after it was saved or when what is typed in it is given up. */
export const ResetContext = createContext<(isGivenUp: boolean) => void>(() => undefined);

interface KeptProps {
  /** What changes with each version of what is edited. */
  readonly version: string;
  readonly children: ReactNode;
}

/**
 * Begins anew with each version, so that fields show what others have saved; but not while something in it is typed or wrong, or a
 * live update would take what is typed. The focus stays at its field.
 */
export function ResetOnVersion({ version, children }: KeptProps) {
  const element = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  /** Which of the elements that can have the focus has it, while they are replaced. */
  const focused = useRef(-1);
  const [shown, setShown] = useState(version);
  useLayoutEffect(() => {
    const isWrong = element.current?.querySelector('[aria-invalid="true"]') != null;
    if (isTouched.current || isWrong) return;
    focused.current = findFocus(element.current);
    setShown(version);
  }, [version]);
  const [resets, setResets] = useState(0);
  useLayoutEffect(() => {
    listFocusable(element.current)[focused.current]?.focus();
    focused.current = -1;
  }, [shown, resets]);
  const reset = (isGivenUp: boolean): void => {
    isTouched.current = false;
    focused.current = findFocus(element.current);
    setShown(version);
    if (isGivenUp) setResets(resets + 1);
  };
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
    >
      <ResetContext value={reset}>
        <Fragment key={`${shown} ${resets}`}>{children}</Fragment>
      </ResetContext>
    </div>
  );
}

function findFocus(element: HTMLElement | null): number {
  return listFocusable(element).findIndex((each) => each === document.activeElement);
}

const focusable = 'a[href], button, input, select, textarea, [tabindex], [contenteditable="true"]';

function listFocusable(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>(focusable) ?? [])];
}
