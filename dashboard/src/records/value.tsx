import type { ReactNode } from 'react';
import { Face, getColor } from '../kit/face.tsx';
import { Icon, type IconName } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { getRecordTitle, type User } from './objects.ts';
import type { Attribute, CrmObject } from './rules.ts';
import { getTraits } from './standard-objects.ts';
import { isEmptyValue, listOptions, listRecords, formatValue } from './value-text.ts';

/** A value as it is read, in a cell or among the facts of a record. */

export const typeIcons: Readonly<Record<Attribute['type'], IconName>> = {
  text: 'text',
  number: 'number',
  phone_number: 'phone',
  date: 'events',
  datetime: 'clock',
  checkbox: 'check',
  select: 'filter',
  multiselect: 'filter',
  rating: 'star',
  relation: 'company',
  status: 'filter',
  user: 'person',
  currency: 'currency',
};

interface ValueProps {
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly users: readonly User[];
  /** The object of the other side, by which linked records are named. */
  readonly related?: CrmObject | undefined;
}

export function Value({ attribute, value, users, related }: ValueProps) {
  if (attribute.type === 'checkbox') return <Check isOn={value === true} />;
  if (isEmptyValue(value)) return null;
  switch (attribute.type) {
    case 'select':
    case 'status':
    case 'multiselect':
      return listOptions(value).map((option) => (
        <OptionTag key={option.id} label={option.value ?? ''} color={option.color} />
      ));
    case 'rating':
      return <Stars count={Number(value)} />;
    case 'user':
      return (value as string[]).map((id) => {
        const name = users.find(({ uuid }) => uuid === id)?.name ?? words.records.formerUser;
        return <Named key={id} name={name} mark={<Face name={name} />} />;
      });
    case 'relation':
      return listRecords(value).map((record) => {
        const name = getRecordTitle(related, record);
        return <Named key={record.id} name={name} mark={<Mark name={name} object={related} />} />;
      });
    default:
      return <span className="cut">{formatValue(attribute, value, users)}</span>;
  }
}

export function OptionTag({ label, color }: { readonly label: string; readonly color: string | null }) {
  return (
    <span className="tag" data-color={color ?? 'gray'}>
      <i />
      <span className="cut">{label}</span>
    </span>
  );
}

function Named({ name, mark }: { readonly name: string; readonly mark: ReactNode }) {
  return (
    <span className="named">
      {mark}
      <span className="cut">{name}</span>
    </span>
  );
}

interface MarkProps {
  readonly name: string;
  readonly object: CrmObject | undefined;
}

/** People are round, everything else is square. */
export function Mark({ name, object }: MarkProps) {
  if (object && getTraits(object).isPerson) return <Face name={name} />;
  const [first = '', second] = name.split(/[\s&.-]+/).filter(Boolean);
  const initials = `${[...first][0] ?? ''}${[...(second ?? '')][0] ?? [...first][1] ?? ''}`;
  return (
    <span className="face logo" data-color={getColor(name)} aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}

const maxStars = 5;

function Stars({ count }: { readonly count: number }) {
  return (
    <span className="stars" role="img" aria-label={`${count} / ${maxStars}`}>
      {'★'.repeat(count)}
      <span className="off">{'★'.repeat(Math.max(0, maxStars - count))}</span>
    </span>
  );
}

export function Check({ isOn }: { readonly isOn: boolean }) {
  return (
    <span
      className={`check${isOn ? ' on' : ''}`}
      role="img"
      aria-label={isOn ? words.records.yes : words.records.no}
    >
      {isOn && <Icon name="check" />}
    </span>
  );
}
