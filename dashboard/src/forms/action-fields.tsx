import { PageField } from '../event-types/page-field.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import type { DraftAction } from './rules.ts';

interface ActionFieldsProps {
  readonly label: string;
  /** Where the action stands in the request. */
  readonly path: string;
  readonly action: DraftAction;
  readonly onChange: (action: DraftAction) => void;
}

const kinds = ['EVENT_TYPE', 'CUSTOM_URL', 'MESSAGE'] as const;

/** A page, an address or a message. */
export function ActionFields({ label, path, action, onChange }: ActionFieldsProps) {
  return (
    <div className="action">
      <SelectField
        label={label}
        name={`${path}.type`}
        value={action.type}
        choices={kinds.map((value) => ({ value, label: words.forms.actions[value] }))}
        onChange={(type) => onChange({ ...action, type: type as DraftAction['type'] })}
      />
      {action.type === 'EVENT_TYPE' && (
        <>
          <PageField
            label={words.forms.page}
            none={words.forms.choosePage}
            name={`${path}.eventTypeUuid`}
            value={action.eventTypeUuid}
            onChange={(eventTypeUuid) => onChange({ ...action, eventTypeUuid })}
          />
          <Checkbox
            label={words.forms.prefersOwner}
            isOn={action.prefersOwner}
            onChange={(prefersOwner) => onChange({ ...action, prefersOwner })}
          />
        </>
      )}
      {action.type === 'CUSTOM_URL' && (
        <TextField
          label={words.forms.url}
          name={`${path}.url`}
          type="url"
          placeholder="https://"
          value={action.url}
          maxLength={2000}
          onChange={(url) => onChange({ ...action, url })}
        />
      )}
      {action.type === 'MESSAGE' && (
        <TextField
          label={words.forms.message}
          name={`${path}.headline`}
          value={action.headline}
          maxLength={500}
          onChange={(headline) => onChange({ ...action, headline })}
        />
      )}
    </div>
  );
}
