import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { words } from '../platform/words/words.ts';
import { findDropProblem } from './drop.rules.ts';
import { showToast } from './toasts.tsx';

interface DropZoneProps {
  /** What dropping does. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** As the `accept` of a field for files, with the sentence for others. */
  readonly accept?: string;
  readonly wrongType?: string;
  readonly isSingle?: boolean;
  /** Why nothing can be dropped now. */
  readonly whyNot?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Takes files that are dropped or pasted on what is in it, and shows where while some are dragged over the window. */
export function DropZone({
  label,
  onFiles,
  accept,
  wrongType = '',
  isSingle = false,
  whyNot,
  className = '',
  children,
}: DropZoneProps) {
  const isDragged = useIsFileDragged();
  const [isOver, setIsOver] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const take = (files: readonly File[]): void => {
    const problem = findDropProblem(files, { ...(accept !== undefined && { accept }), isSingle });
    const refusal =
      whyNot ?? { type: wrongType, many: words.direct.oneFile, none: undefined }[problem ?? 'none'];
    if (refusal !== undefined) showToast(refusal, { isError: true });
    else onFiles(files);
  };
  const drop = (event: DragEvent): void => {
    setIsOver(false);
    const files = [...event.dataTransfer.files];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    // A copied table has a picture of itself beside its text.
    const hasText = event.clipboardData.types.some((type) => type.startsWith('text/'));
    if (event.defaultPrevented || files.length === 0 || hasText) return;
    event.preventDefault();
    take(files);
  };
  return (
    <div
      ref={element}
      className={`drop-area ${className}`}
      data-ready={isDragged || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = whyNot === undefined ? 'copy' : 'none';
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {isDragged && (
        <div
          className="drop-veil"
          aria-hidden="true"
          // What scrolls is covered where it is seen.
          style={{ top: element.current?.scrollTop, height: element.current?.clientHeight }}
        >
          <b>{whyNot ?? label}</b>
        </div>
      )}
    </div>
  );
}

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** Whether files are dragged over the window. A drop beside every zone opens no file in place of the page. */
function useIsFileDragged(): boolean {
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const on = (
      name: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      run: (event: globalThis.DragEvent) => void,
    ) => window.addEventListener(name, run, { signal: end.signal });
    on('dragenter', ({ dataTransfer }) => hasFiles(dataTransfer) && setIsDragged(true));
    on('dragover', (event) => hasFiles(event.dataTransfer) && event.preventDefault());
    // Outside of the window there is nothing that the pointer enters.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsDragged(false));
    on('drop', (event) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
      setIsDragged(false);
    });
    return () => end.abort();
  }, []);
  return isDragged;
}
