import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findGuides } from '../dashboard/src/help/find-guides.ts';
import { findHelpPage, helpPages, tourStops } from '../dashboard/src/help/rules.ts';
import { arHelp } from '../dashboard/src/platform/words/help/ar.ts';
import { deHelp } from '../dashboard/src/platform/words/help/de.ts';
import { enHelp } from '../dashboard/src/platform/words/help/en.ts';
import { esHelp } from '../dashboard/src/platform/words/help/es.ts';
import { frHelp } from '../dashboard/src/platform/words/help/fr.ts';
import { ptHelp } from '../dashboard/src/platform/words/help/pt.ts';
import { listHeadings } from '../server/src/docs/markdown.ts';
import { listGuides } from './guide-index.mjs';

/** The help of the dashboard against its screens and the documentation. */

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The paths that areas declare below the root. Those of nested routes are screens of the same area. */
const areas = readdirSync(join(root, 'dashboard/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `dashboard/src/${name}/routes.ts`)
  .filter((file) => readdirSync(join(root, file, '..')).includes('routes.ts'))
  .flatMap((file) =>
    [...read(file).matchAll(/createRoute\(\{[^}]*?getParentRoute: \(\) => root,\s*path: '([^']+)'/g)].map(
      ([, path = '']) => `/${path.replaceAll(/^\//g, '').replaceAll(/\$\w+/g, '$')}`,
    ),
  );
const settings = [...read('dashboard/src/settings/layout.tsx').matchAll(/to: '([^']+)'/g)].map(
  ([, path = '']) => path,
);
const languages = { en: enHelp, de: deHelp, fr: frHelp, es: esHelp, pt: ptHelp, ar: arHelp };

describe('help', () => {
  test('every area and every page of the settings has its own', () => {
    expect(areas.length).toBeGreaterThan(20);
    expect(settings.length).toBeGreaterThan(10);
    const helped = (path: string): boolean =>
      findHelpPage(path.replaceAll('$', 'x')) !== undefined &&
      Object.keys(helpPages).some((known) => path === known || path.startsWith(`${known}/`) || path === '/');
    expect([...areas, ...settings].filter((path) => !helped(path))).toEqual([]);
    const own = settings.filter((path) => path !== '/settings/profile' && !(path in helpPages));
    expect(own, 'pages of the settings that show the help of another one').toEqual([]);
  });

  test.each(Object.entries(languages))('each topic is two sentences: %s', (_, { help }) => {
    const counts = Object.entries(help.topics).map(([topic, text]) => [
      topic,
      text.match(/[.؟?](?=\s|$)/g)?.length,
    ]);
    expect(counts.filter(([, count]) => count !== 2)).toEqual([]);
    const used = new Set(Object.values(helpPages).map(({ topic }) => topic as string));
    expect(Object.keys(help.topics).toSorted()).toEqual([...used].toSorted());
  });

  test('no link to a guide is dead', () => {
    const dead = Object.values(helpPages).filter(({ guide }) => {
      const [page = '', part] = guide.split('#');
      const ids = listHeadings(read(`docs/${page}.md`)).map(({ id }) => id);
      return part !== undefined && !ids.includes(part);
    });
    expect(dead).toEqual([]);
  });

  test('a screen shows the help of the longest path that it is below', () => {
    expect(findHelpPage('/')?.topic).toBe('home');
    expect(findHelpPage('/events/dbk-8fK2mZ0qWv3Xy7Ab')?.topic).toBe('events');
    expect(findHelpPage('/events/book')?.topic).toBe('book');
    expect(findHelpPage('/records/people')?.topic).toBe('records');
    expect(findHelpPage('/records/people/fields')?.topic).toBe('fields');
    expect(findHelpPage('/developers/webhooks/x/deliveries')?.topic).toBe('webhooks');
    expect(findHelpPage('/settings/people/x')).toEqual({
      topic: 'people',
      guide: '/docs/guide/admins#people-and-teams',
    });
    expect(findHelpPage('/nowhere')).toBeUndefined();
  });

  test('the tour has five steps', () => {
    expect(tourStops).toHaveLength(5);
  });
});

describe('guides in the command menu', () => {
  const guides = listGuides();
  const find = (text: string, getNames: (path: string) => string = () => '') =>
    findGuides(guides, text, getNames).map(({ path }) => path);

  test('every guide is listed, with the anchors that the documentation has', () => {
    for (const { path, parts } of guides) {
      const headings = listHeadings(read(`${path.slice(1)}.md`));
      expect(
        parts.map(([text, id]) => ({ id, text })),
        path,
      ).toEqual(headings);
    }
    expect(guides.map(({ path }) => path)).toContain('/docs/guide/webhooks');
  });

  test('a guide is found by its title before its parts, at most twice, five in all', () => {
    expect(find('webhooks')[0]).toBe('/docs/guide/webhooks');
    expect(find('travel')).toContain('/docs/guide/absences#travel');
    for (const text of ['a', 're', 'what']) expect(find(text).length).toBeLessThanOrEqual(5);
    expect(find('w')).toEqual([]);
    expect(find('zzzz')).toEqual([]);
  });

  test('a guide is found by what the reader’s language calls its screen', () => {
    const names = (path: string): string => (path === '/polls' ? 'Umfragen abstimmung' : '');
    expect(find('umfr', names)).toEqual(['/docs/guide/polls']);
    expect(find('abstimmung', names)).toEqual(['/docs/guide/polls']);
  });
});
