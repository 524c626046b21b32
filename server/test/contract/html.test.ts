import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/platform/http/app.ts';
import { sendDue } from '../../src/mail/send.ts';
import { endpoints, sites } from '../../src/slices.ts';
import { bookPage, fixedClock, createPage, getInviteePagePath } from '../booking.ts';
import { useApp } from '../harness.ts';
import { signIn } from '../session.ts';

/** Every address that answers HTML, found among the routes of the server: none allows script or style that is not its own. */

const app = useApp({ clock: fixedClock, config: { signUpIsOpen: true } });

const noor = {
  email: 'noor@juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  password: 'seven quiet herons',
};

/** What stands for the parameters of a path, where it must be something that exists. */
const known: Record<string, string> = {
  ownerSlug: 'mara-lindqvist',
  teamSlug: 'discovery',
  '*': 'guide/concepts',
};

let addresses: string[];
let cookie: string;

beforeAll(async () => {
  const paths = new Set<string>();
  const observe = (server: Awaited<ReturnType<typeof createApp>>): void => {
    server.addHook('onRoute', ({ url, method }) => {
      if ([method].flat().includes('GET') && !url.startsWith('/v2')) paths.add(url);
    });
  };
  const observed = await createApp(app.runtime, endpoints, [observe, ...sites]);
  await observed.close();
  const page = await createPage(app);
  const event = (await bookPage(app, page)).body;
  await sendDue(app.runtime, {});
  const { rows } = await app.runtime.database.pool.query<{ id: string }>('select id from mail_message');
  const { token } = (await app.post('/links', { eventTypeUuid: page.uuid })).body.resource;
  await app.post('/organizations/users', noor);
  ({ cookie } = await signIn(app, noor.email, noor.password));
  const values: Record<string, string> = { ...known, eventTypeSlug: page.slug, token, id: rows[0]?.id ?? '' };
  addresses = [...paths].map((path) =>
    path.replaceAll(/:(\w+)|(\*)/g, (_, name, star) => values[name ?? star] ?? 'none'),
  );
  addresses.push(
    await getInviteePagePath(app, event.invitees[0].uuid),
    '/no-such-page/at-all',
    '/docs/quick-start',
  );
});

test(
  'no HTML answer allows inline or foreign script or style, or has any',
  { timeout: 120_000 },
  async () => {
    const pages: string[] = [];
    for (const url of addresses) {
      for (const headers of [{}, { cookie }]) {
        const answer = await app.inject({
          method: 'GET',
          url,
          headers: { host: 'localhost:4000', accept: 'text/html', ...headers },
        });
        if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
        pages.push(url);
        // Who may show it in a frame is another matter: that of the workspace.
        const policy = String(answer.headers['content-security-policy']).replace(/frame-ancestors[^;]*/, '');
        expect(policy, url).toMatch(/^default-src 'none'/);
        expect(policy, url).not.toMatch(
          /unsafe-inline|unsafe-eval|\shttps?:(?:\s|;|$)|\sdata:(?=[^;]*script)|\s\*/,
        );
        const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
        expect(script, url).not.toMatch(/data:|blob:|\*/);
        expect(answer.body, url).not.toMatch(
          /<script(?![^>]*\s(?:nonce|src)=)(?! type="application\/(?:ld\+)?json")[^>]*>/,
        );
        expect(answer.body, url).not.toMatch(/<[a-z][^>]*\son[a-z]+=/);
        expect(answer.body, url).not.toMatch(/href="javascript:/i);
      }
    }
    expect(new Set(pages).size).toBeGreaterThan(20);
  },
);
