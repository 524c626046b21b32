/** Made by script, so that the page's own policy needs no 'unsafe-inline' for it. */
export function sheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}
