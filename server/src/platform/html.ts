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

/** Whether sanitised HTML shows a reader anything at all. */
export function isBlankHtml(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').trim() === '';
}

/** Parsed as a browser does, so that `java&#10;script:` is recognised. A relative URL would lead to pages of this server. */
function isLink(href: string): boolean {
  return URL.canParse(href) && linkSchemes.has(new URL(href).protocol);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Sanitized HTML as one line of text, cut to a length. */
export function toPlainText(html: string, maxLength: number): string {
  const text = html
    .replaceAll(/<(?:br|\/p|\/li|\/blockquote)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...text];
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : text;
}
