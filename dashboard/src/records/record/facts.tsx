import { interpolate, pluralize } from '@daybook/booking/locale';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { start } from '../../platform/start.ts';
import { words } from '../../platform/words/words.ts';
import { ValueEditor } from '../editor.tsx';
import { useObject, usePermissions, useUsers } from '../objects.ts';
import { isEditable, type Attribute, type CrmObject, type CrmRecord } from '../rules.ts';
import { useSave, type Save } from '../save.tsx';
import { isEmptyValue } from '../value-text.ts';
import { typeIcons, Value } from '../value.tsx';
import { foldEmpty, listFacts, toNamedValues } from './page.rules.ts';

const CreateDialog = lazy(async () => ({ default: (await import('../create.tsx')).CreateDialog }));

interface FactsProps {
  readonly object: CrmObject;
  readonly record: CrmRecord;
}

/** The values of a record, each edited where it stands; empty ones are folded. Links to many have a list of their own. */
export function Facts({ object, record }: FactsProps) {
  const id = useId();
  const { save, dialog } = useSave(object);
  const [isUnfolded, setIsUnfolded] = useState(false);
  // A value that is emptied stays where it was.
  const wasShown = useRef(new Set<string>());
  const isEmpty = ({ key }: Attribute): boolean => isEmptyValue(record.values[key]);
  const all = listFacts(object);
  const { shown, folded } = foldEmpty(all, isEmpty, wasShown.current);
  for (const { key } of shown) wasShown.current.add(key);
  return (
    <>
      <dl className="facts record-facts" id={id}>
        {(isUnfolded ? all : shown).map((attribute) => (
          <Fact
            key={attribute.key}
            object={object}
            attribute={attribute}
            value={record.values[attribute.key]}
            onSave={(value, before, onRefused) =>
              void save(withValue(record, attribute, before), attribute, value, onRefused)
            }
          />
        ))}
      </dl>
      {folded.length > 0 && (
        <div>
          <button
            type="button"
            className="btn quiet small"
            aria-expanded={isUnfolded}
            aria-controls={id}
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            {isUnfolded
              ? words.records.page.hideEmpty
              : pluralize(start.words, words.records.page.showEmpty, folded.length)}
          </button>
        </div>
      )}
      {dialog}
    </>
  );
}

function withValue(record: CrmRecord, { key }: Attribute, value: unknown): CrmRecord {
  return { ...record, values: { ...record.values, [key]: value } };
}

interface FactProps {
  readonly object: CrmObject;
  readonly attribute: Attribute;
  readonly value: unknown;
  readonly onSave: (value: unknown, before: unknown, onRefused?: Parameters<Save>[3]) => void;
}

interface FieldEdit {
  /** What was there when it began: somebody else may change it meanwhile. */
  readonly before: unknown;
  readonly typed?: string;
  readonly refusal?: string;
}

function Fact({ object, attribute, value, onSave }: FactProps) {
  const users = useUsers();
  const related = useObject(attribute.relatedObjectSlug ?? '');
  const { mayWrite } = usePermissions(object);
  const [edited, setEdited] = useState<FieldEdit>();
  const [created, setCreated] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const { label, type } = attribute;
  const isOpen = mayWrite && isEditable(object, attribute);
  const shown = <Value attribute={attribute} value={value} users={users} related={related} />;
  const edit = (): void =>
    type === 'checkbox' ? onSave(value !== true, value) : setEdited({ before: value });
  const commit = ({ before }: FieldEdit, next: unknown, typed?: string): void =>
    onSave(
      next,
      before,
      typed === undefined ? undefined : (refusal) => setEdited({ before, typed, refusal }),
    );
  const close = (): void => {
    setEdited(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  const editor = edited && button.current && (
    <ValueEditor
      key={edited.refusal}
      attribute={attribute}
      value={edited.before}
      typed={edited.typed}
      refusal={edited.refusal}
      label={label}
      anchor={button.current}
      onCommit={(next, text) => commit(edited, next, text)}
      onCreate={(text) => {
        setCreated(text);
        setEdited(undefined);
      }}
      onClose={close}
    />
  );
  return (
    <>
      <dt>
        <Icon name={typeIcons[type]} />
        <span className="cut">{label}</span>
      </dt>
      <dd className={edited ? 'is-edited' : undefined}>
        {isOpen ? (
          <>
            <button ref={button} type="button" className="fact" onClick={edit}>
              <span className="hidden">{`${interpolate(words.records.editFact, { label })}: `}</span>
              {isEmptyValue(value) && type !== 'checkbox' ? (
                <span className="faint">{words.records.empty}</span>
              ) : (
                shown
              )}
            </button>
            {editor}
            {created !== undefined && related && (
              <Suspense>
                <CreateDialog
                  object={related}
                  values={toNamedValues(related, created)}
                  onClose={() => setCreated(undefined)}
                  onCreated={(id, values) => {
                    setCreated(undefined);
                    onSave([{ id, values }], value);
                  }}
                />
              </Suspense>
            )}
          </>
        ) : (
          <span className="fact">{shown}</span>
        )}
        <Reach attribute={attribute} value={value} />
      </dd>
    </>
  );
}

/** An address, a number or a page opens with one press. */
function Reach({ attribute, value }: { readonly attribute: Attribute; readonly value: unknown }) {
  const [text] = [value].flat();
  if (typeof text !== 'string' || text === '') return null;
  const href = hrefOf(attribute, text);
  if (!href) return null;
  return (
    <a
      className="btn quiet small square"
      href={href}
      target={href.startsWith('http') ? '_blank' : undefined}
      rel="noreferrer"
      aria-label={interpolate(words.records.openFact, { label: attribute.label })}
    >
      <Icon name="open" />
    </a>
  );
}

function hrefOf({ type, validation, key }: Attribute, text: string): string | undefined {
  if (type === 'phone_number') return `tel:${text}`;
  if (validation === 'email') return `mailto:${text}`;
  if (validation === 'url' && /^https?:/.test(text)) return text;
  return key === 'domain' ? `https://${text}` : undefined;
}
