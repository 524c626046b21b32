import { interpolate } from '@daybook/booking/locale';
import { words } from '../platform/words/words.ts';
import type { Delivery } from './rules.ts';

const most = 30;
const [width, height] = [6, 24];

/** The latest deliveries as bars, as high as they took long. */
export function Spark({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const shown = deliveries.slice(0, most).reverse();
  if (shown.length < 2) return null;
  const took = shown.map(({ attempts }) => attempts.at(-1)?.totalMs ?? 0);
  const longest = Math.max(...took, 1);
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${most * width} ${height}`}
      role="img"
      aria-label={interpolate(words.webhooks.latest, { n: shown.length })}
    >
      {shown.map(({ id, status }, index) => {
        const tall = 4 + ((took[index] ?? 0) / longest) * (height - 4);
        return (
          <rect
            key={id}
            className={status === 'failed' ? 'bad' : ''}
            x={(most - shown.length + index) * width}
            y={height - tall}
            width={width - 2}
            height={tall}
            rx="1"
          />
        );
      })}
    </svg>
  );
}
