/** Each file of scripts/inline/foot, as scripts/inline-scripts.mjs makes it. */
const files = import.meta.glob<string>('../scripts/inline/foot/*.js', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** `astro dev` keeps nothing, so that every edit is seen. */
const ONLY_BUILT = /\/offline\.js$/

/** What every page runs at its foot, as one script: the policy in each answer's head names a hash of every script. */
export const footScript = Object.entries(files)
  .filter(([path]) => import.meta.env.PROD || !ONLY_BUILT.test(path))
  .map(([, text]) => text)
  .join('')
