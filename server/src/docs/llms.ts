import type { DocsSite } from './site.ts';

/** The pages for programs that read: a list with a line on each, as llmstxt.org describes it. */
export function renderLlmsIndex({ pages, sections }: DocsSite, publicUrl: string): string {
  const lines = sections.map(({ title, pages: listed }) => {
    const links = listed.map(({ path, title: name }) => {
      const description = pages.get(path)?.description ?? '';
      return `- [${name}](${publicUrl}${path}.md): ${description}`;
    });
    return `## ${title}\n\n${links.join('\n')}`;
  });
  return [
    '# Daybook',
    '> Scheduling with a built-in CRM, open source and self-hosted. Everything you can do in the dashboard, a program can do through the API.',
    `The API is at ${publicUrl}/v2, described by ${publicUrl}/openapi.json. Assistants can use it through the Model Context Protocol at ${publicUrl}/mcp. A skill for assistants: ${publicUrl}/SKILL.md. All pages in one file: ${publicUrl}/llms-full.txt.`,
    ...lines,
    '',
  ].join('\n\n');
}

/** What the navigation lists, one page after the other. */
export function renderLlmsFull({ pages, sections }: DocsSite): string {
  const paths = ['/docs', ...sections.flatMap((section) => section.pages.map(({ path }) => path))];
  return paths.flatMap((path) => pages.get(path)?.markdown ?? []).join('\n\n---\n\n');
}
