import type { Organization, Person } from './model.ts';

/** Pictures of people, or their initials. Their names stand beside them, so screen readers leave these out. */
export function Faces({ people }: { people: readonly Person[] }) {
  return (
    <span class="faces" aria-hidden="true">
      {people.slice(0, 3).map(({ name, avatar }) => (
        <span key={name}>
          {avatar === null ? initialsOf(name) : <img src={avatar} alt="" width="40" height="40" />}
        </span>
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

/** The logo, on a page that names the organization elsewhere. */
export function Logo({ organization: { logo } }: { organization: Organization }) {
  return logo === null ? null : <img class="logo" src={logo} alt="" />;
}

/** Whose page this is: the logo, or the name. */
export function Brand({ organization }: { organization: Organization }) {
  const { name, logo } = organization;
  return <p class="brand">{logo === null ? name : <img class="logo" src={logo} alt={name} />}</p>;
}
