import { anarkali } from './silhouettes/anarkali.ts'
import { jhola, potli, tote } from './silhouettes/bags.ts'
import { cargo, jeans, joggers, shorts, trousers } from './silhouettes/bottoms.ts'
import { dupatta, scarf, stole } from './silhouettes/drapes.ts'
import { kaftan, tieredDress, top } from './silhouettes/dresses.ts'
import { nehruJacket, sherwani } from './silhouettes/festive-men.ts'
import { shirtDress, slipDress, wrapDress } from './silhouettes/fitted-dresses.ts'
import { dhoti, palazzo, skirt } from './silhouettes/flowing.ts'
import { bomber, denimJacket } from './silhouettes/jackets.ts'
import { aLineKurta, kurta, shortKurta, shortKurti, straightKurta } from './silhouettes/kurtas.ts'
import { lehenga, saree } from './silhouettes/saree.ts'
import { anarkaliSet, kurtaDhoti, kurtaPyjama, kurtaSet, palazzoSet } from './silhouettes/sets.ts'
import { bandShirt, campShirt, overshirt, shirt } from './silhouettes/shirts.ts'
import { bucketHat, cap, jhumkas, juttis, socks } from './silhouettes/small.ts'
import { hoodie, sweatshirt } from './silhouettes/sweats.ts'
import { cropTee, crewTee, henley, oversizedTee, polo } from './silhouettes/tees.ts'
import type { Materials } from './materials.ts'
import type { Cut, Pose, Silhouette } from './silhouettes/silhouette.ts'

const CUTS = {
  'a-line-kurta': aLineKurta,
  anarkali,
  'anarkali-set': anarkaliSet,
  'band-shirt': bandShirt,
  bomber,
  'bucket-hat': bucketHat,
  'camp-shirt': campShirt,
  cap,
  cargo,
  'crop-tee': cropTee,
  'denim-jacket': denimJacket,
  dhoti,
  dupatta,
  henley,
  hoodie,
  jeans,
  jhola,
  jhumkas,
  joggers,
  juttis,
  kaftan,
  kurta,
  'kurta-dhoti': kurtaDhoti,
  'kurta-pyjama': kurtaPyjama,
  'kurta-set': kurtaSet,
  lehenga,
  'nehru-jacket': nehruJacket,
  overshirt,
  'oversized-tee': oversizedTee,
  palazzo,
  'palazzo-set': palazzoSet,
  polo,
  potli,
  saree,
  scarf,
  sherwani,
  shirt,
  'shirt-dress': shirtDress,
  'short-kurta': shortKurta,
  'short-kurti': shortKurti,
  shorts,
  skirt,
  'slip-dress': slipDress,
  socks,
  stole,
  'straight-kurta': straightKurta,
  sweatshirt,
  tee: crewTee,
  'tiered-dress': tieredDress,
  top,
  tote,
  trousers,
  'wrap-dress': wrapDress,
} satisfies Record<string, Cut>

/** What a garment's pictures are drawn from. */
export interface GarmentArt extends Materials {
  garment: keyof typeof CUTS
}

export function silhouette(art: GarmentArt, pose: Pose = 'front'): Silhouette {
  return CUTS[art.garment](art, pose)
}
