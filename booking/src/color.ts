/**
 * Makes any brand colour readable. WCAG demands a contrast of 4.5 for text and 3 for controls against their background.
 */

type Rgb = readonly [red: number, green: number, blue: number];

export interface Brand {
  /** The background of text in `onFill`. */
  readonly fill: string;
  readonly onFill: string;
  /** For text and lines on the surface and on the tint. */
  readonly text: string;
  readonly tint: string;
}

export const surfaces = { light: '#ffffff', dark: '#171a21' } as const;
const ink = '#101318';

export function computeBrandColors(hex: string, scheme: 'light' | 'dark'): Brand {
  const surface = parse(surfaces[scheme]);
  const color = parse(hex);
  const tint = mix(surface, color, scheme === 'light' ? 0.09 : 0.2);
  const away = scheme === 'light' ? black : white;
  const text = until(color, away, (tried) => contrast(tried, tint) >= 4.6 && contrast(tried, surface) >= 4.6);
  const { fill, onFill } = fillOf(color, surface, away);
  return { fill: format(fill), onFill: format(onFill), text: format(text), tint: format(tint) };
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** White text if the colour is dark, or nearly so; dark text on a light colour. The colour is shifted until it has contrast. */
function fillOf(color: Rgb, surface: Rgb, away: Rgb): { fill: Rgb; onFill: Rgb } {
  const onFill = contrast(white, color) >= 2.6 ? white : parse(ink);
  const holds = (tried: Rgb): boolean => contrast(tried, surface) >= 3 && contrast(onFill, tried) >= 4.5;
  const other = onFill === white ? black : white;
  for (const towards of [other, away]) {
    const fill = until(color, towards, holds);
    if (holds(fill)) return { fill, onFill };
  }
  const fill = until(
    color,
    away,
    (tried) => contrast(tried, surface) >= 3 && contrast(best(tried), tried) >= 4.5,
  );
  return { fill, onFill: best(fill) };
}

function best(fill: Rgb): Rgb {
  return contrast(white, fill) >= contrast(parse(ink), fill) ? white : parse(ink);
}

/** The first mix of two colours, from the one to the other, for which `holds` is true. */
function until(color: Rgb, towards: Rgb, holds: (color: Rgb) => boolean): Rgb {
  for (let part = 0; part < 1; part += 0.04) {
    const tried = mix(color, towards, part);
    if (holds(tried)) return tried;
  }
  return towards;
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
}

export function computeContrast(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(hex: string): Rgb {
  const number = Number.parseInt(hex.replace('#', ''), 16) || 0;
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function format(color: Rgb): string {
  return `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
