import { Button } from '../kit/button.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { TextField } from '../kit/field.tsx';
import { RichTextField } from '../kit/rich-text.tsx';
import { ResetOnVersion } from '../kit/kept.tsx';
import { words } from '../platform/words/words.ts';
import { useDraft } from './draft.ts';
import { updateAt, setDefault, removeAt } from './rules.ts';
import { AddButton, Section } from './section.tsx';

const { pages } = words;

/** Title, link, description, durations, colour. */
export function WhatSection() {
  const { draft, set, settings } = useDraft();
  return (
    <Section name="what">
      <TextField
        label={pages.name}
        name="title"
        maxLength={200}
        value={draft.title}
        onChange={(title) => set('title', title)}
      />
      <TextField
        label={pages.slug}
        name="slug"
        maxLength={60}
        help={settings.schedulingUrl.replace(/[^/]*$/, draft.slug)}
        value={draft.slug}
        onChange={(slug) => set('slug', slug)}
      />
      <ResetOnVersion version={settings.updatedAt}>
        <RichTextField
          label={pages.description}
          name="description"
          help={pages.descriptionHint}
          html={draft.description}
          onChange={(html) => set('description', html)}
        />
      </ResetOnVersion>
      <Durations />
      <TextField
        label={pages.color}
        name="color"
        type="color"
        value={draft.color}
        onChange={(color) => set('color', color)}
      />
    </Section>
  );
}

function Durations() {
  const { draft, set } = useDraft();
  const { eventDurations: durations } = draft;
  const isOne = durations.length === 1;
  return (
    <fieldset className="group">
      <legend className="lbl">{pages.durations}</legend>
      {durations.map((each, index) => (
        <div key={index} className="line">
          <DurationField
            label={pages.duration}
            name={`eventDurations.${index}.minutes`}
            value={each.minutes}
            units={['minutes', 'hours']}
            onChange={(minutes) =>
              set('eventDurations', updateAt(durations, index, { minutes: minutes ?? '' }))
            }
          />
          {!isOne && (
            <label className="choice">
              <input
                type="radio"
                name="usual"
                checked={each.default}
                onChange={() => set('eventDurations', setDefault(durations, index))}
              />
              {pages.isUsual}
            </label>
          )}
          {!isOne && (
            <Button
              label={words.kit.remove}
              icon="close"
              kind="quiet"
              isSmall
              isSquare
              onClick={() => {
                const rest = removeAt(durations, index);
                set('eventDurations', each.default ? setDefault(rest, 0) : rest);
              }}
            />
          )}
        </div>
      ))}
      <AddButton
        label={pages.addDuration}
        onClick={() => set('eventDurations', [...durations, { minutes: 60, default: false }])}
      />
      <p className="help">{pages.durationsHint}</p>
    </fieldset>
  );
}
