export const hourPixels = 56;

export const pixels = (minutes: number): number => (minutes / 60) * hourPixels;

export function buildPlace({ from, to }: { readonly from: number; readonly to: number }) {
  return { top: `${pixels(from)}px`, height: `${pixels(to - from)}px` };
}
