import { interpolate } from '@daybook/booking/locale';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../kit/copy-button.tsx';
import { Switch } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { PickBox, type ListSelection } from '../kit/list-selection.tsx';
import { SortHandle, type Sortable } from '../kit/sortable.tsx';
import { showToast } from '../kit/toasts.tsx';
import { formatMoney } from '../platform/numbers.ts';
import { useChange } from '../platform/query.ts';
import { formatDuration } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { getPath, type EventType } from './rules.ts';

const { pages } = words;

/** What a booking costs; nothing is said about free pages. */
function formatPrice({ price, currency }: EventType): string | undefined {
  return price && currency ? formatMoney(Number(price), { currency }) : undefined;
}

interface PageRowProps {
  readonly page: EventType;
  readonly selection: ListSelection;
  readonly sort: Sortable;
  readonly index: number;
}

/** A page in the list: its link, what it costs, and whether it can be booked. */
export function PageRow({ page, selection, sort, index }: PageRowProps) {
  const update = useChange('updateEventType');
  const activate = (isActive: boolean): void =>
    update.mutate(
      { params: { uuid: page.uuid }, body: { isActive } },
      { onSuccess: () => showToast(isActive ? pages.wasActivated : pages.wasDeactivated) },
    );
  const owner = [page.profile.firstName, page.profile.lastName].filter(Boolean).join(' ');
  const minutes = page.eventDurations.map((each) => formatDuration(each.minutes)).join(', ');
  return (
    <li className={page.isActive ? '' : 'past'} {...sort.getItem(index, true)}>
      <Link id={`page-${page.uuid}`} to="/pages/$uuid" params={{ uuid: page.uuid }}>
        <span className="bar-c" style={{ background: `#${page.color.replace('#', '')}` }} />
        <span className="grow cut">
          <b className="name">{page.title}</b>
          <br />
          <span className="muted small">
            {[minutes || formatDuration(page.duration), formatPrice(page), owner].filter(Boolean).join(', ')}
          </span>
        </span>
        <span className="tag" data-color="gray">
          {pages.types[page.type]}
        </span>
      </Link>
      <PickBox
        id={page.uuid}
        name={page.title}
        isPicked={selection.ids.includes(page.uuid)}
        onPick={selection.pick}
      />
      <span className="row">
        <SortHandle sort={sort} index={index} />
        <CopyButton
          text={page.schedulingUrl}
          label={interpolate(pages.copyLink, { title: page.title })}
          icon="link"
          isSquare
        />
        <a
          className="btn quiet small square"
          href={getPath(page.schedulingUrl)}
          target="_blank"
          rel="noreferrer"
          aria-label={interpolate(pages.open, { title: page.title })}
          title={interpolate(pages.open, { title: page.title })}
        >
          <Icon name="open" />
        </a>
        <Switch
          label={interpolate(pages.active, { title: page.title })}
          isOn={update.isPending ? update.variables.body.isActive === true : page.isActive}
          onChange={activate}
          isLabelHidden
        />
      </span>
    </li>
  );
}
