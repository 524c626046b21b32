import { Brand, Faces } from './faces.tsx';
import { getPlaceIcon, formatPlace, type Place } from './place.ts';
import { buildDocument, extractText } from './document.tsx';
import { Icon } from './icons.tsx';
import { formatDuration } from './locale.ts';
import type { OwnerModel } from './model.ts';

/** The booking pages of a user or team. */
export function buildOwnerDocument({
  site,
  owner,
  organization,
  color,
  canonical,
  pages,
}: OwnerModel): string {
  const { words } = site;
  const { name, avatar } = owner;
  return buildDocument(
    site,
    {
      title: [...new Set([name, organization.name])].join(' · '),
      color,
      logo: organization.logo,
      image: avatar ?? organization.logo,
      canonical,
    },
    <>
      {(organization.logo !== null || organization.name !== name) && <Brand organization={organization} />}
      <header class="outcome">
        <Faces people={[owner]} />
        <h1>{name}</h1>
        <p class="muted">{pages.length > 0 ? words.site.choosePage : words.site.noPages}</p>
      </header>
      {pages.length === 0 && <p class="muted centred">{words.site.noPagesHint}</p>}
      <ul class="pages">
        {pages.map((page) => (
          <li key={page.path}>
            <a href={page.path}>
              <strong>{page.title}</strong>
              {extractText(page.description) !== '' && (
                <span class="muted">{extractText(page.description)}</span>
              )}
              <span class="facts">
                <span>
                  <Icon name="clock" />
                  {page.durations.map((minutes) => formatDuration(words.pick, minutes)).join(' / ')}
                </span>
                {kindsOf(page.places).map((place) => (
                  <span key={place.id}>
                    <Icon name={getPlaceIcon(place)} />
                    {formatPlace(words, { ...place, address: null })}
                  </span>
                ))}
              </span>
              <Icon name="forward" />
            </a>
          </li>
        ))}
      </ul>
    </>,
  );
}

/** The first two kinds of locations, each once. */
function kindsOf(places: readonly Place[]): Place[] {
  return places
    .filter(({ type }, index) => places.findIndex((other) => other.type === type) === index)
    .slice(0, 2);
}
