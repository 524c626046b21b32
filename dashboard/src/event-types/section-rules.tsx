import { useState } from 'react';
import { Checkbox, RadioGroup } from '../kit/choice.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { parseTypedNumbers } from './rules.ts';
import { LimitField, NoticeField, NumberField, Section } from './section.tsx';

const { pages } = words;

/** In pairs: how many events, and how many minutes. */
const limits = {
  dailyLimit: pages.perDay,
  dailyMinutes: pages.minutesPerDay,
  weeklyLimit: pages.perWeek,
  weeklyMinutes: pages.minutesPerWeek,
  monthlyLimit: pages.perMonth,
  monthlyMinutes: pages.minutesPerMonth,
} as const;

/** How much the page takes, of all and of one, and until when invitees may change their minds. */
export function LimitsSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="limits" hint={pages.limitsHint}>
      <div className="two">
        {(Object.keys(limits) as (keyof typeof limits)[]).map((name) => (
          <LimitField
            key={name}
            label={limits[name]}
            name={name}
            value={draft[name]}
            onChange={(limit) => set(name, limit)}
          />
        ))}
      </div>
      <InviteeLimitField />
      <NoticeField
        label={pages.cancellationNotice}
        name="cancellationNotice"
        value={draft.cancellationNotice}
        onChange={(notice) => set('cancellationNotice', notice)}
      />
      <NoticeField
        label={pages.reschedulingNotice}
        name="reschedulingNotice"
        value={draft.reschedulingNotice}
        onChange={(notice) => set('reschedulingNotice', notice)}
      />
      <p className="help">{pages.changeNoticeHint}</p>
    </Section>
  );
}

const periods = ['day', 'week', 'month', 'upcoming'] as const;

function InviteeLimitField() {
  const { draft, set } = useDraft();
  const { inviteeLimit: limit } = draft;
  const period = limit?.period ?? 'upcoming';
  return (
    <div className="line">
      <LimitField
        label={pages.inviteeLimit}
        name="inviteeLimit.bookings"
        value={limit?.bookings ?? null}
        onChange={(bookings) => set('inviteeLimit', bookings === null ? null : { bookings, period })}
      />
      {limit && (
        <SelectField
          label={pages.inviteePeriod}
          name="inviteeLimit.period"
          value={period}
          onChange={(next) => set('inviteeLimit', { ...limit, period: next as typeof period })}
          choices={periods.map((each) => ({ value: each, label: pages.inviteePeriods[each] }))}
        />
      )}
    </div>
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
          set('reminders', parseTypedNumbers(text));
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

/** Whether hosts decide about bookings, and until when. */
function Confirmation() {
  const { draft, set } = useDraft();
  return (
    <>
      <Checkbox
        label={pages.requiresConfirmation}
        isOn={draft.requiresConfirmation}
        onChange={(isOn) => set('requiresConfirmation', isOn)}
      />
      <p className="help">{pages.requiresConfirmationHint}</p>
      {draft.requiresConfirmation && (
        <NoticeField
          label={pages.confirmWithin}
          name="confirmWithin"
          value={draft.confirmWithin}
          onChange={(minutes) => set('confirmWithin', minutes)}
        />
      )}
    </>
  );
}

/** Whether visitors may wait for a seat. */
function Waitlist() {
  const { draft, set } = useDraft();
  return (
    <>
      <Checkbox label={pages.waitlist} isOn={draft.waitlist} onChange={(isOn) => set('waitlist', isOn)} />
      <p className="help">{pages.waitlistHint}</p>
    </>
  );
}

const frequencies = ['weekly', 'biweekly', 'monthly'] as const;

/** Which series visitors may book. Without a frequency, none. */
function Recurrence() {
  const { draft, set } = useDraft();
  const { recurrence } = draft;
  const choose = (frequency: (typeof frequencies)[number], isOn: boolean): void => {
    const before = recurrence?.frequencies ?? [];
    const chosen = frequencies.filter((each) => (each === frequency ? isOn : before.includes(each)));
    const maximumOccurrences = recurrence?.maximumOccurrences ?? 12;
    set('recurrence', chosen.length === 0 ? null : { frequencies: chosen, maximumOccurrences });
  };
  return (
    <fieldset>
      <legend>{pages.recurrence}</legend>
      <p className="help">{pages.recurrenceHint}</p>
      {frequencies.map((frequency) => (
        <Checkbox
          key={frequency}
          label={pages.frequencies[frequency]}
          isOn={recurrence?.frequencies.includes(frequency) ?? false}
          onChange={(isOn) => choose(frequency, isOn)}
        />
      ))}
      {recurrence && (
        <NumberField
          label={pages.maximumOccurrences}
          name="recurrence.maximumOccurrences"
          value={recurrence.maximumOccurrences}
          onChange={(maximumOccurrences) => set('recurrence', { ...recurrence, maximumOccurrences })}
        />
      )}
    </fieldset>
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
      {draft.type === 'GROUP' ? <Waitlist /> : <Confirmation />}
      <Recurrence />
      <RadioGroup
        label={pages.confirmAddress}
        name="confirmAddress"
        value={draft.confirmAddress}
        onChange={(value) => set('confirmAddress', value)}
        choices={confirmAddresses.map((value) => ({ value, label: pages.confirmAddresses[value] }))}
      />
    </Section>
  );
}
