import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { ownerToken } from '../../test/runtime.ts';
import * as pictures from './test-pictures.ts';

const app = useApp();
const { png, jpeg, webp } = pictures;

/** The subjects of pictures, by the path that shows each. */
let mara: string;
let aiko: string;
let team: string;
/** Of Aiko, a plain user. */
let user: string;
/** Of another workspace. */
let neighbour: string;

beforeAll(async () => {
  const users = (await app.get('/organizations/users')).body.collection as { uuid: string; slug: string }[];
  const idOf = (slug: string) => users.find((found) => found.slug === slug)?.uuid ?? '';
  mara = `/organizations/users/${idOf('mara-lindqvist')}`;
  aiko = `/organizations/users/${idOf('aiko-tanaka')}`;
  team = `/teams/${(await app.get('/teams')).body.collection[0].uuid}`;
  user = await app.tokenOf('aiko@juniper.example', [
    'users:write',
    'users:read',
    'teams:write',
    'teams:read',
  ]);
  neighbour = (await createNeighbour(app.runtime)).token;
});

const send = (path: string, file: Buffer, type = 'image/png', token = ownerToken): Promise<Answer> =>
  app.inject({
    method: 'PUT',
    url: `/v2${path}`,
    payload: file,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  });

/** The picture behind a URL, as bytes. */
const download = async (url: string) => {
  const { statusCode, headers, rawPayload } = await app.app.inject({ url: new URL(url).pathname });
  return { status: statusCode, headers, bytes: rawPayload };
};

