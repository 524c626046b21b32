import type { Ctx } from '../../platform/context.ts';
import {
  findHtmlProblem,
  isBlankHtml,
  listMentions,
  nameMentions,
  sanitizeWithMentions,
} from '../../platform/html.ts';
import type { Definition } from '../schema/public.ts';
import { findMentionable, findUserNames } from './people.store.ts';
import { explainMention, maxMentions } from './rules.ts';

interface ParsedText {
  /** As it is stored. */
  readonly html: string;
  /** Users whom the text before did not mention. */
  readonly mentionedIds: string[];
  /** Every reason for which it can't be stored. */
  readonly reasons: string[];
}

const maxLength = 10_000;

/** Users whom the text mentioned before stay, whatever became of them. */
export async function parseText(
  ctx: Ctx,
  definition: Definition,
  text: string,
  before = '',
): Promise<ParsedText> {
  const html = sanitizeWithMentions(text);
  const known = new Set(listMentions(before));
  const mentionedIds = listMentions(html).filter((id) => !known.has(id));
  const reasons = [
    isBlankHtml(html) ? 'Must contain text, not only markup.' : undefined,
    findHtmlProblem(html, maxLength),
    listMentions(html).length > maxMentions ? `Must mention at most ${maxMentions} users.` : undefined,
    ...(await explainMentions(ctx, definition, mentionedIds.slice(0, maxMentions))),
  ].filter((reason) => reason !== undefined);
  return { html, mentionedIds, reasons };
}

async function explainMentions(
  ctx: Ctx,
  definition: Definition,
  ids: readonly string[],
): Promise<(string | undefined)[]> {
  const users = await findMentionable(ctx, definition.id, ids);
  return ids.map((id) => explainMention(id, users.get(id), definition));
}

/** Texts by any key, with the names that the mentioned users have now. */
export async function withNames<K>(ctx: Ctx, texts: ReadonlyMap<K, string>): Promise<ReadonlyMap<K, string>> {
  const ids = [...new Set([...texts.values()].flatMap(listMentions))];
  if (ids.length === 0) return texts;
  const names = await findUserNames(ctx, ids);
  return new Map(
    [...texts].map(([key, html]) => [key, nameMentions(html, (id) => names.get(id) ?? formerUser)]),
  );
}

/** Users are deactivated and keep their names. This is for one whose row is gone, such as one of the demo. */
const formerUser = 'Former user';
