/** Decorative icons in the color of the text beside them, hidden from screen readers. */

/** Those that the script of a page draws. The others stay out of it. */
export const pickerPaths = {
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 9.5h17M3.5 14.5h17M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  back: 'm14 6-6 6 6 6',
  forward: 'm10 6 6 6-6 6',
} as const;

export function PickerIcon({ name }: { name: keyof typeof pickerPaths }) {
  return drawIcon(name, pickerPaths[name]);
}

export function drawIcon(name: string, path: string) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
