import sanitize from 'sanitize-html';

const linkSchemes = new Set(['http:', 'https:', 'mailto:']);

const rules: sanitize.IOptions = {
  allowedTags: 'b strong i em u s a p br ul ol li blockquote code'.split(' '),
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // What these hold is not text for a reader; everything else that is not allowed leaves its text behind.
  nonTextTags:
    'script style textarea option noscript noembed noframes iframe template svg math title xmp'.split(' '),
  nestingLimit: 50,
  // Renaming a tag here would be shorter for what is no link, but can leave its closing tag behind under the new name.
  transformTags: {
    a: (tagName, { href = '' }): sanitize.Tag => ({
      tagName,
      attribs: isLink(href) ? { href, rel: 'noopener noreferrer nofollow' } : {},
    }),
  },
};

/** The HTML that people may write into notes and descriptions, with all else taken out. Done once, on write. */
export function sanitizeHtml(text: string): string {
  return sanitize(text, rules).trim();
}

/** Whether sanitised HTML shows a reader anything at all. */
export function isBlankHtml(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').trim() === '';
}

/** Read as a browser reads it, so that `java&#10;script:` is no way around. A relative address would lead into our own pages. */
function isLink(href: string): boolean {
  return URL.canParse(href) && linkSchemes.has(new URL(href).protocol);
}
