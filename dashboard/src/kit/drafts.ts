/**
 * What was typed and is not saved, by its place. Another tab of the page or another page doesn't lose it; closing or reloading
 * the document asks first.
 */
const drafts = new Map<string, string>();

export const getDraft = (place: string): string | undefined => drafts.get(place);

export function keepDraft(place: string, text: string): void {
  drafts.set(place, text);
}

export function dropDraft(place: string): void {
  drafts.delete(place);
}

addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
