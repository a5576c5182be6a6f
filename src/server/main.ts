import cluster from 'node:cluster'

import { readConfig } from './config.ts'
import { serve } from './serve.ts'
import { superviseWorkers } from './workers.ts'

const config = readConfig(process.env)
const announce = (port: number) => console.log(`The storefront answers on http://localhost:${port}`)

if (cluster.isPrimary && config.workers > 1) superviseWorkers(config.workers, announce)
else await serve(config, cluster.isPrimary ? announce : () => undefined)
