import { Fragment } from 'react';
import { formatKeys } from '../platform/keys.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut as keys: `Ctrl K`, or `G` then `H`. */
export function Keys({ keys, between = '' }: { readonly keys: string; readonly between?: string }) {
  return (
    <span className="key-caps">
      {formatKeys(keys, isMac).map((stroke, index) => (
        <Fragment key={stroke.join('+')}>
          {index > 0 && between && <span className="faint">{between}</span>}
          {stroke.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
