import { findChromium } from '../tools/chromium.mjs';

export function requireChromium(): string {
  const found = findChromium();
  if (!found) throw new Error('There is no Chromium: run npm run test:setup, or set CHROMIUM to its path.');
  return found;
}
