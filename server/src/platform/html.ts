import sanitize from 'sanitize-html';

const linkSchemes = new Set(['http:', 'https:', 'mailto:']);

const linkRel = 'noopener noreferrer nofollow';

const rules: sanitize.IOptions = {
  allowedTags: 'b strong i em u s a p br ul ol li blockquote code'.split(' '),
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // The content of these is no text for a reader; other tags that are not allowed leave their text behind.
  nonTextTags:
    'script style textarea option noscript noembed noframes iframe template svg math title xmp'.split(' '),
  nestingLimit: 50,
  // A tag that is no link keeps its name: renaming it here can leave its closing tag behind.
  transformTags: {
    a: (tagName, { href = '' }): sanitize.Tag => ({
      tagName,
      attribs: isLink(href) ? { href, rel: linkRel } : {},
    }),
  },
};

/** Reduces HTML to what notes and descriptions may contain. Done once, on write. */
export function sanitizeHtml(text: string): string {
  return sanitize(text, rules).trim();
}

const userIdPattern = /^[0-9A-Z]{15}$/;

const rulesWithMentions: sanitize.IOptions = {
  ...rules,
  allowedTags: [...(rules.allowedTags || []), 'mention'],
  allowedAttributes: { a: ['href', 'rel'], mention: ['user'] },
  // What mentions nobody leaves its text behind.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'mention' && !userIdPattern.test(attribs['user'] ?? '') ? 'excludeTag' : false,
};

/** The same for texts that can mention users. Only the ids of those are stored, since names change. */
export function sanitizeWithMentions(text: string): string {
  // Twice: a tag that was dropped may have kept a paragraph inside of another one, which is no valid nesting.
  return sanitize(emptyMentions(sanitize(text, rulesWithMentions)), rulesWithMentions).trim();
}

/** Drops what stands in mentions, of nested ones the inner. Sanitized HTML is well-formed, so that whole elements are dropped. */
function emptyMentions(html: string): string {
  let depth = 0;
  const kept = html.split(/(<mention user="[^"]*">|<\/mention>)/).filter((part) => {
    if (part.startsWith('<mention ')) return (depth += 1) === 1;
    if (part === '</mention>') return (depth -= 1) === 0;
    return depth === 0;
  });
  return kept.join('');
}

const mention = /<mention user="([0-9A-Z]{15})"><\/mention>/g;

/** The users whom a stored text mentions, each once. */
export function listMentions(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(mention), ([, id = '']) => id))];
}

/** Puts names into the mentions of a stored text. */
export function nameMentions(html: string, nameOf: (userId: string) => string): string {
  return html.replaceAll(
    mention,
    (_, id: string) => `<mention user="${id}">@${escapeText(nameOf(id))}</mention>`,
  );
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

/** The words of sanitized HTML in one line, of so many characters at most. */
export function excerptHtml(html: string, max: number): string {
  const text = html
    .replaceAll(/<\/?(?:p|br|li|ul|ol|blockquote)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|([a-z]+));/g, (whole, code: string | undefined, name: string) =>
      code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...text];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text;
}

/** Why sanitised HTML is too long. What was read can always be written back. */
export function findHtmlProblem(html: string, max: number): string | undefined {
  return htmlLength(html) > max ? `Must have at most ${max} characters.` : undefined;
}

const addedRel = new RegExp(`(<a href="[^"]*") rel="${linkRel}">`, 'g');
const entity = /&(?:#\d+|#x[\da-f]+|[a-z\d]+);/gi;

/** Code points as its author counts them: an entity is one, and what sanitizing adds is none. */
function htmlLength(html: string): number {
  return [...html.replaceAll(addedRel, '$1>').replaceAll('<br />', '<br>').replaceAll(entity, '&')].length;
}

/** Whether sanitised HTML shows a reader anything at all: a text, or somebody's name. */
export function isBlankHtml(html: string): boolean {
  return !html.includes('<mention ') && html.replaceAll(/<[^>]*>/g, '').trim() === '';
}

/** Parsed as a browser does, so that `java&#10;script:` is recognised. A relative URL would lead to pages of this server. */
function isLink(href: string): boolean {
  return URL.canParse(href) && linkSchemes.has(new URL(href).protocol);
}
