import { useEffect, useState } from 'react';
import { Segmented } from '../kit/choice.tsx';
import { Icon } from '../kit/icon.tsx';
import { Skeleton } from '../kit/states.tsx';
import { api } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { getPath, type Changes } from './rules.ts';

const { pages } = words;
const waitMs = 500;
const sizes = ['desktop', 'phone'] as const;

interface PreviewProps {
  readonly uuid: string;
  /** The address of the page as it is saved. */
  readonly url: string;
  readonly changes: Changes;
}

/** The real page with what is not saved yet. While a field is wrong, it stays as it was. */
export function Preview({ uuid, url, changes }: PreviewProps) {
  const [size, setSize] = useState<(typeof sizes)[number]>('phone');
  const { shown, isWrong } = usePreview(uuid, changes);
  return (
    <aside className="prev" aria-label={pages.preview}>
      <div className="row prev-bar">
        <b className="small">{pages.preview}</b>
        <span className="grow" />
        <Segmented
          label={pages.size}
          value={size}
          onChange={setSize}
          choices={sizes.map((each) => ({ value: each, label: pages.sizes[each] }))}
        />
        <a
          className="btn quiet small square"
          href={getPath(url)}
          target="_blank"
          rel="noreferrer"
          aria-label={pages.openPage}
          title={pages.openPage}
        >
          <Icon name="open" />
        </a>
      </div>
      <div className={`frame ${size}`}>
        {shown ? (
          <iframe src={shown} title={pages.preview} />
        ) : isWrong ? (
          <p className="help">{pages.noPreview}</p>
        ) : (
          <Skeleton rows={3} />
        )}
      </div>
    </aside>
  );
}

/** The path of a preview of the page, renewed a moment after each change. */
function usePreview(uuid: string, changes: Changes) {
  const [shown, setShown] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const sent = JSON.stringify(changes);
  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const { url } = await api.previewEventType({
          params: { uuid },
          body: { changes: JSON.parse(sent) as Changes },
          signal: controller.signal,
        });
        const { pathname, search } = new URL(url);
        setShown(pathname + search);
        setIsWrong(false);
      } catch {
        // Saving says what is wrong, at its field.
        setIsWrong(!controller.signal.aborted);
      }
    };
    const timer = setTimeout(() => void ask(), shown === undefined ? 0 : waitMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [uuid, sent]);
  return { shown, isWrong };
}
