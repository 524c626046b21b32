/** What no page of ours uses. Passkeys are not in it: they need nothing for the page itself. */
const permissionsPolicy = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers of every response: no framing, no sniffing of types, no scripts, no referrer. */
export function buildSecurityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/**
 * Headers of the API. Pages of any origin may call it: `*` makes browsers leave cookies out, so that a token, or being a
 * public route, is the only permission. Which sites may show a page in a frame is another matter (`embedOrigins`).
 */
export const apiHeaders = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range',
  'access-control-expose-headers':
    'Accept-Ranges, Content-Range, ETag, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
  'access-control-max-age': '86400',
} as const;
