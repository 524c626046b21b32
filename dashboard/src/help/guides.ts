/** A page of the documentation, as the command menu finds it. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  /** The headings on the page, with their anchors. */
  readonly parts: readonly (readonly [heading: string, id: string])[];
}

/** The build puts the guides in `docs` here (`tools/guide-index.mjs`), so that the list is never older than they are. */
export const guides: readonly Guide[] = [];
