import { DropZone } from '../kit/drop-zone.tsx';
import { Face } from '../kit/face.tsx';
import { getFieldErrors } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { getPath } from './rules.ts';

interface PictureProps {
  readonly label: string;
  readonly url: string | null;
  /** Whose initials stand in for the picture. */
  readonly name: string;
  readonly isSquare?: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onChoose: (file: File) => void;
  readonly onDelete: () => void;
}

const pictureTypes = 'image/png,image/jpeg,image/webp';

/** A picture that is sent as soon as it is chosen. */
export function Picture(props: PictureProps) {
  const { label, url, name, isSquare = false, error, isPending, onChoose, onDelete } = props;
  const wrong = Object.values(getFieldErrors(error)).flat();
  return (
    <DropZone
      className="field"
      label={words.direct.dropPicture}
      accept={pictureTypes}
      wrongType={words.direct.notPicture}
      isSingle
      onFiles={([file]) => file && onChoose(file)}
    >
      <div className="row wrap picture">
        {url ? (
          <img className={isSquare ? 'photo square' : 'photo'} src={getPath(url)} alt={label} />
        ) : (
          <Face name={name} isBig />
        )}
        <label className="btn small" aria-disabled={isPending || undefined}>
          {url ? words.settings.picture.replace : words.settings.picture.upload}
          <input
            type="file"
            className="hidden"
            aria-label={label}
            accept={pictureTypes}
            disabled={isPending}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) onChoose(file);
              target.value = '';
            }}
          />
        </label>
        {url && (
          <button type="button" className="btn quiet small" disabled={isPending} onClick={onDelete}>
            {words.settings.picture.remove}
          </button>
        )}
      </div>
      <p className="help">{words.settings.picture.hint}</p>
      {wrong.length > 0 && (
        <p className="wrong" role="alert">
          {wrong.join(' ')}
        </p>
      )}
    </DropZone>
  );
}
