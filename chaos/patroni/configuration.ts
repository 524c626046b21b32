import { join } from 'node:path';
import type { Host } from './network.ts';

export const ports = { postgres: 5432, rest: 8008, etcd: 2379, etcdPeers: 2380 };
export const passwords = { superuser: 'of-the-superuser', replication: 'of-the-standbys' };

interface Settings {
  readonly isSynchronous: boolean;
  readonly postgresFolder: string;
}

/** The settings of docs/run/scaling.md, with addresses of a test. JSON is YAML, too. */
export function formatPatroni(
  { name, address }: Host,
  hosts: readonly Host[],
  folder: string,
  { isSynchronous, postgresFolder }: Settings,
): string {
  return JSON.stringify({
    scope: 'daybook',
    name,
    restapi: { listen: `${address}:${ports.rest}`, connect_address: `${address}:${ports.rest}` },
    etcd3: { hosts: hosts.map((host) => `${host.address}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // An asynchronous standby that is this far behind is not promoted; a synchronous one never is behind.
        maximum_lag_on_failover: 1_048_576,
        failsafe_mode: true,
        synchronous_mode: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 200, wal_keep_size: '512MB', hot_standby_feedback: true },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      data_dir: join(folder, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
      pg_hba: [
        'local all all trust',
        'host replication replicator all scram-sha-256',
        'host all all all scram-sha-256',
      ],
    },
    watchdog: { mode: 'off' },
  });
}

export function listEtcdOptions({ name, address }: Host, hosts: readonly Host[], folder: string): string[] {
  const peers = hosts.map((host) => `${host.name}=http://${host.address}:${ports.etcdPeers}`);
  const [client, peer] = [`http://${address}:${ports.etcd}`, `http://${address}:${ports.etcdPeers}`];
  return Object.entries({
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': peers.join(','),
    'log-level': 'error',
  }).flatMap(([option, value]) => [`--${option}`, value]);
}

export function formatHaproxy(hosts: readonly Host[], port: number): string {
  const servers = hosts.map(
    ({ name, address }) =>
      `  server ${name} ${address}:${ports.postgres} check port ${ports.rest} inter 1s fall 2 rise 1`,
  );
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
