import { useState } from 'react';
import { Checkbox, RadioGroup } from '../kit/choice.tsx';
import { TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { typedNumbers } from './rules.ts';
import { LimitField, Section } from './section.tsx';

const { pages } = words;

/** How many events the page takes. */
export function LimitsSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="limits" hint={pages.limitsHint}>
      <div className="two">
        <LimitField
          label={pages.perDay}
          name="dailyLimit"
          value={draft.dailyLimit}
          onChange={(limit) => set('dailyLimit', limit)}
        />
        <LimitField
          label={pages.perWeek}
          name="weeklyLimit"
          value={draft.weeklyLimit}
          onChange={(limit) => set('weeklyLimit', limit)}
        />
      </div>
    </Section>
  );
}

/** What invitees read and get after booking. */
export function MessagesSection() {
  const { draft, set } = useDraft();
  const [reminders, setReminders] = useState(draft.reminders.join(', '));
  return (
    <Section name="messages">
      <TextField
        label={pages.reminders}
        name="reminders"
        help={pages.remindersHint}
        value={reminders}
        onChange={(text) => {
          setReminders(text);
          set('reminders', typedNumbers(text));
        }}
      />
      <TextField
        label={pages.confirmationText}
        name="confirmationText"
        rows={3}
        maxLength={2000}
        value={draft.confirmationText ?? ''}
        onChange={(text) => set('confirmationText', text || null)}
      />
      <TextField
        label={pages.redirectUrl}
        name="redirectUrl"
        help={pages.redirectHint}
        value={draft.redirectUrl ?? ''}
        onChange={(text) => set('redirectUrl', text.trim() || null)}
      />
    </Section>
  );
}

const confirmAddresses = ['never', 'new', 'always'] as const;

/** What few pages need. */
export function AdvancedSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="advanced">
      <Checkbox
        label={pages.isSecret}
        isOn={draft.isSecret}
        onChange={(isSecret) => set('isSecret', isSecret)}
      />
      <RadioGroup
        label={pages.confirmAddress}
        name="confirmAddress"
        value={draft.confirmAddress}
        onChange={(value) => set('confirmAddress', value)}
        choices={confirmAddresses.map((value) => ({ value, label: pages.confirmAddresses[value] }))}
      />
      <div className="two">
        <TextField
          label={pages.price}
          name="price"
          help={pages.priceHint}
          value={draft.price ?? ''}
          onChange={(text) => set('price', text.trim() || null)}
        />
        <TextField
          label={pages.currency}
          name="currency"
          maxLength={3}
          placeholder="EUR"
          value={draft.currency ?? ''}
          onChange={(text) => set('currency', text.trim().toUpperCase() || null)}
        />
      </div>
    </Section>
  );
}
