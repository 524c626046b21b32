const colors = ['blue', 'orange', 'green', 'violet', 'rose', 'cyan', 'yellow', 'sky', 'fuchsia'] as const;

/** The same text always has the same color. */
export function getColor(text: string): (typeof colors)[number] {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return colors[sum % colors.length] ?? 'blue';
}

interface FaceProps {
  readonly name: string;
  readonly isBig?: boolean;
}

/** The initials of somebody, beside their name. */
export function Face({ name, isBig = false }: FaceProps) {
  const parts = name.trim().split(/\s+/);
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map(
    (part) => [...(part ?? '')][0] ?? '',
  );
  return (
    <span className={`face${isBig ? ' big' : ''}`} data-color={getColor(name)} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  );
}
