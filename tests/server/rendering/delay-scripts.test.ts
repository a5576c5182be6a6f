import { expect, test } from 'vitest'

import { delayScripts } from '../../../src/server/rendering/page-scripts.ts'

const script = '<script type="module" src="/_astro/a.js"></script>'

test('bundled scripts wait in templates', () => {
  expect(delayScripts(`<p>a</p>${script}<p>b</p>${script}`)).toBe(
    `<p>a</p><template data-script>${script}</template><p>b</p><template data-script>${script}</template>`,
  )
})

test.each([
  ['in the page itself', '<script type="module">let a = 1</script>'],
  ['that belongs to the first paint', '<script src="/_astro/words.js"></script>'],
  ['in a template', `<template id="later"><p>a</p>${script}</template>`],
])('a script %s stays as it is', (_, html) => {
  expect(delayScripts(html)).toBe(html)
})
