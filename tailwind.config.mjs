/** Names for the custom properties of src/styles/tokens.css: a shop's theme is a handful of them. */
const token = (name) => `var(--${name})`

export default {
  content: ['./src/**/*.{astro,ts,tsx}'],
  future: { hoverOnlyWhenSupported: true },
  theme: {
    // sm: two short fields side by side.
    screens: { sm: '352px', md: '768px', lg: '1024px', xl: '1280px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: token('surface'),
      raised: token('surface-raised'),
      sunken: token('surface-sunken'),
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
      scrim: token('scrim'),
      paper: token('paper'),
    },
    fontFamily: {
      display: token('font-display'),
      sans: token('font-sans'),
    },
    extend: {
      borderRadius: { DEFAULT: token('radius'), lg: token('radius-large') },
      boxShadow: { raised: token('shadow-raised'), overlay: token('shadow-overlay') },
      height: { card: token('card-image-height') },
      maxWidth: { page: token('page-width'), prose: '68ch' },
      minHeight: { target: '2.75rem' },
      minWidth: { target: '2.75rem' },
    },
  },
}
