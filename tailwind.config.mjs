/** Names for the custom properties of src/styles/tokens.css: a shop's theme is a handful of them. */
const token = (name) => `var(--${name})`

/** Each of these puts custom properties on every element of a page, for what is done here a few times (below). */
const heavy = [
  ...[
    'transform',
    'translate',
    'rotate',
    'skew',
    'scale',
    'filter',
    'backdropFilter',
    'blur',
    'backdropBlur',
  ],
  ...['boxShadow', 'boxShadowColor', 'ringWidth', 'ringColor', 'ringOffsetWidth', 'ringOffsetColor'],
  ...[
    'borderSpacing',
    'touchAction',
    'scrollSnapType',
    'gradientColorStops',
    'fontVariantNumeric',
    'contain',
  ],
]

/** Words of the code that Tailwind takes for classes; no page has them. The plugins have no other class. */
const notClasses = ['!hidden', 'capitalize', 'flex-shrink', 'inline', 'resize', 'static', 'sticky', 'table']
const notPlugins = ['container', 'visibility']

/** What stands in for these is shorter: styles/reset.css, and below. */
const replaced = ['preflight', 'transitionProperty']

/** Tailwind's settings for the one utilities sheet. */
export default {
  content: ['./src/**/*.{astro,ts,tsx}'],
  blocklist: notClasses,
  corePlugins: Object.fromEntries([...heavy, ...notPlugins, ...replaced].map((name) => [name, false])),
  plugins: [
    ({ addUtilities }) =>
      addUtilities({
        '.shadow-overlay': { boxShadow: token('shadow-overlay') },
        '.transition-colors': { transition: 'color 0.15s, background-color 0.15s, border-color 0.15s' },
        '.tabular-nums': { fontVariantNumeric: 'tabular-nums' },
      }),
  ],
  future: { hoverOnlyWhenSupported: true },
  theme: {
    // sm: two short fields side by side.
    screens: { sm: '22rem', md: '48rem', lg: '64rem', xl: '80rem' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: token('surface'),
      raised: token('surface-raised'),
      sunken: token('surface-sunken'),
      backdrop: token('picture-plate'),
      ink: token('ink'),
      muted: token('muted'),
      line: token('line'),
      accent: token('accent'),
      'accent-ink': token('accent-ink'),
      sale: token('sale'),
      success: token('success'),
      warning: token('warning'),
      danger: token('danger'),
      info: token('info'),
      violet: token('violet'),
      yellow: token('yellow'),
      'yellow-ink': token('yellow-ink'),
      scrim: token('scrim'),
      paper: token('paper'),
    },
    fontFamily: {
      display: token('font-display'),
      sans: token('font-sans'),
    },
    extend: {
      borderRadius: { DEFAULT: token('radius'), lg: token('radius-large') },
      height: { card: token('card-image-height') },
      maxWidth: { page: token('page-width'), prose: '68ch' },
      minHeight: { target: '2.75rem' },
      // With large text, icons side by side leave room for the logo.
      minWidth: { target: 'min(2.75rem, 14vw)' },
    },
  },
}
