/** Bundles of classes that .astro components and React islands share, so that a button is one button. */

const button =
  'inline-flex min-h-target items-center justify-center gap-2 rounded px-5 py-2 text-sm font-semibold tracking-wide transition-colors disabled:opacity-50'

export const buttonClasses = {
  primary: `${button} bg-accent text-accent-ink hover:bg-ink hover:text-surface`,
  secondary: `${button} border border-ink text-ink hover:bg-ink hover:text-surface`,
  quiet: `${button} text-ink underline underline-offset-4 hover:text-accent`,
}

export const inputClasses =
  'block min-h-target w-full rounded border border-muted bg-raised px-3 py-2 text-base text-ink'

export const labelClasses = 'mb-1 block text-sm font-medium text-ink'

export const errorClasses = 'mt-1 block text-sm text-danger'

export const panelClasses = 'rounded-lg border border-line bg-raised p-5 md:p-6'

export const linkClasses = 'text-accent underline underline-offset-4 hover:text-ink'