describe('PUT a picture', () => {
  test('200: it is shown wherever its user, team or workspace is', async () => {
    const answers = [
      await send(`${mara}/avatar`, png),
      await send(`${team}/avatar`, jpeg, 'image/jpeg'),
      await send('/organization/logo', webp, 'image/webp'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [ofUser, ofTeam, logo] = answers.map(
      ({ body }) => body.resource.avatarUrl ?? body.resource.logoUrl,
    );
    expect(ofUser).toMatch(/^http:\/\/localhost:4000\/images\/[0-9a-f]{32}\.png$/);
    expect(ofTeam).toMatch(/\.jpg$/);
    expect(logo).toMatch(/\.webp$/);
    expect((await app.get(mara)).body.resource.avatarUrl).toBe(ofUser);
    expect((await app.get(team)).body.resource.avatarUrl).toBe(ofTeam);
    expect((await app.get('/organization')).body.resource.logoUrl).toBe(logo);
    expect((await app.get('/session')).body.resource.workspace.logoUrl).toBe(logo);
    const pages = (await app.get('/event-types?count=100')).body.collection;
    const profiles = pages.map(({ profile }: { profile: object }) => profile);
    expect(profiles).toContainEqual(expect.objectContaining({ slug: 'mara-lindqvist', avatarUrl: ofUser }));
    expect(profiles).toContainEqual(expect.objectContaining({ type: 'Team', avatarUrl: ofTeam }));
    const events = (await app.get('/scheduled-events?count=100')).body.collection;
    const hosts = events.flatMap((event: { hosts: object[] }) => event.hosts);
    expect(hosts).toContainEqual(expect.objectContaining({ slug: 'mara-lindqvist', avatarUrl: ofUser }));
    const page = (await app.get('/public/pages/team/discovery/discovery-call', { token: null })).body
      .resource;
    expect(page).toMatchObject({ logoUrl: logo, owner: { avatarUrl: ofTeam } });
    expect(page.hosts).toContainEqual(expect.objectContaining({ slug: 'mara-lindqvist', avatarUrl: ofUser }));
  });

  test('200: the type is that of the bytes, and what a photo says of its place is removed', async () => {
    const { status, body } = await send(`${aiko}/avatar`, pictures.jpegOfPhone, 'image/png');
    expect(status).toBe(200);
    const { headers, bytes } = await download(body.resource.avatarUrl);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(bytes.includes('GPS')).toBe(false);
  });

  test('200: the one before is gone with its address', async () => {
    const before = (await send(`${aiko}/avatar`, png)).body.resource.avatarUrl;
    const after = (await send(`${aiko}/avatar`, webp)).body.resource.avatarUrl;
    expect((await download(before)).status).toBe(404);
    expect((await download(after)).bytes.equals(webp)).toBe(true);
  });

  test('200: of many at once one stays, and its address works', async () => {
    const files = [png, jpeg, webp, pictures.createPngOfSize(9, 9), pictures.createPngOfSize(10, 10)];
    const answers = await Promise.all(files.map((file) => send(`${aiko}/avatar`, file)));
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
    const { avatarUrl } = (await app.get(aiko)).body.resource;
    expect((await download(avatarUrl)).status).toBe(200);
  });

  test('200: people change their own picture', async () => {
    expect((await send(`${aiko}/avatar`, png, 'image/png', user)).status).toBe(200);
  });

  test("403: a plain user changes nobody else's, no team's and no logo; no admin an owner's", async () => {
    expect((await send(`${mara}/avatar`, png, 'image/png', user)).body.message).toBe(
      'Only owners and admins can do this.',
    );
    expect((await send(`${team}/avatar`, png, 'image/png', user)).status).toBe(403);
    expect((await send('/organization/logo', png, 'image/png', user)).status).toBe(403);
    expect((await app.delete(`${team}/avatar`, undefined, { token: user })).status).toBe(403);
    await app.patch(aiko, { role: 'admin' });
    const refused = await send(`${mara}/avatar`, png, 'image/png', user);
    expect(refused.body.message).toBe('Only owners can change an owner.');
    await app.patch(aiko, { role: 'user' });
  });

  test('404: nobody of another workspace', async () => {
    for (const path of [aiko, team]) {
      expect((await send(`${path}/avatar`, png, 'image/png', neighbour)).status).toBe(404);
      expect((await app.delete(`${path}/avatar`, undefined, { token: neighbour })).status).toBe(404);
    }
  });

  test('413: more than 2 MB', async () => {
    const { status, body } = await send(`${aiko}/avatar`, Buffer.concat([png, Buffer.alloc(2_097_152)]));
    expect(status).toBe(413);
    expect(body.message).toBe('The image is larger than 2 MB.');
  });

  test('415: an SVG, whether it says so or not', async () => {
    const named = await send(`${aiko}/avatar`, pictures.svg, 'image/svg+xml');
    expect(named.status).toBe(415);
    expect(named.body.message).toBe('Send a file with Content-Type image/png or image/jpeg or image/webp.');
    const hidden = await send(`${aiko}/avatar`, pictures.svg);
    expect(hidden.status).toBe(415);
    expect(hidden.body.message).toBe('The file isn’t a PNG, JPEG or WebP image, whatever its name says.');
  });

  test('422: too many pixels, or a damaged file', async () => {
    const large = await send(`${aiko}/avatar`, pictures.createPngOfSize(5000, 5000));
    expect(large.status).toBe(422);
    expect(large.body.errors).toEqual({
      image: ['The image has 5000 × 5000 pixels; the maximum is 4096 × 4096.'],
    });
    const damaged = await send(`${aiko}/avatar`, png.subarray(0, 60));
    expect(damaged.status).toBe(422);
    expect(damaged.body.errors).toEqual({ image: ['The image is damaged or incomplete.'] });
  });
});

describe('DELETE a picture', () => {
  test('200 once, then 404', async () => {
    await send(`${team}/avatar`, png);
    await send('/organization/logo', png);
    const url = (await send(`${aiko}/avatar`, png)).body.resource.avatarUrl;
    for (const path of [`${aiko}/avatar`, `${team}/avatar`, '/organization/logo']) {
      expect((await app.delete(path)).status).toBe(200);
      expect((await app.delete(path)).status).toBe(404);
    }
    expect((await app.get(aiko)).body.resource.avatarUrl).toBeNull();
    expect((await download(url)).status).toBe(404);
  });

  test('200: a deleted team leaves no picture behind', async () => {
    const { uuid } = (await app.post('/teams', { title: 'Short lived' })).body.resource;
    const url = (await send(`/teams/${uuid}/avatar`, png)).body.resource.avatarUrl;
    await app.delete(`/teams/${uuid}`);
    expect((await download(url)).status).toBe(404);
  });
});

describe('GET /images/{name}', () => {
  test('200: cached for ever, shown by any site, and never run as a document', async () => {
    const url = (await send(`${aiko}/avatar`, png)).body.resource.avatarUrl;
    const { status, headers, bytes } = await download(url);
    expect(status).toBe(200);
    expect(bytes.equals(png)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('404: a name that nothing has', async () => {
    for (const name of [`${'0'.repeat(32)}.png`, 'x', '..%2f..%2fetc%2fpasswd', '%00']) {
      expect((await app.app.inject({ url: `/images/${name}` })).statusCode).toBe(404);
    }
  });

  test('two workspaces with the same picture have two addresses', async () => {
    const ours = (await send('/organization/logo', png)).body.resource.logoUrl;
    const theirs = (await send('/organization/logo', png, 'image/png', neighbour)).body.resource.logoUrl;
    expect(theirs).not.toBe(ours);
    await app.delete('/organization/logo');
    expect((await download(theirs)).status).toBe(200);
  });
});
