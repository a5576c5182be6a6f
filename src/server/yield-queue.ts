/**
 * Resumes one waiting render per event-loop iteration, first come, first served. Node accepts one connection per iteration,
 * so renders that resume together would keep every new client waiting. docs/decisions/0002-renders-yield.md
 */
export function createYieldQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []

  function resumeNext(): void {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(resumeNext)
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(resumeNext)
    })
}
