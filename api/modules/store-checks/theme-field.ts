import * as z from 'zod'

import { paletteOf } from '@tanabana/contract/store-info.ts'
import { CONTRAST_MIN, faintColors } from '@tanabana/contract/theme-contrast.ts'

const COLOR_HELP = 'write a colour as six hexadecimal digits, such as #8f3427'

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, COLOR_HELP)
  .optional()
const palette = z.strictObject(paletteOf(color))

/** A shop's colours; refuses pairs with too little contrast. docs/visual-design.md#theme-a-shop */
export const themeField = z
  .strictObject({ ...palette.shape, dark: palette.optional() })
  .superRefine((theme, context) => {
    for (const { scheme, token, color, on, background, ratio } of faintColors(theme)) {
      context.addIssue({
        code: 'custom',
        path: [...(scheme === 'dark' ? ['dark'] : []), token],
        message: `the contrast of ${color} and ${on} ${background} is ${ratio} to 1; choose colours with at least ${CONTRAST_MIN} to 1`,
      })
    }
  })
  .optional()
