import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders whose pages the command menu finds. The reference has its own search. */
export const guideFolders = ['docs/guide', 'docs/run'];

/** Puts the list of guides in the place of the empty one in the dashboard's source. */
export const guideIndex = {
  name: 'guide index',
  setup(build) {
    build.onLoad({ filter: /dashboard[\\/]src[\\/]help[\\/]guides\.ts$/ }, () => ({
      contents: `export const guides = ${JSON.stringify(listGuides())};`,
      watchDirs: guideFolders.map((folder) => join(root, folder)),
    }));
  },
};

/** Every guide with its title and headings, as `server/src/docs` names them. */
export function listGuides() {
  return guideFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => toGuide(folder, name)),
  );
}

function toGuide(folder, name) {
  const text = readFileSync(join(root, folder, name), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  const taken = new Map();
  const headings = [...text.matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks, title]) => {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    return { level: marks.length, plain, id: uniqueId(plain, taken) };
  });
  return {
    path: `/${folder}/${name.replace(/\.md$/, '')}`,
    title: headings.find(({ level }) => level === 1)?.plain ?? name,
    parts: headings.filter(({ level }) => level === 2).map(({ plain, id }) => [plain, id]),
  };
}

function uniqueId(text, taken) {
  const base =
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9\s-]/g, '')
      .trim()
      .replaceAll(/\s+/g, '-') || 'part';
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}
