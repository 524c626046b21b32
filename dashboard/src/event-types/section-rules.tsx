import { interpolate } from '@daybook/booking/locale';
import { Button } from '../kit/button.tsx';
import { Fragment } from 'react';
import { Checkbox, RadioGroup } from '../kit/choice.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { removeAt } from './rules.ts';
import { AddButton, LimitField, NoticeField, NumberField, Section } from './section.tsx';

const { pages } = words;

/** How many events, and how much time. */
const limits = [
  {
    count: 'dailyLimit',
    perPeriod: pages.perDay,
    minutes: 'dailyMinutes',
    timePerPeriod: pages.minutesPerDay,
  },
  {
    count: 'weeklyLimit',
    perPeriod: pages.perWeek,
    minutes: 'weeklyMinutes',
    timePerPeriod: pages.minutesPerWeek,
  },
  {
    count: 'monthlyLimit',
    perPeriod: pages.perMonth,
    minutes: 'monthlyMinutes',
    timePerPeriod: pages.minutesPerMonth,
  },
] as const;

/** How much the page takes, of all and of one, and until when invitees may change their minds. */
export function LimitsSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="limits" hint={pages.limitsHint}>
      <div className="two">
        {limits.map(({ count, perPeriod, minutes, timePerPeriod }) => (
          <Fragment key={count}>
            <LimitField
              label={perPeriod}
              name={count}
              value={draft[count]}
              onChange={(limit) => set(count, limit)}
            />
            <DurationField
              label={timePerPeriod}
              name={minutes}
              placeholder={pages.noLimit}
              units={['minutes', 'hours']}
              usualUnit="hours"
              value={draft[minutes]}
              onChange={(limit) => set(minutes, limit)}
            />
          </Fragment>
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
  return (
    <Section name="messages">
      <Reminders />
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

/** How long before an event its invitees are reminded. */
function Reminders() {
  const { draft, set } = useDraft();
  const { reminders } = draft;
  return (
    <fieldset className="group">
      <legend className="lbl">{pages.reminders}</legend>
      <p className="help">{pages.remindersHint}</p>
      {reminders.map((minutes, index) => (
        <div key={index} className="line">
          <DurationField
            label={interpolate(pages.reminder, { n: index + 1 })}
            isLabelHidden
            name={`reminders.${index}`}
            suffix={words.controls.before}
            value={minutes}
            onChange={(next) => set('reminders', reminders.with(index, next ?? ''))}
          />
          <Button
            label={words.kit.remove}
            icon="close"
            kind="quiet"
            isSmall
            isSquare
            onClick={() => set('reminders', removeAt(reminders, index))}
          />
        </div>
      ))}
      <AddButton
        label={pages.addReminder}
        onClick={() => set('reminders', [...reminders, reminders.includes(1440) ? 60 : 1440])}
      />
    </fieldset>
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
