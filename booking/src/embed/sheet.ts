/** A constructed style sheet: the host page's policy needs no 'unsafe-inline' for it. */
export function createStyleSheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}
