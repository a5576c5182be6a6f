import type { StoreRecord } from '../../db/store-record.ts'
import type { StoreProblem } from './problem.ts'

/** Width by height of a picture; a sentence for one that can't be read; `undefined` for one that is not read. */
export type MeasurePicture = (
  address: string,
) => Promise<{ width: number; height: number } | string | undefined>

interface Shape {
  min: number
  max: number
  says: string
}

/** Pages cut a picture of another shape, or leave bars beside it. */
const SHAPES = {
  wide: { min: 1.4, max: 2.4, says: 'a wide picture, such as 1600 × 900' },
  tall: { min: 0.55, max: 1, says: 'an upright picture, such as 800 × 1000' },
  tile: { min: 0.6, max: 1.1, says: 'an upright picture, such as 640 × 800' },
  logo: { min: 0.25, max: 4, says: 'a logo at most four times as wide as high' },
} satisfies Record<string, Shape>

/** Pictures of the store info that pages cut, and those that can't be read. */
export async function pictureProblems(record: StoreRecord, measure: MeasurePicture): Promise<StoreProblem[]> {
  const { companyLogoUrl, heroImages, categoryImages = {} } = record
  const pictures: [field: string, address: string | undefined, shape: Shape][] = [
    ['companyLogoUrl', companyLogoUrl, SHAPES.logo],
    ['heroImages.wide', heroImages?.wide, SHAPES.wide],
    ['heroImages.tall', heroImages?.tall, SHAPES.tall],
    ...Object.entries(categoryImages).map(([name, address]): [string, string, Shape] => [
      `categoryImages.${name}`,
      address,
      SHAPES.tile,
    ]),
  ]
  const checked = pictures.map(async ([field, address, shape]): Promise<StoreProblem[]> => {
    const size = address === undefined || address === '' ? undefined : await measure(address)
    const says = typeof size === 'object' ? shapeProblem(size, shape) : size && `the picture ${size}`
    return says === undefined ? [] : [{ place: { document: 'store-info', field }, rank: 'wrong', says }]
  })
  return (await Promise.all(checked)).flat()
}

function shapeProblem(
  { width, height }: { width: number; height: number },
  shape: Shape,
): string | undefined {
  const ratio = width / height
  if (ratio >= shape.min && ratio <= shape.max) return undefined
  return `the picture has ${width} × ${height} pixels: choose ${shape.says}`
}
