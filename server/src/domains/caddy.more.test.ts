import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorityPrograms,
  findAuthorityPorts,
  formatAuthorityUrl,
  startAuthority,
  visit,
  type Authority,
} from '../../test/authority.ts';
import { provideProgram } from '../../test/debian.ts';
import { useApp } from '../../test/harness.ts';
import { pollUntil } from '../../test/process/daybook.ts';

const missing = await provideProgram({
  commands: ['caddy', ...authorityPrograms.commands],
  packages: ['caddy', ...authorityPrograms.packages],
  purpose: 'certificates for own domains with Caddy, Pebble and a real name server',
});

const ports = await findAuthorityPorts();

describe.skipIf(missing)(
  'Caddy with the configuration of the guide',
  { meta: { notTested: missing } },
  () => {
    const app = useApp({
      config: {
        publicUrl: 'https://daybook.test',
        outboundDns: [`127.0.0.1:${ports.dns}`],
        trustProxy: 'loopback',
      },
    });
    let authority: Authority;
    let appPort: number;
    let domain: { uuid: string; records: { value: string }[] };

    beforeAll(async () => {
      appPort = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
      domain = (await app.post('/domains', { name: 'book.company.test' })).body.resource;
      authority = await startAuthority(
        ports,
        ['daybook.test', 'stranger.test'],
        [
          '--cname=book.company.test,daybook.test',
          `--txt-record=_daybook.book.company.test,${domain.records[1]?.value}`,
        ],
      );
      startCaddy();
      await pollUntil(() => app.post(`/domains/${domain.uuid}/verify`).then(isVerified));
      await pollUntil(() => open('daybook.test', '/healthz').catch(() => undefined), 30_000);
    }, 120_000);
    afterAll(() => authority.close());

    const isVerified = ({ body }: { body: { resource: { state: string } } }) =>
      body.resource.state === 'verified' || undefined;

    /** The one in the guide, with the addresses of this test. */
    function startCaddy(): void {
      const guide = readFileSync(new URL('../../../docs/run/domains.md', import.meta.url), 'utf8');
      const [, block = ''] = /^```\n(\{[^`]+)```/m.exec(guide) ?? [];
      const options = [
        `acme_ca ${formatAuthorityUrl(ports)}`,
        `acme_ca_root ${join(authority.folder, 'acme.pem')}`,
        `http_port ${ports.http}`,
        `https_port ${ports.https}`,
        'admin off',
        'skip_install_trust',
      ];
      const here = block
        .replace('{\n', `{\n${options.join('\n')}\n`)
        .replace('book.example.org {', 'daybook.test {')
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${appPort}`);
      writeFileSync(join(authority.folder, 'Caddyfile'), here);
      authority.start(
        'caddy',
        ['run', '--config', join(authority.folder, 'Caddyfile'), '--adapter', 'caddyfile'],
        {
          XDG_DATA_HOME: authority.folder,
          XDG_CONFIG_HOME: authority.folder,
        },
      );
    }

    /** By the name, as a browser does. Fails unless the certificate is of the authority and for this name. */
    const open = (name: string, path: string) =>
      visit({
        ...{ port: ports.https, path, servername: name },
        ...{ headers: { host: name }, ca: authority.root },
      });

    test('a new domain gets its certificate on the first visit', async () => {
      const page = await open('book.company.test', '/mara-lindqvist');
      expect(page).toMatchObject({ status: 200, names: 'DNS:book.company.test' });
      expect(page.body).toContain('href="https://book.company.test/mara-lindqvist"');
      expect((await open('book.company.test', '/app')).status).toBe(404);
    }, 60_000);

    test('a domain that nobody added gets none', async () => {
      await expect(open('stranger.test', '/mara-lindqvist')).rejects.toThrow(
        /alert|EPROTO|ECONNRESET|hang up/i,
      );
    }, 60_000);

    test('the installation itself redirects to the domain, until it is removed', async () => {
      await app.runtime.domains.reload();
      const moved = await open('daybook.test', '/mara-lindqvist?a=1');
      expect(moved).toMatchObject({ status: 308, location: 'https://book.company.test/mara-lindqvist?a=1' });
      await app.delete(`/domains/${domain.uuid}`);
      const asked = await app.inject({
        method: 'GET',
        url: '/internal/domains/allowed?domain=book.company.test',
      });
      expect(asked.status).toBe(404);
    }, 60_000);
  },
);
