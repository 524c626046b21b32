/** A page of the documentation, as the server passes it on to be rendered. In English only. */
export interface DocsModel {
  readonly assets: { readonly css: string; readonly js: string; readonly icon: string };
  readonly title: string;
  readonly description: string;
  /** `/docs/guide/embed`. */
  readonly path: string;
  readonly canonical: string;
  /** What is searched for; empty on other pages than the search. */
  readonly searched: string;
  readonly sections: readonly NavSection[];
  readonly blocks: readonly Block[];
  /** The headings of the page, for the list beside it. */
  readonly headings: readonly Heading[];
}

export interface NavSection {
  readonly title: string;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** HTML that the server made from our own Markdown, or a form that calls an operation. */
export type Block = { readonly html: string } | { readonly console: ConsoleModel };

/** What is needed to call one operation from the page. */
export interface ConsoleModel {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly ConsoleField[];
  readonly query: readonly ConsoleField[];
  /** JSON to begin with; null where no body is taken. */
  readonly body: string | null;
  readonly needsToken: boolean;
}

export interface ConsoleField {
  readonly name: string;
  readonly example: string;
  readonly isRequired: boolean;
}
