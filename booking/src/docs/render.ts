import { buildDocsDocument } from './document.tsx';
import type { DocsModel } from './model.ts';

/** A whole HTML document of one page. */
export function renderDocs(model: DocsModel): string {
  return buildDocsDocument(model);
}
