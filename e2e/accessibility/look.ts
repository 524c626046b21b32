import type { Page } from 'playwright-core';

/** Fields whose edge stands out less than 3 to 1 from what is behind them, and that no other background tells apart. */
export function listFaintEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const toRgb = (color: string): readonly number[] => {
      if (!canvas) return [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = ([r = 0, g = 0, b = 0]: readonly number[]): number => {
      const part = (value: number): number =>
        value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const contrast = (one: readonly number[], other: readonly number[]): number => {
      const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    };
    const findBackground = (element: Element | null): readonly number[] => {
      for (let each = element; each; each = each.parentElement) {
        const color = toRgb(getComputedStyle(each).backgroundColor);
        if (color[3] === 255) return color;
      }
      return toRgb('Canvas');
    };
    const fields = 'input:not([type=hidden], [type=range], [type=file], [type=color]), select, textarea';
    return (
      [...document.querySelectorAll(fields)]
        .filter((field) => field.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((field) => !field.matches(':disabled'))
        // The browser draws the edges of its own checkboxes and radio buttons, and styles don't tell them.
        .filter(
          (field) =>
            !field.matches('[type=checkbox], [type=radio]') || getComputedStyle(field).appearance === 'none',
        )
        .flatMap((field) => {
          // A search box is drawn by what surrounds its field.
          const bounded = [field, field.parentElement, field.parentElement?.parentElement].find(
            (each) => each && getComputedStyle(each).borderBottomWidth !== '0px',
          );
          if (!bounded) return [];
          const edge = toRgb(getComputedStyle(bounded).borderBottomColor);
          const behind = findBackground(bounded.parentElement);
          const ratio = Math.max(contrast(edge, behind), contrast(findBackground(field), behind));
          const name =
            (field as HTMLInputElement).name || field.getAttribute('aria-label') || field.className;
          return ratio < 3
            ? [`the edge of ${field.tagName.toLowerCase()} ${name} has ${ratio.toFixed(1)}:1`]
            : [];
        })
        .slice(0, 6)
    );
  });
}
