const added = new Set<string>();

/** Style that comes with a script instead of the first load, which has no room for it. */
export function addStyle(css: string): void {
  if (added.has(css)) return;
  added.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer page {${css}}`);
  document.adoptedStyleSheets.push(sheet);
}
