import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/start-error.ts';
import { deleteLists, openAnswers, type Api } from './answers.ts';
import type { Documents } from './contents.ts';
import { fetchCalcom, loadOwnEmail as whoAmICalcom } from './fetch-calcom.ts';
import { fetchCalendly, loadOwnEmail as whoAmICalendly } from './fetch-calendly.ts';
import type { OnFetch } from './concurrency.ts';

export type Product = 'calendly' | 'calcom';

const products = {
  calendly: { fetch: fetchCalendly, whoAmI: whoAmICalendly },
  calcom: { fetch: fetchCalcom, whoAmI: whoAmICalcom },
};

interface FetchOptions {
  readonly folder: string;
  /** Reads lists anew, although the folder has them. */
  readonly isAgain: boolean;
  readonly onFetch: OnFetch;
}

interface State {
  readonly product: Product;
  readonly account: string;
  readonly startedAt: string;
  readonly isComplete: boolean;
}

/**
 * Reads all of an account into the folder, or what is missing there, and returns it as documents that can be read again and again
 * without asking.
 */
export async function openSource(
  product: Product,
  api: Api,
  now: Date,
  { folder, isAgain, onFetch }: FetchOptions,
): Promise<Documents> {
  const { fetch, whoAmI } = products[product];
  if (isAgain) deleteLists(folder);
  const answers = openAnswers(api, folder);
  const before = readState(folder);
  const account = await whoAmI(answers);
  if (before && (before.product !== product || before.account !== account))
    throw new StartError(
      `${folder} contains the ${before.product} data of ${before.account}, but the token belongs to ${account}. Choose another --folder.`,
    );
  const state = { product, account, startedAt: isAgain || !before ? now.toISOString() : before.startedAt };
  if (before?.isComplete && !isAgain)
    onFetch.say(
      `Using the ${api.name} data downloaded at ${before.startedAt}; add --again to download it again.`,
    );
  else {
    writeState(folder, { ...state, isComplete: false });
    for await (const _ of fetch(answers, onFetch));
    writeState(folder, { ...state, isComplete: true });
  }
  return () => fetch(answers, silent);
}

const silent: OnFetch = { count() {}, say() {} };

const stateFile = (folder: string): string => join(folder, 'state.json');

function readState(folder: string): State | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(folder), 'utf8')) as State;
  } catch {
    return undefined;
  }
}

const writeState = (folder: string, state: State): void =>
  writeFileSync(stateFile(folder), JSON.stringify(state), { mode: 0o600 });
