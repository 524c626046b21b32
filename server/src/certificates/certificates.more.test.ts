import { Agent } from 'node:https';
import acme from 'acme-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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
import { createContextFinder } from './find-context.ts';
import { renewCertificatesJob } from './jobs.ts';
import { orderCertificate } from './order-certificate.ts';
import { serveHttps } from './serve-https.ts';

const missing = await provideProgram({
  ...authorityPrograms,
  purpose: 'certificates without a proxy, with Pebble and a real name server',
});
const ports = await findAuthorityPorts();
const https = { port: ports.https, authority: formatAuthorityUrl(ports), email: 'it@daybook.test' };

describe.skipIf(missing)('without a proxy', { meta: { notTested: missing } }, () => {
  const app = useApp({
    config: { publicUrl: 'https://daybook.test', outboundDns: [`127.0.0.1:${ports.dns}`], https },
  });
  let authority: Authority;
  let stop: () => Promise<void>;
  let domain: { uuid: string; records: { value: string }[] };

  beforeAll(async () => {
    await app.app.listen({ host: '127.0.0.1', port: ports.http });
    stop = await serveHttps(app.runtime, app.app.server);
    domain = (await app.post('/domains', { name: 'book.company.test' })).body.resource;
    authority = await startAuthority(
      ports,
      ['daybook.test', 'stranger.test'],
      [
        '--cname=book.company.test,daybook.test',
        `--txt-record=_daybook.book.company.test,${domain.records[1]?.value}`,
      ],
    );
    acme.axios.defaults.httpsAgent = new Agent({ ca: authority.ownCertificate });
    await pollUntil(() => app.post(`/domains/${domain.uuid}/verify`).then(isVerified));
  }, 120_000);
  afterAll(async () => {
    app.app.server.closeAllConnections();
    await stop();
    authority.close();
  });

  const isVerified = ({ body }: { body: { resource: { state: string } } }) =>
    body.resource.state === 'verified' || undefined;
  const open = (name: string, path: string) =>
    visit({
      ...{ port: ports.https, path, servername: name },
      ...{ headers: { host: name }, ca: authority.root },
    });
  const openPlain = (name: string, path: string) =>
    app.inject({ method: 'GET', url: path, headers: { host: name } });
  const query = async (text: string, ...values: unknown[]) =>
    (await app.runtime.database.pool.query(text, values)).rows;

  test('a new domain has its certificate on the first visit, and its key is encrypted', async () => {
    const page = await open('book.company.test', '/mara-lindqvist');
    expect(page).toMatchObject({ status: 200, names: 'DNS:book.company.test' });
    expect(page.body).toContain('href="https://book.company.test/mara-lindqvist"');
    expect((await open('book.company.test', '/app')).status).toBe(404);
    expect(await query('select from certificate_challenge')).toEqual([]);
    const [{ key_sealed: sealed }] = await query('select key_sealed from certificate');
    expect(sealed.toString()).not.toContain('PRIVATE KEY');
  }, 60_000);

  test('two processes at once order one certificate', async () => {
    const issued = vi.spyOn(app.runtime.log, 'info');
    const [one, other] = await Promise.all(
      [1, 2].map(() => createContextFinder(app.runtime)('DAYBOOK.test')),
    );
    expect([one, other]).not.toContain(undefined);
    expect(
      issued.mock.calls.filter(([about]) => (about as { name?: string }).name === 'daybook.test'),
    ).toHaveLength(1);
    expect(await open('daybook.test', '/healthz')).toMatchObject({ status: 200, names: 'DNS:daybook.test' });
  }, 60_000);

  test('a domain that nobody added gets none, and none is ordered', async () => {
    await expect(open('stranger.test', '/')).rejects.toThrow(/alert|EPROTO|ECONNRESET|hang up|disconnected/i);
    expect(await query(`select from certificate where name = 'stranger.test'`)).toEqual([]);
  }, 60_000);

  test('plain HTTP leads to HTTPS, but for operators and by addresses', async () => {
    for (const name of ['daybook.test', 'book.company.test']) {
      const { status, headers } = await openPlain(name, '/mara-lindqvist?a=1');
      expect([status, headers['location']]).toEqual([308, `https://${name}/mara-lindqvist?a=1`]);
    }
    expect((await openPlain('daybook.test', '/healthz')).status).toBe(200);
    expect((await openPlain('127.0.0.1', '/v2/time-zones')).status).toBe(200);
    expect((await openPlain('book.company.test', '/.well-known/acme-challenge/nothing')).status).toBe(404);
  });

  test('a certificate is renewed, and visitors get the new one at once', async () => {
    const { serialNumber } = await open('book.company.test', '/mara-lindqvist');
    await renewCertificatesJob.run(app.runtime, {});
    expect((await open('book.company.test', '/mara-lindqvist')).serialNumber).toBe(serialNumber);
    await query(`update certificate set renew_at = now() where name = 'book.company.test'`);
    await renewCertificatesJob.run(app.runtime, {});
    expect((await open('book.company.test', '/mara-lindqvist')).serialNumber).not.toBe(serialNumber);
  }, 60_000);

  test('after a failure the old certificate is used, and the next order waits', async () => {
    const elsewhere = { ...https, authority: `https://127.0.0.1:${ports.management}/nothing` };
    const runtime = { ...app.runtime, config: { ...app.runtime.config, https: elsewhere } };
    await query(`update certificate set renew_at = now() where name = 'book.company.test'`);
    await orderCertificate(runtime, 'book.company.test');
    await orderCertificate(runtime, 'book.company.test');
    expect(
      await query(
        `select failures, problem is not null as explained, renew_at > now() + interval '50 s' as waits
         from certificate where name = 'book.company.test'`,
      ),
    ).toEqual([{ failures: 1, explained: true, waits: true }]);
    expect((await open('book.company.test', '/mara-lindqvist')).status).toBe(200);
  }, 60_000);

  test('a removed domain is refused at once, and its key is deleted', async () => {
    await app.delete(`/domains/${domain.uuid}`);
    await expect(open('book.company.test', '/mara-lindqvist')).rejects.toThrow(
      /alert|EPROTO|ECONNRESET|hang up|disconnected/i,
    );
    await renewCertificatesJob.run(app.runtime, {});
    expect(await query('select name from certificate')).toEqual([{ name: 'daybook.test' }]);
  }, 60_000);
});
