/** A page's own colour, made readable: WCAG asks 4.5 of text and 3 of what can be pressed, against what is behind it. */

type Rgb = readonly [red: number, green: number, blue: number];

export interface Brand {
  /** Behind text that is `onFill`. */
  readonly fill: string;
  readonly onFill: string;
  /** Text and lines on the surface, and on the tint. */
  readonly text: string;
  readonly tint: string;
}

export const surfaces = { light: '#ffffff', dark: '#171a21' } as const;
const ink = '#101318';

export function brandOn(hex: string, scheme: 'light' | 'dark'): Brand {
  const surface = parse(surfaces[scheme]);
  const color = parse(hex);
  const tint = mix(surface, color, scheme === 'light' ? 0.09 : 0.2);
  const away: Rgb = scheme === 'light' ? [0, 0, 0] : [255, 255, 255];
  const fill = until(color, away, (tried) => contrast(tried, surface) >= 3 && readable(tried));
  const text = until(color, away, (tried) => contrast(tried, tint) >= 4.6 && contrast(tried, surface) >= 4.6);
  const white = contrast([255, 255, 255], fill) >= 4.5;
  return { fill: format(fill), onFill: white ? '#ffffff' : ink, text: format(text), tint: format(tint) };
}

function readable(fill: Rgb): boolean {
  return contrast([255, 255, 255], fill) >= 4.5 || contrast(parse(ink), fill) >= 4.5;
}

/** The first step from a colour towards another that will do. */
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

export function contrastOf(one: string, other: string): number {
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
