import { locationKinds, locationTypes, type LocationType } from '@daybook/contract/locations.data';
import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../kit/button.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { formatPlace } from '../scheduled-events/place.ts';
import { useDraft } from './draft.ts';
import { Needs } from './needs.tsx';
import { updateAt, removeAt, type Place } from './rules.ts';
import { AddButton, Section } from './section.tsx';

const { pages } = words;

/** The locations among which invitees choose. */
export function WhereSection() {
  const { draft, set } = useDraft();
  return (
    <Section name="where" hint={pages.placesHint}>
      {draft.locations.map((place, index) => (
        <PlaceFields key={place.id ?? `new-${index}`} place={place} index={index} />
      ))}
      <AddButton
        label={pages.addPlace}
        onClick={() => set('locations', [...draft.locations, { type: 'VIDEO_CALL' }])}
      />
      <Needs />
    </Section>
  );
}

interface PlaceFieldsProps {
  readonly place: Place;
  readonly index: number;
}

function PlaceFields({ place, index }: PlaceFieldsProps) {
  const { draft, set } = useDraft();
  const change = (more: Partial<Place>): void => set('locations', updateAt(draft.locations, index, more));
  // What belongs to another kind of location is dropped, and so is the id: it is another location.
  const choose = (type: LocationType): void =>
    set(
      'locations',
      draft.locations.map((each, other) => (other === index ? { type } : each)),
    );
  const linkHint = useLinkHint(place.type);
  const text = (name: 'address' | 'details' | 'phone' | 'joinUrl', help?: string) => (
    <TextField
      label={pages[name]}
      name={`locations.${index}.${name}`}
      {...(help && { help })}
      value={place[name] ?? ''}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <div className="box col gap3" role="group" aria-label={interpolate(pages.place, { n: index + 1 })}>
      <div className="line">
        <SelectField
          label={interpolate(pages.place, { n: index + 1 })}
          name={`locations.${index}.type`}
          value={place.type}
          onChange={(type) => choose(type as LocationType)}
          choices={locationTypes.map((type) => ({ value: type, label: formatPlace(type) }))}
        />
        <span className="grow" />
        <Button
          label={interpolate(pages.removePlace, { n: index + 1 })}
          icon="close"
          kind="quiet"
          isSmall
          isSquare
          onClick={() => set('locations', removeAt(draft.locations, index))}
        />
      </div>
      {place.type === 'IN_PERSON' && text('address')}
      {place.type === 'IN_PERSON' && text('details')}
      {place.type === 'PHONE_CALL' && text('phone', pages.phoneHint)}
      {locationKinds[place.type].icon === 'video' && text('joinUrl', linkHint)}
    </div>
  );
}

/** What becomes of a booking when no link is given here. */
function useLinkHint(type: LocationType): string {
  const { data } = useQuery(buildQuery('readOrganization'));
  const named = locationKinds[type].conference;
  const kind = named === 'workspace' ? data?.conferencing.kind : named;
  if (!data || !kind) return pages.joinUrlHint;
  const { urlTemplate, defaultUrlTemplate, jitsi, zoom } = data.conferencing;
  if (kind === 'google_meet' || kind === 'microsoft_teams') return pages.linkByCalendar;
  if (kind === 'zoom') return zoom ? interpolate(pages.linkMade, { name: 'Zoom' }) : pages.joinUrlHint;
  const address = kind === 'jitsi' ? jitsi?.url : (urlTemplate ?? defaultUrlTemplate).replace('{room}', '');
  return interpolate(pages.linkMade, { name: address ? new URL(address).host : '' });
}
