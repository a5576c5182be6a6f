import { registerHooks } from 'node:module'

/** `--import` of a process: prints each module of OpenTelemetry that it loads. */
registerHooks({
  load(url, context, next) {
    if (url.includes('/@opentelemetry/')) console.log(`loads ${url}`)
    return next(url, context)
  },
})
