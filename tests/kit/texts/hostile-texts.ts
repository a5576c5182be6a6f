/** Texts that call `hit()` wherever a parser executes a part of them. */
export const HOSTILE_TEXTS: string[] = [
  ...[
    '<script>hit()</script>',
    '"><script>hit()</script>',
    "'><script>hit()</script>",
    '<script src=data:,hit()>',
  ],
  ...[
    '<img src=x onerror=hit()>',
    '"><img src=x onerror=hit()>',
    "'><img src=x onerror=hit()>",
    '<img/src=x/onerror=hit()//',
  ],
  ...['</title><script>hit()</script>', '</script><script>hit()</script>', '</style><script>hit()</script>'],
  ...[
    '</textarea><img src=x onerror=hit()>',
    '</noscript><img src=x onerror=hit()>',
    '</template><img src=x onerror=hit()>',
  ],
  ...[
    '</option></select><img src=x onerror=hit()>',
    '</astro-island><script>hit()</script>',
    '</xmp><script>hit()</script>',
  ],
  ...[
    '<!--<script>hit()</script>',
    '--><script>hit()</script>',
    '<!--><img src=x onerror=hit()>',
    ']]><script>hit()</script>',
  ],
  ...[
    '<svg onload=hit()>',
    '<svg><script>hit()</script></svg>',
    '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  ],
  '<svg><style><img src=x onerror=hit()></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  ...[
    '<iframe srcdoc="<script>parent.hit()</script>">',
    '<iframe src="javascript:parent.hit()">',
    '<embed src="javascript:hit()">',
  ],
  ...[
    '<object data="javascript:hit()">',
    '<details open ontoggle=hit()>',
    '<body onload=hit()>',
    '<video><source onerror=hit()></video>',
  ],
  ...[
    '<audio src=x onerror=hit()>',
    '<input autofocus onfocus=hit()>',
    '<x contenteditable autofocus onfocus=hit() tabindex=0>',
  ],
  ...[
    '" autofocus onfocus="hit()" x="',
    "' autofocus onfocus='hit()' x='",
    '` onfocus=hit() autofocus x=`',
    '" onerror="hit()',
  ],
  ...[
    'javascript:hit()',
    'javascript:hit()//https://shop.example/',
    'data:text/html,<script>parent.hit()</script>',
    'vbscript:hit()',
  ],
  ...[
    '<a href="javascript:hit()">x</a>',
    '<a href="java\tscript:hit()">x</a>',
    '<a href=" &#106;avascript:hit()">x</a>',
  ],
  ...[
    '<form action="javascript:hit()"><button>x</button></form>',
    '<button formaction="javascript:hit()">x</button>',
  ],
  ...[
    '<base href="//evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:hit()">',
    '<link rel=import href=data:,x>',
  ],
  ...[
    '<style>*{background:url(javascript:hit())}</style>',
    '<p style="width:expression(hit())">x</p>',
    '<a id=toasts name=toasts>x</a>',
  ],
  ...[
    "{{constructor.constructor('hit()')()}}",
    '${hit()}',
    '#{hit()}',
    '<%= hit() %>',
    "'-hit()-'",
    '"-hit()-"',
    '\\"-hit()//',
  ],
  ...[
    '\u2028hit()\u2029',
    '\u2028</script><script>hit()</script>',
    '\\u003cscript\\u003ehit()\\u003c/script\\u003e',
  ],
  ...[
    '&lt;script&gt;hit()&lt;/script&gt;',
    '&#60;img src=x onerror=hit()&#62;',
    '&quot; onfocus=&quot;hit()',
    '%3Cscript%3Ehit()%3C/script%3E',
  ],
  ...[
    '<scr<script>ipt>hit()</scr</script>ipt>',
    '<<script>hit()//<</script>',
    '<SCRIPT>hit()</SCRIPT>',
    '<script\n>hit()</script\n>',
  ],
  ...[
    "$& $` $' $1 {companyEmail} {{companyName}}",
    '__proto__',
    'constructor',
    '["props",{"x":[0,"<script>hit()</script>"]}]',
  ],
]
