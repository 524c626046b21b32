import { keepEmbedded } from './address.ts';
import { Icon, type IconName } from './icons.tsx';
import { durationText, plural } from './locale.ts';
import type { About, Site } from './model.ts';
import { placeIcon, placeText } from './place.ts';

/** What is booked: with whom, how long and where. */
export function AboutPanel({ site, about, duration }: { site: Site; about: About; duration: number }) {
  const { words } = site;
  return (
    <header class="about">
      <p class="owner">
        <Initials names={about.hosts.length > 0 ? about.hosts : [about.ownerName]} />
        <a href={keepEmbedded(site, about.ownerPath)}>{about.ownerName}</a>
      </p>
      <h1>{about.title}</h1>
      <ul class="facts">
        <Fact icon="clock">{durationText(words.pick, duration)}</Fact>
        {about.places.map((place) => (
          <Fact key={place.id} icon={placeIcon(place)}>
            {placeText(words, place)}
          </Fact>
        ))}
        {about.seats > 1 && <Fact icon="people">{plural(words.pick, words.site.seats, about.seats)}</Fact>}
        {about.price && <Fact icon="tag">{about.price}</Fact>}
      </ul>
      {about.description !== '' && (
        <div class="prose" dangerouslySetInnerHTML={{ __html: about.description }} />
      )}
    </header>
  );
}

function Fact({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

/** Instead of pictures, which would be loaded from other sites. */
export function Initials({ names }: { names: readonly string[] }) {
  return (
    <span class="initials" aria-hidden="true">
      {names.slice(0, 3).map((name) => (
        <span key={name}>{initialsOf(name)}</span>
      ))}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
