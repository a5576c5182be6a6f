/** Unterminated beginnings that cause superlinear pattern matching when repeated. */
export const ENDLESS_PARTS = [
  ...[
    '<br',
    '<a',
    '<a ',
    '</p',
    '<!--',
    '<p title="',
    "<a href='",
    '<style>',
    '<template data-script>',
    '<svg>',
  ],
  ...[
    '<',
    '&',
    '&amp;',
    '&#',
    '<p>x',
    '<b><p>',
    '<table><tr><td>',
    '<h2>',
    '{{companyName}}',
    '{company',
    '\n ',
  ],
]

const MEGABYTE = 1_000_000

export function largeText(part: string, length = MEGABYTE): string {
  return part.repeat(Math.floor(length / part.length))
}
