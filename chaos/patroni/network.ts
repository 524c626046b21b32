import { execFileSync } from 'node:child_process';

/** Machines of a cluster: network namespaces that a bridge connects with this one and with each other. */
export interface Network {
  readonly hosts: readonly Host[];
  close(): void;
}

export interface Host {
  readonly name: string;
  readonly address: string;
  /** Goes before a command to run it there, as a user that is not root. */
  readonly prefix: readonly string[];
  /** Cuts it off, and connects it again. */
  setConnected(isConnected: boolean): void;
}

/** Of nobody: PostgreSQL refuses to run as root. */
export const userId = 65_534;
const subnet = '10.77.31';
const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: 'pipe' });

export function openNetwork(size: number): Network {
  const bridge = `dbk${process.pid}`.slice(0, 12);
  const names = Array.from({ length: size }, (_, index) => `${bridge}n${index + 1}`);
  const close = () => {
    for (const name of names) tryTo(() => ip('netns', 'del', name));
    tryTo(() => ip('link', 'del', bridge));
  };
  // Also when the run is interrupted.
  process.once('exit', close);
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${subnet}.254/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    const hosts = names.map((name, index) => addHost(bridge, name, `${subnet}.${index + 1}`));
    return { hosts, close };
  } catch (error) {
    close();
    throw new Error(`Not tested: a cluster under Patroni, because no network can be made: ${error}`, {
      cause: error,
    });
  }
}

function addHost(bridge: string, name: string, address: string): Host {
  const outside = `${name}o`;
  ip('netns', 'add', name);
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', outside, 'master', bridge, 'up');
  for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up');
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  const user = ['setpriv', `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', '--inh-caps=-all'];
  return {
    name,
    address,
    prefix: ['ip', 'netns', 'exec', name, ...user],
    setConnected: (isConnected) => ip('link', 'set', outside, isConnected ? 'up' : 'down'),
  };
}

function tryTo(step: () => void): void {
  try {
    step();
  } catch {
    // It was never made, or is gone.
  }
}
