import { expect, test } from 'vitest'

import { drawGarment } from '../../demo/art/draw-garment.ts'
import { dyeArt } from '../../demo/color-art.ts'
import { garments as dhaaga } from '../../demo/dhaaga/catalogue.ts'
import { artOf } from '../../demo/garment.ts'
import { garments as tanabana } from '../../demo/tanabana/catalogue.ts'

test.each([...tanabana, ...dhaaga])('draws $key differently in each colour', (garment) => {
  const drawings = garment.colors.map((color) => drawGarment(artOf(garment, color)).svg)
  expect(new Set(drawings).size).toBe(garment.colors.length)
})

test('dyes the ground and keeps the pattern visible', () => {
  const art = { garment: 'stole', cloth: ['check', 'madder', 'ecru', 'navy'] } as const
  expect(dyeArt(art, 'Indigo').cloth).toEqual(['check', 'indigo', 'ecru', 'madder'])
})

test('draws no buttons on the back of a shirt', () => {
  const art = { garment: 'shirt', cloth: ['oxford', 'sky'] } as const
  expect(drawGarment(art).svg).toContain('<circle')
  const back = drawGarment(art, 'back').svg
  expect(back.replace(/<pattern.*?<\/pattern>/gs, '')).not.toContain('<circle')
})
