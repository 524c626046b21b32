import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block, Heading, NavSection } from '@daybook/booking/docs/model';
import { sortForReading, tagTexts } from '@daybook/contract/openapi';
import { tags, type AnyRoute } from '@daybook/contract/route';
import { webhookPayloads } from '@daybook/contract/webhook-payloads';
import { listHeadings, renderMarkdown, toSlug, resolveLink } from './markdown.ts';
import { buildConsole, renderOperationMarkdown, renderPayloadMarkdown } from './reference.ts';

/** A page of the documentation: Markdown of a file, or made from the contract. */
export interface Page {
  /** `/docs/guide/embed`. */
  readonly path: string;
  readonly title: string;
  /** One sentence about it. */
  readonly description: string;
  readonly markdown: string;
  readonly headings: () => readonly Heading[];
  /** The page in HTML, with the consoles of its operations. */
  readonly blocks: () => readonly Block[];
}

export interface DocsSite {
  readonly pages: ReadonlyMap<string, Page>;
  readonly sections: readonly NavSection[];
  /** A picture or a recording by its path below `docs`. */
  readonly asset: (path: string) => Asset | undefined;
}

interface Asset {
  readonly content: Buffer;
  readonly type: string;
}

interface Sources {
  /** The folder that holds `docs` and the changelog. */
  readonly root: string;
  readonly publicUrl: string;
  readonly routes: ReadonlyMap<string, AnyRoute>;
}

/** All pages. What the files hold is read once, since it belongs to the version that runs. */
export function createDocsSite({ root, publicUrl, routes }: Sources): DocsSite {
  const files = markdownFiles(root);
  const resolveFrom = (file: string) => (link: string) => {
    const [target = '', part] = resolveLink(file, link).split('#');
    if (typeOfAsset(target) !== undefined) return `/${target}`;
    if (target === 'docs/api/openapi.json') return '/openapi.json';
    return files.includes(target) ? `${pathOf(target)}${part ? `#${part}` : ''}` : undefined;
  };
  const written = files.map((file) =>
    filePage(file, readFileSync(join(root, file), 'utf8'), resolveFrom(file)),
  );
  const reference = [...referencePages(routes, publicUrl), payloadsPage()];
  const pages = new Map([...written, ...reference].map((page) => [page.path, page]));
  return {
    pages,
    sections: sectionsOf(pages, resolveFrom(home)),
    asset: (path) => {
      const [file, type] = [`docs/${path}`, typeOfAsset(`docs/${path}`)];
      if (type === undefined || !existsSync(join(root, file))) return undefined;
      return { content: readFileSync(join(root, file)), type };
    },
  };
}

function typeOfAsset(file: string): string | undefined {
  if (/^docs\/images\/[\w-]+\.png$/.test(file)) return 'image/png';
  return /^docs\/recordings\/[\w-]+\.wav$/.test(file) ? 'audio/wav' : undefined;
}

const home = 'docs/README.md';

function markdownFiles(root: string): string[] {
  const below = (folder: string) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => name.endsWith('.md'))
          .map((name) => `${folder}/${name}`)
      : [];
  const all = [...['docs', 'docs/guide', 'docs/run', 'docs/decisions'].flatMap(below), 'CHANGELOG.md'];
  return all.filter((file) => existsSync(join(root, file))).sort();
}

function pathOf(file: string): string {
  return file === 'CHANGELOG.md' ? '/docs/changelog' : `/${file.replace(/(?:\/README)?\.md$/, '')}`;
}

function filePage(file: string, markdown: string, resolve: (link: string) => string | undefined): Page {
  return {
    path: pathOf(file),
    title: /^# (.+)$/m.exec(markdown)?.[1] ?? file,
    description: firstSentence(markdown),
    markdown,
    headings: () => listHeadings(markdown),
    blocks: once(() => [{ html: renderMarkdown(markdown, resolve) }]),
  };
}

/** Of the first paragraph, without its marks. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n{2,}/).find((part) => /^[A-Z`*[]/.test(part)) ?? '';
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}

/** One page for each group of operations. */
function referencePages(routes: Sources['routes'], publicUrl: string): Page[] {
  const ordered = sortForReading(routes);
  return tags.flatMap((tag) => {
    const operations = ordered.filter(([, route]) => route.tag === tag);
    if (operations.length === 0) return [];
    const intro = `# ${tag}\n\n${tagTexts[tag]}`;
    const parts = once(() =>
      operations.map(([name, route]) => renderOperationMarkdown(name, route, publicUrl)),
    );
    return [
      {
        path: `/docs/reference/${toSlug(tag)}`,
        title: tag,
        description: tagTexts[tag],
        get markdown() {
          return [intro, ...parts()].join('\n\n');
        },
        headings: () => operations.map(([name, { summary }]) => ({ id: name, text: summary })),
        blocks: once(() =>
          [intro, ...parts()].flatMap((part, index): Block[] => {
            const operation = operations[index - 1];
            const console = operation && buildConsole(...operation);
            const html = withIds(
              renderMarkdown(part, () => undefined),
              operation?.[0],
            );
            return [{ html }, ...(console ? [{ console }] : [])];
          }),
        ),
      },
    ];
  });
}

/** Ids are unique on the whole page: those of an operation begin with its name. */
function withIds(html: string, operation: string | undefined): string {
  if (operation === undefined) return html;
  return html
    .replace(/<h2 id="[^"]*"><a href="#[^"]*">/, `<h2 id="${operation}"><a href="#${operation}">`)
    .replaceAll(
      /<h3 id="([^"]*)"><a href="#[^"]*">/g,
      `<h3 id="${operation}-$1"><a href="#${operation}-$1">`,
    );
}

function payloadsPage(): Page {
  const intro =
    '# Webhook events\n\nThe events that webhooks receive, with their payloads. Unset fields are null, never omitted. [Receiving webhooks](../guide/webhooks.md) says how deliveries are signed and retried.';
  const text = once(() =>
    [
      intro,
      ...Object.entries(webhookPayloads).map(([event, payload]) => renderPayloadMarkdown(event, payload)),
    ].join('\n\n'),
  );
  return {
    path: '/docs/reference/webhook-events',
    title: 'Webhook events',
    description: 'The events that webhooks receive, with their payloads.',
    get markdown() {
      return text();
    },
    headings: () => listHeadings(text()),
    blocks: once(() => [{ html: renderMarkdown(text(), () => '/docs/guide/webhooks') }]),
  };
}

/** The navigation: the lists of the first page, then what they leave out, then what the contract gives. */
function sectionsOf(
  pages: ReadonlyMap<string, Page>,
  resolve: (link: string) => string | undefined,
): NavSection[] {
  const listed = (pages.get('/docs')?.markdown ?? '')
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      pages: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, title = '', link = '']) => {
        const path = link.startsWith('/') ? link : resolve(link);
        return path && pages.has(path) ? [{ path, title }] : [];
      }),
    }));
  const known = new Set(listed.flatMap((section) => section.pages.map(({ path }) => path)));
  const others = [...pages.values()].filter(
    ({ path }) => /^\/docs\/(?:guide|run|reference)\//.test(path) && !known.has(path),
  );
  const under = (folder: string) =>
    others
      .filter(({ path }) => path.startsWith(`/docs/${folder}/`))
      .map(({ path, title }) => ({ path, title }));
  return [
    ...listed,
    { title: 'More', pages: [...under('guide'), ...under('run')] },
    { title: 'API reference', pages: under('reference') },
  ].filter((section) => section.pages.length > 0);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
